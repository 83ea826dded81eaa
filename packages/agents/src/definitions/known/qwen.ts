import type { Preset } from "./preset.ts";

/** A child of gemini that speaks claude's events. `usage` is of the whole session, and has no cost. */
export const qwen: Preset = {
  argv: ["qwen", "--output-format", "stream-json"],
  read: ["--approval-mode", "plan"],
  edit: ["--approval-mode", "auto-edit"],
  model: ["--model", "{model}"],
  session: ["--resume", "{session}"],
  branch: ["--resume", "{session}", "--fork-session"],
  cap: [],
  last: [],
  rules: [
    { when: { type: "system" }, session: "session_id", model: "model" },
    {
      when: { type: "assistant" },
      counts: "call",
      call: "message.id",
      inputTokens: ["message.usage.input_tokens"],
      cachedInputTokens: ["message.usage.cache_read_input_tokens"],
      outputTokens: ["message.usage.output_tokens"],
    },
    {
      when: { type: "result" },
      text: "result",
      session: "session_id",
      failed: ["error.message", "is_error"],
      denied: "permission_denials.*.tool_name",
      counts: "session",
      inputTokens: ["usage.input_tokens"],
      cachedInputTokens: ["usage.cache_read_input_tokens"],
      outputTokens: ["usage.output_tokens"],
      totalTokens: ["usage.total_tokens"],
    },
  ],
  env: ["OPENAI_API_KEY", "OPENAI_*", "QWEN_*", "DASHSCOPE_API_KEY", "BAILIAN_*"],
  envIf: {},
  set: {},
  setRead: {},
  quote: { start: "/!?", mentions: true },
  prices: "",
  install: "npm install -g @qwen-code/qwen-code",
  tried: ["0.24.4"],
};

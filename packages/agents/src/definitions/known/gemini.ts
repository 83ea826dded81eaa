import type { Preset } from "./preset.ts";

/** It cannot branch a session, and tells tokens of the turn by model, and no cost. */
export const gemini: Preset = {
  // A folder it does not know is refused without a terminal, whatever the mode.
  argv: ["gemini", "--output-format", "stream-json", "--skip-trust"],
  read: ["--approval-mode", "plan"],
  edit: ["--approval-mode", "auto_edit"],
  model: ["--model", "{model}"],
  session: ["--resume", "{session}"],
  branch: [],
  cap: [],
  last: [],
  rules: [
    { when: { type: "init" }, session: "session_id", model: "model" },
    { when: { type: "message", role: "assistant" }, delta: "content" },
    { when: { type: "tool_use" }, anew: true },
    { when: { type: "error" }, failed: "message" },
    {
      when: { type: "result" },
      failed: "error.message",
      perModel: "stats.models",
      inputTokens: ["input_tokens"],
      cachedInputTokens: ["cached"],
      outputTokens: ["output_tokens"],
      totalTokens: ["total_tokens"],
    },
    // Older ones, and errors before the first event: one document.
    {
      when: { type: false },
      text: "response",
      session: "session_id",
      failed: "error.message",
      perModel: "stats.models",
      inputTokens: ["tokens.prompt"],
      cachedInputTokens: ["tokens.cached"],
      outputTokens: ["tokens.candidates", "tokens.thoughts"],
    },
  ],
  env: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GEMINI_*", "GOOGLE_*"],
  envIf: {},
  set: {},
  setRead: {},
  quote: { start: "/!?", mentions: true },
  prices: "google",
  install: "npm install -g @google/gemini-cli",
  tried: ["0.61.0"],
};

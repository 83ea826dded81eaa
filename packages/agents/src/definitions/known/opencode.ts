import type { Preset } from "./preset.ts";

/** Its agent `plan` may run bash: only the rules in the environment deny that. Cost is of each step, 0 where it knows no price. */
export const opencode: Preset = {
  // With a title it does not ask a model for one, which it would not tell.
  argv: ["opencode", "run", "--format", "json", "--title", "uncaged-workflow"],
  read: ["--agent", "plan"],
  edit: [],
  model: ["--model", "{model}"],
  session: ["--session", "{session}"],
  branch: ["--session", "{session}", "--fork"],
  cap: [],
  last: [],
  rules: [
    { session: "sessionID" },
    { when: { type: "text" }, text: "part.text" },
    {
      when: { type: "step_finish" },
      costUsd: "part.cost",
      inputTokens: ["part.tokens.input", "part.tokens.cache.read", "part.tokens.cache.write"],
      cachedInputTokens: ["part.tokens.cache.read"],
      outputTokens: ["part.tokens.output", "part.tokens.reasoning"],
    },
    { when: { type: "tool_use", "part.state.status": "error" }, denied: "part.tool" },
    { when: { type: "error" }, failed: ["error.data.message", "error.message", "error.name", "error"] },
  ],
  env: [
    "OPENCODE_*",
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_GENERATIVE_AI_API_KEY",
    "OPENROUTER_API_KEY",
    "AZURE_API_KEY",
    "AZURE_RESOURCE_NAME",
    "AWS_BEARER_TOKEN_BEDROCK",
  ],
  envIf: {},
  set: {},
  setRead: {
    OPENCODE_PERMISSION: JSON.stringify({
      edit: "deny",
      bash: "deny",
      task: "deny",
      webfetch: "deny",
      external_directory: "deny",
    }),
  },
  quote: { start: "/!", mentions: false },
  prices: "",
  install: "npm install -g opencode-ai",
  tried: ["1.18.33"],
};

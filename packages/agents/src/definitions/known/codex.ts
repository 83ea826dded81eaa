import type { Preset } from "./preset.ts";

/** `usage` is of the whole session, also of one it was branched from. It tells neither cost nor model. */
export const codex: Preset = {
  argv: ["codex", "exec", "--json", "--skip-git-repo-check"],
  read: ["--sandbox", "read-only"],
  edit: ["--sandbox", "workspace-write"],
  model: ["--model", "{model}"],
  // Subcommands: the options stand before them.
  session: ["resume", "{session}"],
  branch: ["fork", "{session}"],
  cap: [],
  last: ["-"],
  rules: [
    { when: { type: "thread.started" }, session: "thread_id" },
    { when: { type: "item.completed", "item.type": "agent_message" }, text: "item.text" },
    {
      when: { type: "turn.completed" },
      counts: "session",
      inputTokens: ["usage.input_tokens"],
      cachedInputTokens: ["usage.cached_input_tokens"],
      outputTokens: ["usage.output_tokens"],
    },
    { when: { type: "turn.failed" }, failed: "error.message" },
  ],
  env: ["OPENAI_API_KEY", "CODEX_API_KEY", "OPENAI_*", "CODEX_*", "AZURE_OPENAI_*"],
  envIf: {},
  set: {},
  setRead: {},
  quote: { start: "/!", mentions: false },
  prices: "openai",
  install: "npm install -g @openai/codex",
  tried: ["0.169.0"],
};

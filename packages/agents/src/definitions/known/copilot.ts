import type { Preset } from "./preset.ts";

/** It bills by requests of a plan, and tells neither tokens nor cost. It cannot branch a session. */
export const copilot: Preset = {
  argv: ["copilot", "--output-format", "json", "--no-auto-update", "--no-ask-user", "--disable-builtin-mcps"],
  read: ["--allow-all-tools", "--deny-tool", "write", "--deny-tool", "shell"],
  edit: ["--allow-all-tools"],
  model: ["--model", "{model}"],
  session: ["--resume={session}"],
  branch: [],
  cap: [],
  last: [],
  rules: [
    { when: { type: "session.start" }, session: "data.sessionId" },
    { when: { type: "assistant.message" }, text: "data.content", model: "data.model" },
    { when: { type: "session.error" }, failed: "data.message" },
    { when: { type: "result" }, session: "sessionId" },
  ],
  env: ["COPILOT_*", "GH_TOKEN", "GITHUB_TOKEN", "GH_HOST"],
  envIf: {},
  set: {},
  setRead: {},
  quote: { start: "/!", mentions: true },
  prices: "",
  install: "npm install -g @github/copilot",
  tried: ["1.0.102"],
};

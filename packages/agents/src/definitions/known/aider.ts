import type { Preset } from "./preset.ts";

/** By its documents only: a Python program. It has no sessions, and prints its cost for people. */
export const aider: Preset = {
  argv: [
    "aider",
    "--message-file",
    "{promptFile}",
    "--yes-always",
    "--no-pretty",
    "--no-stream",
    "--no-check-update",
  ],
  read: ["--chat-mode", "ask"],
  edit: [],
  model: ["--model", "{model}"],
  // What it wrote down of the chat in the folder is all it can take up.
  session: ["--restore-chat-history"],
  branch: [],
  cap: [],
  last: [],
  rules: [],
  env: [
    "AIDER_*",
    "OPENAI_API_KEY",
    "OPENAI_API_BASE",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "OPENROUTER_API_KEY",
    "DEEPSEEK_API_KEY",
    "AZURE_API_KEY",
    "AZURE_API_BASE",
    "AZURE_API_VERSION",
  ],
  envIf: {},
  set: {},
  setRead: {},
  quote: { start: "/!", mentions: false },
  prices: "",
  install: "python -m pip install aider-install && aider-install",
  tried: [],
};

import type { Preset } from "./preset.ts";

/**
 * Not tried: a Python program. By the options reference of its documents (aider/website/docs/config/options.md). By itself it
 * commits what it changes, and fetches an address that stands in a prompt. It has no sessions, and prints its cost for people.
 */
export const aider: Preset = {
  argv: [
    "aider",
    "--message-file",
    "{promptFile}",
    "--yes-always",
    "--no-pretty",
    "--no-stream",
    "--no-check-update",
    "--no-auto-commits",
    "--no-dirty-commits",
    "--no-detect-urls",
    "--no-suggest-shell-commands",
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

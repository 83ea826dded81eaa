// The coding agents we know.
import { aider } from "./known/aider.ts";
import { claude } from "./known/claude.ts";
import { codex } from "./known/codex.ts";
import { copilot } from "./known/copilot.ts";
import { gemini } from "./known/gemini.ts";
import { opencode } from "./known/opencode.ts";
import type { Preset } from "./known/preset.ts";
import { qwen } from "./known/qwen.ts";

export type { OutputRule, Preset } from "./known/preset.ts";

export const PRESETS: Readonly<Record<string, Preset>> = {
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  aider,
};

/** What every agent may need to reach its provider: docs of all seven name them. */
export const NETWORK_ENV: readonly string[] = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "REQUESTS_CA_BUNDLE",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_CACHE_HOME",
  "XDG_STATE_HOME",
];

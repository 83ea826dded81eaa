// How each program is pointed at the mock, and what is not tried with it.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Program = {
  /** By its command line, or over the protocol. */
  via: "cli" | "acp";
  /** The executable, and the folder of the cache it is in. */
  bin: string;
  folder: string;
  /** Who goes on with the work in a fork. */
  other: string;
  /** Extra params of sys/agent.run@1. */
  params: { [key: string]: string | string[] };
  env(url: string): Record<string, string>;
  /** Files of its home. */
  files?(url: string): Record<string, string>;
  /** A price, where the table has none: dollars for a million. */
  prices?: Record<string, { input: number; output: number }>;
  /** What one call of 1,000 tokens in and 50 out costs; null: nobody can know. */
  callUsd: number | null;
  /** What it does in a turn before it is killed. */
  beforeWait?: string;
  /** It tells the tokens of the last call of its model only. */
  isPartial?: true;
  /** Claims that are not tried, and why. */
  skips?: Record<string, string>;
};

export const KEY = "sk-dummy-0123456789";

type Described = Omit<Program, "via" | "bin" | "folder">;

const BY_COMMAND_LINE: Record<string, Described> = {
  claude: {
    other: "codex",
    params: { model: "claude-opus-5-5" },
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    callUsd: 0.005,
  },
  codex: {
    other: "claude",
    params: { model: "gpt-5" },
    env: () => ({ OPENAI_API_KEY: KEY, CODEX_API_KEY: KEY }),
    files: (url) => ({ ".codex/config.toml": `openai_base_url = "${url}/v1"\n` }),
    callUsd: 0.00175,
  },
  gemini: {
    other: "opencode",
    params: { model: "gemini-2.5-flash" },
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: KEY }),
    files: () => ({ ".gemini/settings.json": '{"security":{"auth":{"selectedType":"gemini-api-key"}}}' }),
    callUsd: 0.000425,
  },
  opencode: {
    other: "gemini",
    params: { model: "mock/m1" },
    env: () => ({
      OPENAI_API_KEY: KEY,
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
    }),
    // It tells its session with the first answer of its model.
    beforeWait: "DO-SHELL true",
    files: (url) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        model: "mock/m1",
        small_model: "mock/m1",
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            name: "mock",
            options: { baseURL: `${url}/v1`, apiKey: "{env:OPENAI_API_KEY}" },
            models: {
              m1: { name: "m1", cost: { input: 2, output: 10 }, limit: { context: 100_000, output: 4000 } },
            },
          },
        },
      }),
    }),
    callUsd: 0.0025,
  },
  qwen: {
    other: "codex",
    params: { model: "qwen3-coder-plus" },
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: KEY }),
    files: () => ({
      ".qwen/settings.json":
        '{"security":{"auth":{"selectedType":"openai"}},"memory":{"enableManagedAutoMemory":false}}',
    }),
    callUsd: 0.0025,
    prices: { "qwen3-coder-plus": { input: 2, output: 10 } },
  },
  copilot: {
    other: "claude",
    params: { model: "gpt-4.1" },
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_OFFLINE: "true",
    }),
    callUsd: null,
    skips: { "tokens and cost of each turn are what was served": "it tells neither" },
  },
};

/** What is another over the protocol. Their other things are as with the command line. */
const BY_PROTOCOL: Record<string, Partial<Program>> = {
  opencode: { params: {}, isPartial: true },
  gemini: {},
  qwen: {},
  copilot: { params: { model: "gpt-5" } },
  // The price of the model it takes by itself.
  claude: { bin: "claude-agent-acp", params: {}, callUsd: 0.00625 },
  codex: {
    bin: "codex-acp",
    params: {},
    files: (url) => ({
      ".codex/config.toml": `model = "gpt-5"\nmodel_provider = "mock"\n[model_providers.mock]\nname = "mock"\nbase_url = "${url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n`,
    }),
    callUsd: null,
  },
};

const TOKENS_CLAIM = "tokens and cost of each turn are what was served";

export const PROGRAMS: Record<string, Program> = Object.fromEntries(
  Object.entries(BY_COMMAND_LINE).map(([name, one]) => [
    name,
    { ...one, via: "cli", bin: name, folder: name },
  ]),
);

export const ACP_PROGRAMS: Record<string, Program> = Object.fromEntries(
  Object.entries(BY_PROTOCOL).map(([name, own]) => {
    // Over the protocol the session is told before anything is asked.
    const { skips = {}, beforeWait: __, ...one } = BY_COMMAND_LINE[name] as Described;
    const { [TOKENS_CLAIM]: _, ...others } = skips;
    return [name, { ...one, skips: others, via: "acp", bin: name, folder: "acp", ...own }];
  }),
);

export function writeHome(home: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

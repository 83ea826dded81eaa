// How each program is pointed at the mock, and what is not tried with it.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Program = {
  /** Extra params of sys/agent.run@1. */
  params: { [key: string]: string | string[] };
  env(url: string): Record<string, string>;
  /** Files of its home. */
  files?(url: string): Record<string, string>;
  /** A price, where the table has none: dollars for a million. */
  prices?: Record<string, { input: number; output: number }>;
  /** What one call of 1,000 tokens in and 50 out costs; null: nobody can know. */
  callUsd: number | null;
  /** Claims that are not tried, and why. */
  skips?: Record<string, string>;
};

const KEY = "sk-dummy-0123456789";

export const PROGRAMS: Record<string, Program> = {
  claude: {
    params: { model: "claude-opus-5-5" },
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    }),
    callUsd: 0.005,
  },
  codex: {
    params: { model: "gpt-5" },
    env: () => ({ OPENAI_API_KEY: KEY, CODEX_API_KEY: KEY }),
    files: (url) => ({ ".codex/config.toml": `openai_base_url = "${url}/v1"\n` }),
    callUsd: 0.00175,
  },
  gemini: {
    params: { model: "gemini-2.5-flash" },
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: KEY }),
    files: () => ({ ".gemini/settings.json": '{"security":{"auth":{"selectedType":"gemini-api-key"}}}' }),
    callUsd: 0.000425,
  },
  opencode: {
    params: { model: "mock/m1" },
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" }),
    files: (url) => ({
      ".config/opencode/opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            name: "mock",
            options: { baseURL: `${url}/v1`, apiKey: KEY },
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

export function writeHome(home: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

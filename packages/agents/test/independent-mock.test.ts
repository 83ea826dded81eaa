// The same effect against a mock of the providers that is not ours (@copilotkit/aimock, npm), with its own log as judge: calls
// equal attempts, tokens and cost equal what it served. It is installed into a cache folder; without a registry it is skipped.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { perform } from "./rig.ts";

const VERSION = "1.43.0";
const CACHE = join(tmpdir(), `uw-aimock-${VERSION}`);
const ENTRY = join(CACHE, "node_modules/@copilotkit/aimock/dist/index.js");
const INSTALL_MS = 60_000;
const KEY = "sk-planted-0123456789abcdef";

type Mock = {
  url: string;
  onMessage(match: string | RegExp, response: object): unknown;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
  getRequests(): { path: string; response?: { status?: number } }[];
};

/** Why it cannot be used; null when it can. */
async function install(): Promise<string | null> {
  if (existsSync(ENTRY)) return null;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, "package.json"), '{"private": true}');
  const argv = [
    "npm",
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    `@copilotkit/aimock@${VERSION}`,
  ];
  try {
    const child = Bun.spawn(argv, { cwd: CACHE, stdout: "ignore", stderr: "pipe", timeout: INSTALL_MS });
    const said = await new Response(child.stderr).text();
    return (await child.exited) === 0 && existsSync(ENTRY) ? null : said.slice(-300);
  } catch (error) {
    return String(error);
  }
}

const problem = await install();
if (problem !== null) console.error(`skipped: @copilotkit/aimock cannot be installed: ${problem}`);

/** `usage` as each protocol spells 1,000 tokens in and 50 out; the cost is by our list. */
const WAYS = [
  [
    "chat",
    "openai/gpt-4o-mini",
    "OPENAI",
    "/v1/chat/completions",
    { prompt_tokens: 1000, completion_tokens: 50 },
    0.00018,
  ],
  [
    "responses",
    "openai/gpt-5.3-codex",
    "OPENAI",
    "/v1/responses",
    { input_tokens: 1000, output_tokens: 50 },
    0.00245,
  ],
  [
    "anthropic",
    "anthropic/claude-sonnet-4-5",
    "ANTHROPIC",
    "/v1/messages",
    { input_tokens: 1000, output_tokens: 50 },
    0.00375,
  ],
  [
    "google",
    "google/gemini-2.5-flash",
    "GOOGLE_GENERATIVE_AI",
    "/v1beta/models/gemini-2.5-flash",
    { promptTokenCount: 1000, candidatesTokenCount: 50 },
    0.000425,
  ],
] as const;

describe.skipIf(problem !== null)("against an independent mock", () => {
  let mock: Mock;
  beforeAll(async () => {
    const { LLMock } = (await import(ENTRY)) as { LLMock: new (options: object) => Mock };
    mock = new LLMock({ port: 0, logLevel: "silent" });
    for (const [way, , , , usage] of WAYS) {
      mock.onMessage(`${way} whole`, { content: `Hello by ${way}`, usage });
      mock.onMessage(`${way} cut`, { content: "Once upon a", finishReason: "length", usage });
      mock.onMessage(`${way} busy`, {
        error: { message: "slow down", type: "rate_limit_error" },
        status: 429,
      });
    }
    await mock.start();
  });
  afterAll(() => mock.stop());

  const CASES = WAYS.flatMap((way) => [true, false].map((stream) => [...way, stream] as const));

  test.each(CASES)("%s %s", async (way, model, env, path, _usage, costUsd, stream) => {
    const before = mock.getRequests().length;
    const ask = (prompt: string) =>
      perform(
        "sys/llm.generate@1",
        { model, prompt: `${way} ${prompt}`, stream },
        { env: { [`${env}_API_KEY`]: KEY, [`${env}_BASE_URL`]: mock.url } },
      ).then(({ executed }) => executed);
    const usage = { inputTokens: 1000, outputTokens: 50, totalTokens: 1050 };
    expect(await ask("whole")).toMatchObject({
      status: "ok",
      payload: { text: `Hello by ${way}`, finishReason: "stop", usage },
      costUsd,
    });
    const cut = await ask("cut");
    // This mock does not say by Responses why an answer is not whole, as OpenAI does (`incomplete_details`).
    if (way !== "responses")
      expect(cut).toMatchObject({
        status: "error",
        error: { code: "LLM_LENGTH" },
        payload: { text: "Once upon a" },
      });
    expect(cut).toMatchObject({ payload: { usage }, costUsd });
    expect(await ask("busy")).toMatchObject({
      status: "error",
      error: { code: "LLM_RATE_LIMITED", retryable: true },
    });
    const served = mock.getRequests().slice(before);
    expect(served).toHaveLength(3);
    for (const one of served) expect(one.path).toStartWith(path);
  });
});

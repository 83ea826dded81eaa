// How answers end, what they used, and what a failed call says about the next.
import { describe, expect, test } from "bun:test";
import type { Json } from "@uncaged/workflow/executor";
import { memoryBlobs } from "@uncaged/workflow/executor/testing";
import { type ScriptedReply, scriptedModel } from "../src/testing/index.ts";
import { perform, type RigOptions } from "./rig.ts";

const EFFECT = "sys/llm.generate@1";
const KEY = "sk-planted-0123456789abcdef";

/** The four ways to ask, each by a model with a price. */
const WAYS = {
  chat: { model: "openai/gpt-4o-mini", env: "OPENAI", path: "/v1/chat/completions" },
  responses: { model: "openai/gpt-5.3-codex", env: "OPENAI", path: "/v1/responses" },
  anthropic: { model: "anthropic/claude-sonnet-4-5", env: "ANTHROPIC", path: "/v1/messages" },
  google: { model: "google/gemini-2.5-flash", env: "GOOGLE_GENERATIVE_AI", path: undefined },
} as const;
type Way = keyof typeof WAYS;
const EVERY = Object.keys(WAYS) as Way[];

async function ask(
  way: Way,
  reply: string | ScriptedReply,
  params: { [key: string]: Json } = {},
  options: RigOptions = {},
) {
  await using model = scriptedModel({ replies: [reply] });
  const { env, model: name } = WAYS[way];
  const done = await perform(
    EFFECT,
    { model: name, prompt: "hello", ...params },
    { ...options, env: { [`${env}_API_KEY`]: KEY, [`${env}_BASE_URL`]: model.baseUrl, ...options.env } },
  );
  return { ...done, request: model.requests[0], calls: model.requests.length };
}

describe("protocols", () => {
  test.each(["chat", "responses", "anthropic"] as const)("%s is asked at its own path", async (way) => {
    const { executed, request } = await ask(way, { text: "Hello" });
    expect(executed).toMatchObject({ status: "ok", payload: { text: "Hello", finishReason: "stop" } });
    expect(request?.path).toBe(WAYS[way].path as string);
  });

  test.each([true, false])(
    "Responses, stream: %p: text, tools, usage; nothing is kept there",
    async (stream) => {
      const usage = { inputTokens: 900, outputTokens: 120, cachedInputTokens: 400, reasoningTokens: 80 };
      const toolCalls = [{ id: "c1", name: "look", input: { path: "a" } }];
      const { executed, request } = await ask(
        "responses",
        { text: "Let me see.", toolCalls, usage },
        { stream, tools: [{ name: "look", parameters: { type: "object" } }] },
      );
      expect(executed).toMatchObject({
        status: "ok",
        payload: { text: "Let me see.", toolCalls, usage: { ...usage, totalTokens: 1020 } },
        // 500 at 1.75, 400 at 0.175, 120 at 14 dollars a million.
        costUsd: 0.002625,
      });
      expect(request?.body.store).toBe(false);
      expect(request?.isStream).toBe(stream);
    },
  );

  test("the param says which; so does config.yaml; and a server of one's own has chat completions", async () => {
    const by = async (params: { [key: string]: Json }, models?: unknown) => {
      await using model = scriptedModel({ replies: ["ok"] });
      const own =
        models === undefined ? {} : { models: { openai: { baseUrl: model.baseUrl, ...(models as object) } } };
      await perform(
        EFFECT,
        { model: "openai/gpt-5", prompt: "x", ...params },
        { env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: model.baseUrl }, ...own },
      );
      return model.requests[0]?.path;
    };
    expect(await by({})).toBe("/v1/chat/completions");
    expect(await by({ protocol: "responses" })).toBe("/v1/responses");
    expect(await by({}, { protocol: "responses" })).toBe("/v1/responses");
    expect(await by({ protocol: "chat" }, { protocol: "responses" })).toBe("/v1/chat/completions");
  });

  test.each([
    ["OPENAI", "openai/gpt-4o-mini", "/v1/chat/completions"],
    ["ANTHROPIC", "anthropic/claude-sonnet-4-5", "/v1/messages"],
    [
      "GOOGLE_GENERATIVE_AI",
      "google/gemini-2.5-flash",
      "/v1beta/models/gemini-2.5-flash:streamGenerateContent",
    ],
  ])("%s_BASE_URL is taken without the version in its path", async (name, model, path) => {
    await using server = scriptedModel({ replies: ["ok", "ok"] });
    const bare = server.baseUrl.replace(/\/v1$/, "");
    for (const url of [bare, `${bare}/`])
      await perform(
        EFFECT,
        { model, prompt: "x" },
        { env: { [`${name}_API_KEY`]: KEY, [`${name}_BASE_URL`]: url } },
      );
    expect(server.requests.map((one) => one.path)).toEqual([path, path]);
  });

  test("a path before the version is kept: Anthropic's own program takes it without /v1", async () => {
    await using server = scriptedModel({ replies: ["ok", "ok"] });
    const gateway = server.baseUrl.replace(/\/v1$/, "/gateway/anthropic");
    for (const url of [gateway, `${gateway}/v1`])
      await perform(
        EFFECT,
        { model: "anthropic/claude-sonnet-4-5", prompt: "x" },
        { env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url } },
      );
    expect(server.requests.map((one) => one.path)).toEqual(Array(2).fill("/gateway/anthropic/v1/messages"));
  });
});

describe("LLM-4: half an answer is not a whole one", () => {
  const ENDS = EVERY.flatMap((way) => [true, false].map((stream) => [way, stream] as const));

  test.each(ENDS)(
    "%s, stream: %p: one that ended at its limit is an error with its payload",
    async (way, stream) => {
      const usage = { inputTokens: 10, outputTokens: 50 };
      const reply: ScriptedReply = { text: "Once upon a", finish: "length", usage };
      const { executed, calls } = await ask(way, reply, { stream, maxTokens: 50 });
      expect(executed).toMatchObject({
        status: "error",
        error: {
          code: "LLM_LENGTH",
          retryable: false,
          details: { finishReason: "length", retryWith: "maxTokens", maxTokens: 50, outputTokens: 50 },
        },
        payload: { text: "Once upon a", finishReason: "length", usage },
      });
      expect(executed.costUsd).toBeGreaterThan(0);
      expect(calls).toBe(1);
    },
  );

  test.each(ENDS)(
    "%s, stream: %p: one that was withheld is an error with its payload",
    async (way, stream) => {
      const { executed } = await ask(way, { text: "I can", finish: "content-filter" }, { stream });
      expect(executed).toMatchObject({
        status: "error",
        error: { code: "LLM_CONTENT_FILTER", retryable: false },
        payload: { text: "I can", finishReason: "content-filter" },
      });
    },
  );

  test("half a JSON answer is told as cut, not as one that does not fit", async () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const { executed } = await ask("chat", { text: '{"a": "', finish: "length" }, { schema });
    expect(executed).toMatchObject({ status: "error", error: { code: "LLM_LENGTH" } });
  });

  test("a name the library does not know may answer as long as any model of the provider", async () => {
    const { request } = await ask("anthropic", "ok", { model: "anthropic/my-model" });
    expect(request?.body.max_tokens).toBe(128_000);
    const known = await ask("anthropic", "ok");
    expect(known.request?.body.max_tokens).toBe(64_000);
  });
});

test.each([true, false])(
  "LLM-4: Responses that end incomplete without a reason are an error with what came, stream: %p",
  async (stream) => {
    for (const more of [{}, { toolCalls: [{ name: "look", input: {} }] }]) {
      const reply = { text: "Half of", finish: "incomplete" as const, ...more };
      const { executed } = await ask("responses", reply, { stream });
      expect(executed).toMatchObject({
        status: "error",
        error: { code: "LLM_INCOMPLETE", retryable: false, details: { reason: null } },
        payload: { text: "Half of" },
      });
      expect(executed.costUsd).toBeGreaterThan(0);
    }
  },
);

describe("LLM-5: what nobody said is not 0", () => {
  test.each(["chat", "responses", "google"] as const)(
    "%s: no usage: no tokens and no cost are told",
    async (way) => {
      const { executed } = await ask(way, { text: "ok", usage: null });
      expect(executed).toMatchObject({ status: "ok", payload: { usage: {} } });
      expect(executed).not.toHaveProperty("costUsd");
      const { warnings } = (executed as never as { payload: { warnings: string[] } }).payload;
      expect(warnings.at(-1)).toContain("did not say how many tokens");
    },
  );

  test("a model that costs nothing costs nothing, whatever it says", async () => {
    const prices = { "openai/gpt-4o-mini": { input: 0, output: 0 } };
    const { executed } = await ask("chat", { text: "ok", usage: null }, {}, { prices });
    expect(executed).toMatchObject({ status: "ok", costUsd: 0, payload: { usage: {}, warnings: [] } });
  });

  test("tokens of thinking are counted: in the answer, beside it (Google), and where only the total has them (xAI)", async () => {
    const usage = { inputTokens: 100, outputTokens: 70, reasoningTokens: 50 };
    for (const way of ["chat", "responses", "google"] as const) {
      const { executed } = await ask(way, { text: "ok", usage });
      expect(executed).toMatchObject({ payload: { usage: { ...usage, totalTokens: 170 } } });
    }
    const beside = { inputTokens: 100, outputTokens: 20, reasoningTokens: 50, beside: true };
    const { executed } = await ask("chat", { text: "ok", usage: beside });
    expect(executed).toMatchObject({ payload: { usage: { ...usage, totalTokens: 170 } } });
  });

  test("what was written to a cache is counted, at its own price", async () => {
    const usage = { inputTokens: 1000, outputTokens: 100, cachedInputTokens: 300, cacheWriteTokens: 500 };
    const { executed } = await ask("anthropic", { text: "ok", usage });
    expect(executed).toMatchObject({
      payload: { usage: { ...usage, totalTokens: 1100 } },
      // 200 at 3, 300 at 0.30, 500 at 3.75, 100 at 15 dollars a million.
      costUsd: 0.004065,
    });
  });

  test("under a budget in dollars a model without a price is refused before it is asked", async () => {
    const model = "openai/unheard-of";
    const refused = await ask("chat", "ok", { model }, { mustKnowCost: true });
    expect(refused.executed).toMatchObject({
      status: "error",
      error: { code: "LLM_UNPRICED", retryable: false, message: expect.stringContaining("--allow-unpriced") },
    });
    expect(refused.calls).toBe(0);
    const prices = { [model]: { input: 1, output: 1 } };
    expect((await ask("chat", "ok", { model }, { mustKnowCost: true, prices })).calls).toBe(1);
    expect((await ask("chat", "ok", { model })).calls).toBe(1);
  });
});

const CUT_OFF = {
  status: "error",
  error: { code: "LLM_CUT_OFF", retryable: true, details: { usage: "unknown" } },
};

describe("what a failure says", () => {
  test.each([
    ["Retry-After", "anthropic", { retryAfter: 7 }, 7_000],
    ["retry-after-ms", "chat", { headers: { "retry-after-ms": "1500" } }, 1_500],
    ["retryDelay of Google", "google", { retryDelay: "34.5s" }, 34_500],
    [
      "the limit of OpenAI that is used up",
      "responses",
      {
        headers: {
          "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-requests": "1m6s",
          "x-ratelimit-remaining-tokens": "100",
          "x-ratelimit-reset-tokens": "2h",
        },
      },
      66_000,
    ],
  ] as const)("%s is handed on", async (_, way, more, retryAfterMs) => {
    const { executed } = await ask(way, { status: 429, ...more });
    expect(executed).toMatchObject({
      status: "error",
      error: { code: "LLM_RATE_LIMITED", retryable: true, retryAfterMs },
    });
  });

  test("the time when a limit of Anthropic is filled again is handed on", async () => {
    const reset = new Date(Date.now() + 90_000).toISOString();
    const headers = {
      "anthropic-ratelimit-input-tokens-remaining": "0",
      "anthropic-ratelimit-input-tokens-reset": reset,
    };
    const { executed } = await ask("anthropic", { status: 429, headers });
    const { retryAfterMs = 0 } = (executed as { error: { retryAfterMs?: number } }).error;
    expect(retryAfterMs).toBeGreaterThan(60_000);
    expect(retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  test.each(EVERY)("%s: a stream that ends in the middle is called that", async (way) => {
    const { executed, calls } = await ask(way, { text: "a".repeat(400), chunks: 20, broken: "cut" });
    expect(executed).toMatchObject(CUT_OFF);
    expect(calls).toBe(1);
  });

  test("so is one whose connection is lost, and what it cost is not known", async () => {
    using server = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data(socket) {
          const chunk = 'data: {"id":"1","choices":[{"index":0,"delta":{"content":"Once"}}]}\n\n';
          const head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
          socket.write(`${head}${chunk.length.toString(16)}\r\n${chunk}\r\n`);
          socket.flush();
          setTimeout(() => socket.terminate(), 100);
        },
      },
    });
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `http://127.0.0.1:${server.port}/v1` };
    const { executed } = await perform(EFFECT, { model: "openai/gpt-4o-mini", prompt: "x" }, { env });
    expect(executed).toMatchObject(CUT_OFF);
    server.stop(true);
  });

  test("options may not say what has a param of its own", async () => {
    for (const name of ["temperature", "model", "max_tokens"])
      expect(ask("chat", "ok", { options: { openai: { [name]: 1 } } })).rejects.toThrow(
        `options.openai.${name} would override a param`,
      );
    expect(
      (await ask("chat", "ok", { options: { openai: { reasoningEffort: "low" } } })).executed.status,
    ).toBe("ok");
  });
});

describe("large answers", () => {
  const text = "long ".repeat(60_000);

  test.each(EVERY)("%s: LLM-2: an answer over the limit of a receipt is kept as a blob", async (way) => {
    const blobs = memoryBlobs();
    const { executed } = await ask(way, { text, usage: { inputTokens: 5, outputTokens: 9 } }, {}, { blobs });
    const { payload, costUsd } = executed as never as {
      payload: { text: string; blob: { sha256: string; bytes: number } };
      costUsd: number;
    };
    expect(executed).toMatchObject({ status: "ok", payload: { text: "", blob: { bytes: text.length } } });
    expect(costUsd).toBeGreaterThan(0);
    const bytes = blobs.get(payload.blob.sha256);
    expect(new TextDecoder().decode(bytes as Uint8Array)).toBe(text);
  });

  test("a JSON answer, too; and a key that the model repeats is not in it", async () => {
    const blobs = memoryBlobs();
    const object = { title: `${text}${KEY}` };
    const schema = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
    const { executed } = await ask("chat", { object }, { schema }, { blobs });
    const { payload } = executed as never as { payload: { blob: { sha256: string } } };
    expect(payload).not.toHaveProperty("object");
    const bytes = blobs.get(payload.blob.sha256) as Uint8Array;
    expect(JSON.parse(new TextDecoder().decode(bytes)).title).toStartWith("long long");
    expect(new TextDecoder().decode(bytes)).not.toContain(KEY);
  });
});

describe("names", () => {
  test("sonnet[1m]: the context window behind a name is asked for as the API wants it, and priced", async () => {
    const model = "anthropic/claude-sonnet-4-5[1m]";
    const usage = { inputTokens: 300_000, outputTokens: 100 };
    const { executed, request } = await ask("anthropic", { text: "ok", usage }, { model });
    expect(request?.model).toBe("claude-sonnet-4-5");
    expect(request?.headers["anthropic-beta"]).toContain("context-1m");
    // Over 200,000 tokens: twice as much for the input, and one and a half times for the output.
    expect(executed).toMatchObject({ status: "ok", costUsd: 1.80225 });
  });

  test("newer models have it as they are", async () => {
    const { request } = await ask("anthropic", "ok", { model: "anthropic/claude-opus-5[1m]" });
    expect(request?.model).toBe("claude-opus-5");
    expect(request?.headers["anthropic-beta"] ?? "").not.toContain("context-1m");
  });
});

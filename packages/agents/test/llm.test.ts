import { describe, expect, test } from "bun:test";
import type { Json } from "@uncaged/workflow/executor";
import { type ScriptedReply, scriptedModel } from "../src/testing/index.ts";
import { perform, type RigOptions } from "./rig.ts";

const EFFECT = "sys/llm.generate@1";
const KEY = "sk-planted-0123456789abcdef";

async function ask(
  replies: (string | ScriptedReply)[],
  params: { [key: string]: Json } = {},
  options: RigOptions = {},
) {
  await using model = scriptedModel({ replies });
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: model.baseUrl, ...options.env };
  const done = await perform(
    EFFECT,
    { model: "openai/gpt-4o-mini", prompt: "hello", ...params },
    { ...options, env },
  );
  return { ...done, requests: model.requests };
}

const SHAPE = {
  type: "object",
  properties: { title: { type: "string" }, done: { type: "boolean" } },
  required: ["title", "done"],
  additionalProperties: false,
};

describe("an answer", () => {
  test.each([true, false])("stream: %p: text, usage, model and cost are in the receipt", async (stream) => {
    const usage = { inputTokens: 1000, outputTokens: 200, cachedInputTokens: 400 };
    const { executed, requests } = await ask([{ text: "Hello, you!", usage }], {
      stream,
      system: "Be kind.",
    });
    expect(executed).toEqual({
      status: "ok",
      payload: {
        text: "Hello, you!",
        finishReason: "stop",
        usage: { ...usage, totalTokens: 1200 },
        model: "gpt-4o-mini",
        provider: "openai",
        warnings: [],
      },
      // 600 at 0.15, 400 at 0.075 and 200 at 0.60 dollars a million.
      costUsd: 0.00024,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ isStream: stream, model: "gpt-4o-mini", prompt: "Be kind.\nhello" });
  });

  test("AOS-4: a stream is told as progress, piece by piece", async () => {
    const { frames, executed } = await ask([{ text: "abcdefgh", chunks: 4, chunkDelayMs: 250 }]);
    const texts = frames.flatMap((frame) => (frame as { text?: string }).text ?? []);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join("")).toBe("abcdefgh");
    expect(executed).toMatchObject({ payload: frames.at(-1) as object });
  });

  test("AOS-87: the request carries the idempotency key, and the key of the store", async () => {
    const { requests } = await ask(["ok"]);
    expect(requests[0]?.headers).toMatchObject({
      "idempotency-key": "key-1",
      authorization: `Bearer ${KEY}`,
    });
  });

  test("OPS-102: the temperature is 0 unless policy allows another", async () => {
    const cold = await ask(["ok"], { temperature: 0.7 });
    expect(cold.params).toMatchObject({ temperature: 0 });
    expect(cold.requests[0]?.body.temperature).toBe(0);
    const warm = await ask(["ok"], { temperature: 0.7 }, { allowTemperature: true });
    expect(warm.requests[0]?.body.temperature).toBe(0.7);
    expect((await ask(["ok"])).params).toMatchObject({ temperature: 0 });
  });

  test("messages, tool results among them, reach the model in their order", async () => {
    const messages: Json = [
      { role: "user", content: "weather?" },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "weather", input: { city: "Bern" } }] },
      { role: "tool", toolCallId: "c1", name: "weather", content: { sun: true } },
    ];
    const { requests } = await ask(["sunny"], { messages, prompt: "so?", maxTokens: 50, seed: 7 });
    expect(requests[0]?.body.messages.map((one: { role: string }) => one.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
    ]);
    expect(requests[0]?.body).toMatchObject({ seed: 7 });
    expect(JSON.stringify(requests[0]?.body.messages[2])).toContain("sun");
  });

  test("tools: what the model wants done is in the receipt, and not done", async () => {
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const reply = { toolCalls: [{ id: "c9", name: "weather", input: { city: "Bern" } }] };
    const { executed, requests } = await ask([reply], {
      tools: [{ name: "weather", description: "Tells the weather", parameters }],
    });
    expect(executed).toMatchObject({
      status: "ok",
      payload: {
        finishReason: "tool-calls",
        toolCalls: [{ id: "c9", name: "weather", input: { city: "Bern" } }],
      },
    });
    expect(requests[0]?.body.tools[0].function).toMatchObject({
      name: "weather",
      description: "Tells the weather",
    });
  });
});

describe("structured output", () => {
  test("an answer that fits its JSON Schema is there as an object", async () => {
    const object = { title: "x", done: true };
    const { executed, requests } = await ask([{ object }], { schema: SHAPE });
    expect(executed).toMatchObject({ status: "ok", payload: { object, text: JSON.stringify(object) } });
    expect(requests[0]?.body.response_format).toMatchObject({ type: "json_schema" });
  });

  test("a schema with a member that may be missing is not asked for word for word, which OpenAI would refuse", async () => {
    const { requests } = await ask([{ object: { title: "x" } }], {
      schema: { ...SHAPE, required: ["title"] },
    });
    expect(requests[0]?.body.response_format.json_schema.strict).toBe(false);
    const whole = await ask([{ object: { title: "x", done: true } }], { schema: SHAPE });
    expect(whole.requests[0]?.body.response_format.json_schema.strict).toBe(true);
  });

  test("a fence around the JSON is no harm", async () => {
    const { executed } = await ask(['```json\n{"title":"x","done":false}\n```'], { schema: SHAPE });
    expect(executed).toMatchObject({ status: "ok", payload: { object: { title: "x", done: false } } });
  });

  test.each([
    ["no JSON", "certainly! here it is", "the answer is not JSON"],
    ["the wrong type", '{"title":"x","done":"yes"}', "`done`"],
    ["a member too many", '{"title":"x","done":true,"more":1}', "`more`"],
  ])("LLM-2: %s is an error, keeps text and cost, and is not retried", async (_, text, said) => {
    const usage = { inputTokens: 1000, outputTokens: 1000 };
    const { executed } = await ask([{ text, usage }], { schema: SHAPE });
    expect(executed).toMatchObject({
      status: "error",
      error: { code: "LLM_OUTPUT_INVALID", retryable: false },
      payload: { text },
      costUsd: 0.00075,
    });
    expect(executed.status === "error" && executed.error.message).toContain(said);
  });
});

describe("OPS-92: a failure", () => {
  test.each([
    [429, "LLM_RATE_LIMITED", true],
    [500, "LLM_UNAVAILABLE", true],
    [503, "LLM_UNAVAILABLE", true],
    [400, "LLM_REFUSED", false],
    [401, "LLM_KEY_REFUSED", false],
    [403, "LLM_KEY_REFUSED", false],
    [404, "LLM_MODEL_UNKNOWN", false],
  ])("%p is %s, retryable %p, and the request is made once", async (status, code, retryable) => {
    for (const stream of [true, false]) {
      const { executed, requests } = await ask([{ status, error: "no" }, "second"], { stream });
      expect(executed).toMatchObject({ status: "error", error: { code, retryable, details: { status } } });
      expect(requests).toHaveLength(1);
    }
  });

  test("Retry-After is handed on", async () => {
    const { executed } = await ask([{ status: 429, retryAfter: 7 }]);
    expect(executed).toMatchObject({ error: { retryAfterMs: 7000 } });
  });

  test.each([
    ["a body that is no JSON", { broken: "json" as const }, false],
    ["a stream that is cut", { broken: "cut" as const, text: "some text that is long enough" }, true],
    ["a stream with a broken line", { broken: "json" as const, text: "some text" }, true],
  ])("%s may be tried again", async (_, reply, stream) => {
    const { executed } = await ask([reply], { stream });
    expect(executed).toMatchObject({ status: "error", error: { retryable: true } });
  });

  test("nobody listens: may be tried again", async () => {
    const gone = scriptedModel({ replies: [] });
    await gone.close();
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: gone.baseUrl };
    const { executed } = await perform(EFFECT, { model: "openai/x", prompt: "p" }, { env });
    expect(executed).toMatchObject({ status: "error", error: { code: "LLM_UNREACHABLE", retryable: true } });
  });

  test("no answer in time is a timeout; a stop is not", async () => {
    const slow = await ask([{ hold: true }], {}, { timeoutMs: 100 });
    expect(slow.executed).toMatchObject({ status: "timeout", error: { retryable: true } });
    const stopped = await ask([{ hold: true }], {}, { signal: AbortSignal.timeout(100) });
    expect(stopped.executed).toMatchObject({ status: "error", error: { code: "ABORTED" } });
  });
});

describe("keys and addresses", () => {
  test("N13: a key that the server repeats is redacted in the error", async () => {
    const { executed, frames } = await ask([{ status: 401, error: `bad key ${KEY}` }]);
    expect(JSON.stringify([executed, frames])).not.toContain(KEY);
    expect(JSON.stringify(executed)).toContain("[OPENAI_API_KEY]");
  });

  test("N13: a key that the model repeats is redacted in text and progress", async () => {
    const { executed, frames } = await ask([{ text: `your key is ${KEY}`, chunks: 1 }]);
    expect(JSON.stringify([executed, frames])).not.toContain(KEY);
  });

  test("without a key the error names both ways to give one, and nothing is sent", async () => {
    const { executed } = await perform(EFFECT, { model: "anthropic/claude-x", prompt: "p" });
    expect(executed).toMatchObject({ status: "error", error: { code: "LLM_NO_KEY", retryable: false } });
    const said = executed.status === "error" ? executed.error.message : "";
    expect(said).toContain("export ANTHROPIC_API_KEY=");
    expect(said).toContain("config.yaml");
  });

  test("config.yaml names a local model, which needs no key", async () => {
    await using model = scriptedModel({ replies: ["hi"] });
    const models = { local: { baseUrl: model.baseUrl } };
    const { executed } = await perform(EFFECT, { model: "local/qwen/qwen3", prompt: "p" }, { models });
    expect(executed).toMatchObject({
      status: "ok",
      payload: { text: "hi", provider: "local", model: "qwen/qwen3" },
    });
    // No price is not a price of 0.
    expect(executed).not.toHaveProperty("costUsd");
    expect(JSON.stringify(executed)).toContain("nobody knows what local/qwen/qwen3 costs");
    expect(model.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("config.yaml names the secret of a model, and its price", async () => {
    await using model = scriptedModel({
      replies: [{ text: "hi", usage: { inputTokens: 10, outputTokens: 5 } }],
    });
    const models = { work: { baseUrl: model.baseUrl, apiKey: { $secret: "WORK_KEY" } } };
    const prices = { "work/big": { input: 100, output: 200 } };
    const env = { THE_WORK_KEY: KEY };
    const secrets = { WORK_KEY: { env: "THE_WORK_KEY" } };
    const { executed } = await perform(
      EFFECT,
      { model: "work/big", prompt: "p" },
      { models, prices, env, secrets },
    );
    expect(executed).toMatchObject({ status: "ok", costUsd: 0.002, payload: { warnings: [] } });
    expect(model.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test.each([
    ["a key written out", { local: { baseUrl: "http://127.0.0.1:1/v1", apiKey: KEY } }, "must name a secret"],
    ["no address", { local: {} }, "must have a baseUrl"],
    ["a key nobody knows", { local: { baseUrl: "http://127.0.0.1:1/v1", url: "x" } }, "is not a known key"],
    ["another protocol", { local: { baseUrl: "file:///etc/passwd" } }, "no http address"],
  ])("config.yaml with %s is refused", async (_, models, said) => {
    const { executed } = await perform(EFFECT, { model: "local/x", prompt: "p" }, { models });
    expect(executed.status).toBe("error");
    expect(executed.status === "error" && executed.error.message).toContain(said);
    expect(JSON.stringify(executed)).not.toContain(KEY);
  });

  test("a provider nobody knows is refused, and those known are named", async () => {
    const { executed } = await perform(EFFECT, { model: "opnai/x", prompt: "p" });
    expect(executed).toMatchObject({ error: { code: "LLM_PROVIDER_UNKNOWN" } });
    expect(executed.status === "error" && executed.error.message).toContain("anthropic, google, openai");
  });

  test("AOS-88: a bundle cannot say where the key is sent, nor ask without a question", async () => {
    await expect(perform(EFFECT, { model: "openai/x", prompt: "p", baseUrl: "http://evil" })).rejects.toThrow(
      "baseUrl",
    );
    await expect(perform(EFFECT, { model: "openai/x" })).rejects.toThrow();
  });

  test("a redirect is not followed: the key stays where it was meant to go", async () => {
    await using thief = scriptedModel({ replies: ["mine"] });
    await using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => Response.redirect(`${thief.baseUrl}/chat/completions`, 307),
    });
    const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: server.url.origin };
    const { executed } = await perform(EFFECT, { model: "openai/x", prompt: "p" }, { env });
    expect(executed.status).toBe("error");
    expect(thief.requests).toHaveLength(0);
  });
});

describe("other providers", () => {
  const PROVIDERS = [
    ["anthropic", "claude-sonnet-4-5", "/v1/messages", "x-api-key"],
    ["google", "gemini-2.5-flash", "/v1/models/gemini-2.5-flash:streamGenerateContent", "x-goog-api-key"],
  ] as const;

  test.each(PROVIDERS)("%s: text, usage, cost and tool calls", async (name, modelName, path, header) => {
    await using model = scriptedModel({
      replies: [
        { text: "Good day", usage: { inputTokens: 100, outputTokens: 10, cachedInputTokens: 50 } },
        { toolCalls: [{ name: "weather", input: { city: "Bern" } }] },
        { object: { title: "t", done: true } },
        { status: 429, retryAfter: 3 },
      ],
    });
    const key = name === "google" ? "GOOGLE_GENERATIVE_AI_API_KEY" : "ANTHROPIC_API_KEY";
    const base = name === "google" ? "GOOGLE_GENERATIVE_AI_BASE_URL" : "ANTHROPIC_BASE_URL";
    const env = { [key]: KEY, [base]: model.baseUrl };
    const params = { model: `${name}/${modelName}`, prompt: "p", system: "s" };
    const plain = await perform(EFFECT, params, { env });
    expect(plain.executed).toMatchObject({
      status: "ok",
      payload: {
        text: "Good day",
        usage: { inputTokens: 100, outputTokens: 10, cachedInputTokens: 50 },
        provider: name,
        warnings: [],
      },
    });
    expect(plain.executed.costUsd).toBeGreaterThan(0);
    expect(model.requests[0]?.path).toBe(path);
    expect(model.requests[0]?.headers[header]).toBe(KEY);

    const tools = [
      { name: "weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
    ];
    const called = await perform(EFFECT, { ...params, tools }, { env });
    expect(called.executed).toMatchObject({
      payload: { toolCalls: [{ name: "weather", input: { city: "Bern" } }] },
    });

    const shaped = await perform(EFFECT, { ...params, schema: SHAPE }, { env });
    expect(shaped.executed).toMatchObject({ status: "ok", payload: { object: { title: "t", done: true } } });

    const limited = await perform(EFFECT, params, { env });
    expect(limited.executed).toMatchObject({ error: { code: "LLM_RATE_LIMITED", retryAfterMs: 3000 } });
  });
});

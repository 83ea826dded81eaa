// Unknown is not 0: what nobody said is shown as such, and a budget does not pass over it.
import { describe, expect, test } from "bun:test";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
import { modal } from "../../../tests/support/bundles.ts";
import { paidCalls, pay, paying } from "../../../tests/support/paid-calls.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

const MODES = ["strict", "steps"] as const;
const KNOWN = { usd: 0.25, usage: { totalTokens: 7 } };
const UNPRICED = { usage: { totalTokens: 5 } };

const ask = (model: string, more: object = {}) => `
  const r = yield { do: "effect", effect: "sys/llm.generate@1", params: ${JSON.stringify({ model, prompt: "x" })}, ...${JSON.stringify({ retry: { max: 2, delayMs: 10 }, ...more })} };
  yield { role: "said", content: String(r.error?.code ?? r.payload.text), meta: {} };`;

const asking = (mode: (typeof MODES)[number], ...asks: string[]) =>
  modal(mode, asks.map((one) => `{${one}}`).join("\n"), { effects: ["sys/llm.generate@1"] });

describe.each(MODES)("in %s mode", (mode) => {
  test("a call without a cost shows as >= in run, thread, threads and costs; alone as ?", async () => {
    await using home = await TempHome.create();
    await paidCalls(home);
    await home.add("mixed", paying(mode, pay(KNOWN), pay(UNPRICED)));
    await home.add("none", paying(mode, pay(UNPRICED)));
    const ran = await home.uw(["run", "mixed"]);
    expect(ran.stdout).toContain("spent >= $0.25, 12 tokens");
    const { executionId, output } = (await home.uw(["run", "mixed", "--json"])).json;
    expect(output.spent).toEqual({ costUsd: 0.25, tokens: 12, effects: 2, blocked: 0, unpriced: 1 });
    expect((await home.uw(["thread", executionId])).stdout).toContain("spent >= $0.25");
    expect((await home.uw(["run", "none"])).stdout).toContain("spent $?, 5 tokens");
    const { threads } = (await home.uw(["threads", "--json"])).json;
    expect(threads.map((one: { unpriced?: number }) => one.unpriced)).toEqual([1, 1, 1]);
    const listed = (await home.uw(["threads"])).stdout;
    expect(listed).toContain(">= $0.25");
    expect(listed).toContain("$?");
    expect((await home.uw(["costs"])).stdout).toMatch(/total +3 +5 .*>= \$0\.50 +3\n/);
  });

  test("under --max-cost a call that did not say what it cost is the last; --allow-unpriced lets it pass", async () => {
    await using home = await TempHome.create();
    await paidCalls(home);
    await home.add("flow", paying(mode, pay(UNPRICED), pay(KNOWN)));
    const held = await home.uw(["run", "flow", "--max-cost", "5", "--json"]);
    expect(held.exitCode).toBe(30);
    expect(held.json.error).toMatchObject({
      code: "WORKFLOW_BUDGET_EXCEEDED",
      details: { limit: "max_cost", spent: "unknown", calls: 1 },
    });
    expect(held.json.output.spent).toMatchObject({ effects: 1, unpriced: 1 });
    const { executionId } = held.json;
    expect(held.json.error.hint).toBe(`uncaged-workflow fork ${executionId} --allow-unpriced`);
    const forked = await home.uw(["fork", executionId, "--allow-unpriced", "--json"]);
    expect(forked.json).toMatchObject({ status: "ok", output: { spent: { costUsd: 0.25, effects: 2 } } });
    const allowed = await home.uw(["run", "flow", "--max-cost", "5", "--allow-unpriced", "--json"]);
    expect(allowed.json.status).toBe("ok");
    await home.add(
      "limited",
      paying(mode, pay(UNPRICED), pay(KNOWN)).replace('"effects":', '"limits":{"maxCost":5},"effects":'),
    );
    expect((await home.uw(["run", "limited", "--json"])).json.status).toBe("ok");
    const { parameters } = (await home.uw(["thread", allowed.json.executionId, "--json"])).json;
    expect(parameters.limits).toEqual({ maxCost: 5, allowUnpriced: true });
  });

  test("under --max-cost a model without a price is not asked; without a budget it is", async () => {
    await using home = await TempHome.create();
    await using model = scriptedModel({ replies: [{ text: "fine", repeat: true }] });
    const env = { OPENAI_API_KEY: "sk-planted-0123456789abcdef", OPENAI_BASE_URL: model.baseUrl };
    await home.add("flow", asking(mode, ask("openai/unheard-of")));
    const refused = await home.uw(["run", "flow", "--max-cost", "5", "--json"], { env });
    expect(refused.json.output.last.content).toBe("LLM_UNPRICED");
    expect(model.requests).toHaveLength(0);
    const allowed = await home.uw(["run", "flow", "--max-cost", "5", "--allow-unpriced", "--json"], { env });
    expect(allowed.json.output).toMatchObject({ last: { content: "fine" }, spent: { unpriced: 1 } });
    expect((await home.uw(["run", "flow", "--json"], { env })).json.output.last.content).toBe("fine");
    expect(model.requests).toHaveLength(2);
    const dry = await home.uw(["run", "flow", "--max-cost", "5", "--dry-run", "--json"], { env });
    expect(dry.json.status).toBe("ok");
    expect(dry.json.output.spent?.unpriced).toBeUndefined();
  });

  test("a stream without usage is not counted as 0: neither under --max-cost nor under --max-tokens", async () => {
    await using home = await TempHome.create();
    await using model = scriptedModel({ replies: [{ text: "fine", usage: null, repeat: true }] });
    const env = { OPENAI_API_KEY: "sk-planted-0123456789abcdef", OPENAI_BASE_URL: model.baseUrl };
    await home.add("flow", asking(mode, ask("openai/gpt-4o-mini"), ask("openai/gpt-4o-mini")));
    const shown = await home.uw(["run", "flow"], { env });
    expect(shown.stdout).toContain("spent $?, ? tokens");
    for (const [flag, limit] of [
      ["--max-cost", "max_cost"],
      ["--max-tokens", "max_tokens"],
    ] as const) {
      const held = await home.uw(["run", "flow", flag, "5", "--json"], { env });
      expect(held.json.error).toMatchObject({ code: "WORKFLOW_BUDGET_EXCEEDED", details: { limit } });
    }
    expect(model.requests).toHaveLength(4);
  });

  test("an attempt that broke off is counted as unknown, and does not end the thread", async () => {
    await using home = await TempHome.create();
    const usage = { inputTokens: 1000, outputTokens: 100 };
    await using model = scriptedModel({
      replies: [
        { text: "x".repeat(400), chunks: 20, broken: "cut" },
        { text: "fine", usage },
      ],
    });
    const env = { OPENAI_API_KEY: "sk-planted-0123456789abcdef", OPENAI_BASE_URL: model.baseUrl };
    await home.add("flow", asking(mode, ask("openai/gpt-4o-mini")));
    const ran = await home.uw(["run", "flow", "--max-cost", "5", "--json"], { env });
    expect(ran.json.output).toMatchObject({
      last: { content: "fine" },
      spent: { costUsd: 0.00021, tokens: 1100, unpriced: 1, uncounted: 1 },
    });
    expect((await home.uw(["costs", "--json"])).json.total).toMatchObject({ calls: 2, unpriced: 1 });
  });
});

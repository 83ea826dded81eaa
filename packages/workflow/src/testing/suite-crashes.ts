// A host may die at any moment. What was durable is there, and nothing was done that it does not tell of.
import assert from "node:assert/strict";
import type { JournalRecord } from "#contract/record.ts";
import type { EngineUnderTest, SuiteFlow } from "./engine-under-test.ts";
import * as flows from "./suite-flows.ts";
import { type Case, eventually, only, resultOf, stepsOf } from "./suite-looks.ts";
import type { SuiteWorld } from "./suite-world.ts";

/** Far more than any flow of the suite takes. */
const LIVES_MAX = 50;

export const CRASH_CASES: Record<string, Case> = {
  "nothing leaves the engine before everything before it is durable": async (engine, world) => {
    const seen: { label: string; lines: JournalRecord[] }[] = [];
    world.onCall = async (_, label) => {
      seen.push({ label, lines: await engine.lines(engine.newest) });
      return undefined;
    };
    const id = await started(engine, flows.LONG_WAY);
    assert.equal(await engine.left(id), "completed");
    const all = await engine.lines(id);
    for (const { label, lines } of seen) {
      const intents = only(lines, "intent").map((line) => ("params" in line ? line.params : null));
      assert.ok(
        intents.some((params) => (params as { label?: string } | null)?.label === label),
        `the intent of ${label} was not durable when it was sent`,
      );
      assert.deepEqual(lines, all.slice(0, lines.length), "durable lines stay as they are");
    }
    assert.equal(seen.length, 5);
  },

  "a once effect whose host died is in doubt: a person says what became of it": async (engine, world) => {
    world.onCall = () => new Promise(() => {});
    const id = await engine.start(flows.PAYS, "go");
    await eventually("it is sent", () => world.sent.length === 1);
    await engine.crash();
    assert.equal(await engine.left(id), "interrupted");
    await engine.resume(id);
    assert.equal(await engine.left(id), "waiting");
    await engine.settle(id, { type: "reconcile", how: { ok: { label: "pay", by: "hand" } } }, "ann");
    assert.equal(await engine.left(id), "completed");
    assert.deepEqual(world.labels(), ["pay"]);
    const { payload } = JSON.parse(stepsOf(await engine.lines(id))[0]?.content ?? "{}");
    assert.deepEqual(payload, { label: "pay", by: "hand" });
  },

  "an idempotent effect whose host died is sent again, with the same key": async (engine, world) => {
    world.onCall = () => (world.sent.length === 1 ? new Promise(() => {}) : undefined);
    const id = await engine.start(flows.CLEANS_UP, "go");
    await eventually("it is sent", () => world.sent.length === 1);
    await engine.crash();
    await engine.resume(id);
    assert.equal(await engine.left(id), "completed");
    const [first, second, ...more] = world.sent;
    assert.equal(more.length, 0);
    assert.equal(first?.key, second?.key);
  },

  "a decision that was acknowledged survives": async (engine) => {
    const id = await engine.start(flows.ASKS, "go");
    await engine.left(id);
    engine.crashAfter(1);
    await engine.settle(id, { type: "decide", decision: "approve" }, "ann");
    await engine.left(id);
    assert.equal(only(await engine.lines(id), "decision").length, 1);
    await engine.resume(id);
    assert.equal(await engine.left(id), "completed");
    assert.equal(resultOf(await engine.lines(id)).summary, "approve");
  },

  "a crash behind any durable fact changes nothing that was done: effects once, steps once, one result":
    async (engine, world) => {
      for (const flow of [flows.LONG_WAY, flows.FORKED, flows.EPOCHS, flows.LIST])
        for (let at = 1; ; at++) {
          const from = world.sent.length;
          engine.crashAfter(at);
          const id = await started(engine, flow);
          const hasCrashed = await through(engine, id);
          const lines = await engine.lines(id);
          assert.equal(resultOf(lines).status, "completed", `crash behind fact ${at}`);
          assertOnce(lines, world, from);
          engine.crashAfter(null);
          if (!hasCrashed) break;
        }
    },
};

async function started(engine: EngineUnderTest, flow: SuiteFlow): Promise<string> {
  return engine.start(flow, "go");
}

/** To its end, through every crash; whether there was one. */
async function through(engine: EngineUnderTest, id: string): Promise<boolean> {
  let hasCrashed = false;
  for (let lives = 0; lives < LIVES_MAX; lives++) {
    const status = await engine.left(id);
    if (status !== "interrupted") return hasCrashed;
    hasCrashed = true;
    await engine.resume(id);
  }
  throw new Error("it does not come to its end");
}

function assertOnce(lines: readonly JournalRecord[], world: SuiteWorld, from: number): void {
  const roles = stepsOf(lines).map(({ role }) => role);
  assert.equal(new Set(roles).size, roles.length, `no step twice: ${roles}`);
  const receipts = only(lines, "receipt").map(({ intent }) => intent);
  assert.equal(new Set(receipts).size, receipts.length, "no receipt twice");
  const sent = world.sent.slice(from);
  const paid = sent.filter(({ effect }) => effect === "suite/pay@1");
  assert.ok(paid.length <= 1, "what may be done once was done once");
  for (const { key, label } of sent)
    assert.ok(
      sent.every((other) => other.label !== label || other.key === key || label === "x"),
      `${label} was sent with two keys`,
    );
}

// People: approvals, questions, pause, stop, and several of them at once.
import assert from "node:assert/strict";
import type { Settlement } from "#contract/settlement.ts";
import * as flows from "./suite-flows.ts";
import { type Case, eventually, kindsOf, only, refusalOf, resultOf, stepsOf } from "./suite-looks.ts";

const YES: Settlement = { type: "decide", decision: "approve" };
const NO: Settlement = { type: "decide", decision: "deny", reason: "too dear" };

export const PEOPLE_CASES: Record<string, Case> = {
  "an approval parks with a seal, and is answered once": async (engine) => {
    const id = await engine.start(flows.ASKS, "go");
    assert.equal(await engine.left(id), "waiting");
    assert.deepEqual(kindsOf(await engine.lines(id)), ["start", "intent", "seal"]);
    await engine.settle(id, YES, "ann");
    assert.equal(await engine.left(id), "completed");
    const lines = await engine.lines(id);
    assert.equal(only(lines, "decision").length, 1);
    assert.equal(resultOf(lines).summary, "approve");
    assert.equal(await refusalOf(engine.settle(id, YES, "ann")), "STATE_INVALID");
    assert.deepEqual(await engine.lines(id), lines);
  },

  "a no is delivered to code that wants to hear it": async (engine) => {
    const id = await engine.start(flows.ASKS, "go");
    await engine.left(id);
    await engine.settle(id, NO, "ann");
    assert.equal(await engine.left(id), "completed");
    const lines = await engine.lines(id);
    assert.equal(resultOf(lines).summary, "deny");
    assert.equal(JSON.parse(stepsOf(lines)[0]?.content ?? "{}").reason, "too dear");
  },

  "a question takes an answer that fits, and no other": async (engine) => {
    const id = await engine.start(flows.QUESTION, "go");
    assert.equal(await engine.left(id), "waiting");
    const before = await engine.lines(id);
    await refusalOf(engine.settle(id, { type: "answer", value: { n: "many" } }, "ann"));
    assert.deepEqual(await engine.lines(id), before);
    await engine.settle(id, { type: "answer", value: { n: 3 } }, "ann");
    assert.equal(await engine.left(id), "completed");
    assert.equal(stepsOf(await engine.lines(id))[0]?.content, '{"n":3}');
  },

  "of ten decisions at once one is recorded": async (engine) => {
    const id = await engine.start(flows.ASKS, "go");
    await engine.left(id);
    const decisions = Array.from({ length: 10 }, (_, n) => engine.settle(id, n % 2 ? YES : NO, "ann"));
    await Promise.allSettled(decisions);
    assert.equal(await engine.left(id), "completed");
    const lines = await engine.lines(id);
    const [decision, ...more] = only(lines, "decision");
    assert.equal(more.length, 0);
    assert.equal(resultOf(lines).summary, decision?.decision);
  },

  "an effect that policy gates waits for a yes, and a no ends the thread": async (engine, world) => {
    const id = await engine.start(flows.GATED, "go");
    assert.equal(await engine.left(id), "waiting");
    assert.deepEqual(world.labels(), []);
    await engine.settle(id, YES, "ann");
    assert.equal(await engine.left(id), "completed");
    assert.deepEqual(world.labels(), ["gated"]);
    const other = await engine.start(flows.GATED, "go");
    await engine.left(other);
    await engine.settle(other, NO, "ann");
    assert.equal(await engine.left(other), "cancelled");
    assert.deepEqual(world.labels(), ["gated"]);
  },

  "a pause acts between two yields, survives, and ends with resume": async (engine, world) => {
    const going = Promise.withResolvers<void>();
    world.onCall = async (_, label) => {
      if (label === "a") await going.promise;
      return undefined;
    };
    const id = await engine.start(flows.RECEIPTS, "go");
    await eventually("the effect is sent", () => world.sent.length === 1);
    const paused = engine.pause(id);
    await eventually("the pause is a line", async () => only(await engine.lines(id), "control").length === 1);
    going.resolve();
    await paused;
    assert.equal(await engine.left(id), "paused");
    assert.deepEqual(world.labels(), ["a"]);
    await engine.crash();
    assert.equal(await engine.left(id), "paused");
    await engine.resume(id);
    assert.equal(await engine.left(id), "completed");
    assert.deepEqual(world.labels(), ["a", "b"]);
  },

  "a kill ends a running thread at once; what comes late leaves no line": async (engine, world) => {
    const going = Promise.withResolvers<void>();
    world.onCall = async () => {
      await going.promise;
      return undefined;
    };
    const id = await engine.start(flows.CLEANS_UP, "go");
    await eventually("the effect is sent", () => world.sent.length === 1);
    const answer = await engine.stop(id, { action: "kill", actor: "ann", reason: "enough" });
    assert.deepEqual(answer, { status: "killed", again: false });
    going.resolve();
    const lines = await engine.lines(id);
    assert.deepEqual(kindsOf(lines), ["start", "intent", "control", "result", "seal"]);
    assert.equal(resultOf(lines).summary, "killed: enough");
    await eventually("the executor came back", () => true);
    assert.deepEqual(await engine.lines(id), lines);
  },

  "cancel lets finally run, and records what it yields": async (engine, world) => {
    world.onCall = () => new Promise(() => {});
    const id = await engine.start(flows.CLEANS_UP, "go");
    await eventually("the effect is sent", () => world.sent.length === 1);
    const stopped = engine.stop(id, { action: "cancel", actor: "ann" });
    assert.equal((await stopped).status, "cancelled");
    const lines = await engine.lines(id);
    assert.deepEqual(kindsOf(lines), ["start", "intent", "control", "cleanup", "result", "seal"]);
  },

  "a thread that waits is stopped without running; stopped again, it says so": async (engine) => {
    const id = await engine.start(flows.ASKS, "go");
    await engine.left(id);
    const stop = { action: "kill", actor: "ann" } as const;
    assert.deepEqual(await engine.stop(id, stop), { status: "killed", again: false });
    assert.deepEqual(await engine.stop(id, stop), { status: "killed", again: true });
    assert.equal(await refusalOf(engine.settle(id, YES, "ann")), "STATE_INVALID");
    assert.equal(resultOf(await engine.lines(id)).status, "killed");
  },

  "whatever races, one result is written": async (engine) => {
    const id = await engine.start(flows.THREE_STEPS, "go");
    const stops = (["kill", "cancel", "kill"] as const).map((action) => engine.stop(id, { action }));
    const statuses = (await Promise.all(stops)).map(({ status }) => status);
    const result = resultOf(await engine.lines(id));
    for (const status of statuses) assert.equal(status, result.status);
  },

  "a thread is taken up once, however many ask": async (engine) => {
    const id = await engine.start(flows.ASKS, "go");
    await engine.left(id);
    await engine.settle(id, YES, "ann");
    await engine.left(id);
    const other = await engine.start({ ...flows.SLEEPS }, "go");
    await engine.left(other);
    const asked = [1, 2, 3].map(() => engine.resume(other).catch(() => {}));
    await Promise.all(asked);
    await engine.left(other);
    const lines = await engine.lines(other);
    assert.equal(only(lines, "intent").length, 1);
  },
};

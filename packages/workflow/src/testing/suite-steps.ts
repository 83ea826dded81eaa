// Steps, effects, lists, time, epochs, limits, forks.
import assert from "node:assert/strict";
import type { ReceiptRecord } from "#contract/record.ts";
import * as flows from "./suite-flows.ts";
import { type Case, kindsOf, only, refusalOf, resultOf, stepsOf } from "./suite-looks.ts";

const HOUR = 3_600_000;

export const STEP_CASES: Record<string, Case> = {
  "steps are recorded in their order, and the result once": async (engine) => {
    const id = await engine.start(flows.THREE_STEPS, "go");
    assert.equal(await engine.left(id), "completed");
    const lines = await engine.lines(id);
    assert.deepEqual(kindsOf(lines), ["start", "r0", "r1", "r2", "result", "seal"]);
    assert.equal(resultOf(lines).summary, "three steps");
  },

  "an effect is performed once, behind its line, and its receipt is what the code gets": async (
    engine,
    world,
  ) => {
    const id = await engine.start(flows.RECEIPTS, "go");
    assert.equal(await engine.left(id), "completed");
    assert.deepEqual(world.labels(), ["a", "b"]);
    const lines = await engine.lines(id);
    const receipts = only(lines, "receipt") as ReceiptRecord[];
    const given = stepsOf(lines).map(({ content }) => JSON.parse(content));
    assert.deepEqual(
      given.map(({ intent, payload, sig }) => ({ intent, payload, sig })),
      receipts.map(({ intent, payload, sig }) => ({ intent, payload, sig })),
    );
    assert.deepEqual(
      only(lines, "intent").map((line) => "id" in line && line.id),
      receipts.map(({ intent }) => intent),
    );
  },

  "receipts are the same live and replayed: a thread that comes back gets what it got": async (
    engine,
    world,
  ) => {
    engine.crashAfter(4);
    const id = await engine.start(flows.RECEIPTS, "go");
    await engine.left(id);
    const before = stepsOf(await engine.lines(id));
    await engine.resume(id);
    assert.equal(await engine.left(id), "completed");
    const lines = await engine.lines(id);
    assert.deepEqual(stepsOf(lines).slice(0, before.length), before);
    const [first] = only(lines, "receipt") as ReceiptRecord[];
    assert.equal(JSON.parse(stepsOf(lines)[0]?.content ?? "").sig, first?.sig);
    assert.equal(world.labels().filter((label) => label === "a").length, 1);
  },

  "a throw of the bundle is a recorded result, and nothing is tried again": async (engine, world) => {
    const id = await engine.start(flows.THROWS, "go");
    assert.equal(await engine.left(id), "failed");
    const result = resultOf(await engine.lines(id));
    assert.equal(result.error?.code, "WORKFLOW_FAILED");
    assert.match(result.summary, /thrown by the bundle/);
    assert.equal(await refusalOf(engine.resume(id)), "STATE_INVALID");
    assert.deepEqual(world.labels(), ["before"]);
  },

  "a list is answered in its order; of an any one wins, and the others leave no line": async (
    engine,
    world,
  ) => {
    const id = await engine.start(flows.LIST, "go");
    assert.equal(await engine.left(id), "completed");
    const lines = await engine.lines(id);
    assert.deepEqual(
      stepsOf(lines).map(({ content }) => content),
      ["x,y,z", "1"],
    );
    assert.equal(world.sent.length, 4);
    assert.equal(only(lines, "receipt").length, 4);
  },

  "a sleep parks, is not over too early, and goes on when it is due": async (engine, world) => {
    const id = await engine.start(flows.SLEEPS, "go");
    assert.equal(await engine.left(id), "waiting");
    const before = await engine.lines(id);
    world.clock.pass(HOUR / 2);
    await engine.settle(id, { type: "wake", now: world.clock.now() }, "ann");
    assert.equal(await engine.left(id), "waiting");
    assert.deepEqual(await engine.lines(id), before);
    assert.deepEqual(world.labels(), []);
    world.clock.pass(HOUR / 2 + 1);
    await engine.settle(id, { type: "wake", now: world.clock.now() }, "ann");
    assert.equal(await engine.left(id), "completed");
    assert.deepEqual(world.labels(), ["late"]);
  },

  "continue begins the next epoch with its state": async (engine, world) => {
    const id = await engine.start(flows.EPOCHS, "go");
    assert.equal(await engine.left(id), "completed");
    const lines = await engine.lines(id);
    assert.equal(resultOf(lines).summary, "epoch 2");
    assert.deepEqual(world.labels(), ["e0", "e1", "e2"]);
    assert.deepEqual(
      only(lines, "checkpoint").map(({ state, epoch }) => ({ state, epoch })),
      [1, 2].map((epoch) => ({ state: { epoch }, epoch: true })),
    );
    assert.equal(new Set(world.sent.map(({ intent }) => intent)).size, 3);
  },

  "the limit of rounds is a normal end, that of yields a failure": async (engine) => {
    const rounds = await engine.start({ ...flows.THREE_STEPS, maxRounds: 2 }, "go");
    assert.equal(await engine.left(rounds), "completed");
    assert.equal(resultOf(await engine.lines(rounds)).reachedMaxRounds, true);
    const yields = await engine.start({ ...flows.THREE_STEPS, limits: { maxSteps: 2 } }, "go");
    assert.equal(await engine.left(yields), "failed");
    assert.equal(resultOf(await engine.lines(yields)).error?.code, "MAX_STEPS_EXCEEDED");
    assert.equal(stepsOf(await engine.lines(yields)).length, 2);
  },

  "a log that is full ends the thread": async (engine) => {
    const id = await engine.start({ ...flows.THREE_STEPS, limits: { journalBytes: 500 } }, "go");
    assert.equal(await engine.left(id), "failed");
    assert.equal(resultOf(await engine.lines(id)).error?.code, "MAX_OUTPUT_BYTES");
  },

  "a fork goes on behind the steps it keeps, and repeats none of their effects": async (engine, world) => {
    const id = await engine.start(flows.FORKED, "go");
    assert.equal(await engine.left(id), "completed");
    const fork = await engine.fork(id, 2);
    assert.equal(await engine.left(fork), "completed");
    assert.deepEqual(
      stepsOf(await engine.lines(fork)).map(({ role }) => role),
      ["r0", "r1", "r2"],
    );
    assert.deepEqual(
      world.labels().filter((label) => label !== "s2"),
      ["s0", "s1"],
    );
    assert.equal(resultOf(await engine.lines(id)).summary, "forked");
  },
};

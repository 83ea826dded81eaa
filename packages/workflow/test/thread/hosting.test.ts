// Who may have a thread, and who waits for whom: hosting over logs in memory, without a process around it.
import { expect, test } from "bun:test";
import { localEngine } from "#testing/local-engine.ts";
import { memoryKeeper } from "#testing/log-keepers.ts";
import * as flows from "#testing/suite-flows.ts";
import { eventually, kindsOf, only, refusalOf } from "#testing/suite-looks.ts";
import { SuiteWorld } from "#testing/suite-world.ts";

function engine() {
  const world = new SuiteWorld();
  return { world, engine: localEngine(memoryKeeper(), world) };
}

test("HOSTING-1: three who start or resume one thread in one breath take it up once", async () => {
  const { engine: local } = engine();
  const id = await local.start(flows.ASKS, "go");
  await local.left(id);
  const resumes = await Promise.allSettled([local.resume(id), local.resume(id), local.resume(id)]);
  await local.left(id);
  // The first takes it up; the others find it here and not paused, or take it up again once it has parked.
  expect(resumes.some(({ status }) => status === "fulfilled")).toBe(true);
  const lines = await local.lines(id);
  expect(only(lines, "intent")).toHaveLength(1);
  const seals = only(lines, "seal").length;
  const resumed = only(lines, "control").filter(({ action }) => action === "resume").length;
  expect(seals).toBe(1 + resumed);
});

test("HOSTING-2: who decides while the thread parks is judged by what it left", async () => {
  const { engine: local } = engine();
  const id = await local.start(flows.ASKS, "go");
  await eventually("the approval is open", async () => only(await local.lines(id), "intent").length === 1);
  // Not awaited: it is about to park.
  const decided = local.settle(id, { type: "decide", decision: "approve" }, "ann");
  expect(await decided).toEqual({ ignored: false, expired: false });
  await eventually("it ends", async () => (await local.left(id)) === "completed");
  expect(only(await local.lines(id), "decision")).toHaveLength(1);
});

test("HOSTING-2: who stops a thread that is about to park stops it", async () => {
  const { engine: local } = engine();
  const id = await local.start(flows.ASKS, "go");
  const answer = await local.stop(id, { action: "kill", reason: "now" });
  expect(answer).toEqual({ status: "killed", again: false });
  expect(only(await local.lines(id), "result")).toHaveLength(1);
});

test("HOSTING-3: what brings a thread not on leaves it as it was", async () => {
  const { engine: local, world } = engine();
  const id = await local.start(flows.SLEEPS, "go");
  await local.left(id);
  const before = await local.lines(id);
  await local.settle(id, { type: "wake", now: world.clock.now() }, "ann");
  expect(await local.left(id)).toBe("waiting");
  expect(await local.lines(id)).toEqual(before);
});

test("a thread that is not there, or not here, is refused in words", async () => {
  const { engine: local } = engine();
  const id = await local.start(flows.THREE_STEPS, "go");
  await local.left(id);
  expect(await refusalOf(local.pause(id))).toBe("STATE_INVALID");
  expect(await refusalOf(local.resume(id))).toBe("STATE_INVALID");
  const answer = await local.stop(id, { action: "kill" });
  expect(answer).toEqual({ status: "completed", again: true });
});

test("a pause of a paused thread is refused, and so is a decision about one that has ended", async () => {
  const { engine: local, world } = engine();
  world.onCall = () => new Promise(() => {});
  const id = await local.start(flows.CLEANS_UP, "go");
  await eventually("the effect is sent", () => world.sent.length === 1);
  void local.pause(id);
  await eventually("the pause is a line", async () => kindsOf(await local.lines(id)).includes("control"));
  expect(await refusalOf(local.pause(id))).toBe("STATE_INVALID");
  await local.stop(id, { action: "kill" });
  expect(await refusalOf(local.settle(id, { type: "wake", now: 0 }, "ann"))).toBe("STATE_INVALID");
});

test("a cancel that takes too long drops the step, and the thread is cancelled all the same", async () => {
  const { engine: local, world } = engine();
  const hangs = {
    isStrict: true,
    code: async function* () {
      yield { role: "a", content: "", meta: {} };
      await new Promise(() => {});
      return { returnCode: 0, summary: "" };
    },
  };
  const id = await local.start(hangs as never, "go");
  await eventually("its step is there", async () => kindsOf(await local.lines(id)).includes("a"));
  const stopped = local.stop(id, { action: "cancel" });
  await eventually("the cancel is a line", async () => kindsOf(await local.lines(id)).includes("control"));
  world.clock.pass(60_000);
  expect(await stopped).toEqual({ status: "cancelled", again: false });
});

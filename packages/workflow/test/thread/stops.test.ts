// A kill and a cancel, at every point where a thread can be.
import { describe, expect, test } from "bun:test";
import { eventually, only } from "#testing/suite-looks.ts";
import { BundleQueue } from "#thread/bundle-queue.ts";
import { done, isPending, put, Rig, step, thrown } from "./thread-rig.ts";

const NEVER = new Promise<never>(() => {});
const GRACE_MS = 10_000;
const KILL_MS = 3_000;

const STOPS = [
  ["kill", "killed", "KILLED"],
  ["cancel", "cancelled", "CANCELLED"],
] as const;

/** A step, an effect, and a step in `finally`. */
async function* cleansUp() {
  try {
    yield step("a");
    yield put("hangs");
    return done();
  } finally {
    yield step("cleanup");
  }
}

async function* asks() {
  yield step("a");
  yield { do: "approve", prompt: "go on?" } as const;
  return done();
}

/** The generator works until it is told to go on. */
function working() {
  const going = Promise.withResolvers<void>();
  async function* code() {
    try {
      yield step("a");
      await going.promise;
      yield step("b");
      return done();
    } finally {
      yield step("cleanup");
    }
  }
  return { code, going };
}

describe.each(STOPS)("a %s", (action, status, code) => {
  test(`of a queued thread: it is ${status} without its code, and frees no place it never had`, async () => {
    const queue = new BundleQueue(1);
    const place = queue.enter();
    const rig = new Rig(cleansUp, { queue });
    await rig.begin();
    await rig.recorded("queue");
    expect(rig.host.status).toBe("queued");
    await rig.host.stop(action, { actor: "bob", reason: "late" });
    expect(await rig.left).toBe(status);
    expect(rig.controls).toEqual(["queue", action]);
    expect(rig.opened).toEqual([]);
    expect(rig.result).toMatchObject({ summary: `${status}: late`, error: { code } });
    expect(queue.isFull).toBe(true);
    place.leave();
    expect(queue.isFull).toBe(false);
  });

  test("HOST-1: while the decision is not on disk, nothing of it acts", async () => {
    const rig = new Rig(cleansUp);
    rig.world.onCall = () => NEVER;
    await rig.begin();
    await rig.sent(1);
    rig.store.hold();
    const stopped = rig.host.stop(action, {});
    expect(await isPending(stopped)).toBe(true);
    expect(await isPending(rig.left)).toBe(true);
    expect(rig.dropped).toBe(0);
    expect(rig.controls).toEqual([]);
    rig.store.release();
    await stopped;
    // A timer may be set only after the time was let pass.
    while (await isPending(rig.left)) await rig.timePasses(GRACE_MS + KILL_MS);
    expect(await rig.left).toBe(status);
    expect(rig.controls).toEqual([action]);
  });

  test("of a thread that is paused in memory ends it", async () => {
    const { code, going } = working();
    const rig = new Rig(code, { isStrict: false, comesBack: false });
    await rig.begin();
    await rig.stepped(1);
    const paused = rig.host.pause("ann");
    await rig.recorded("pause");
    going.resolve();
    await paused;
    expect(rig.host.status).toBe("paused");
    expect(rig.host.rests).toBe(true);
    await rig.host.stop(action, {});
    expect(await rig.left).toBe(status);
    expect(rig.roles).toEqual(action === "kill" ? ["a", "b"] : ["a", "b", "cleanup"]);
  });

  test("of a thread that waits in memory ends it, and the approval stays open", async () => {
    const rig = new Rig(asks, { isStrict: false, comesBack: false });
    await rig.begin();
    await eventually("it rests", () => rig.host.rests);
    expect(rig.host.status).toBe("waiting");
    await rig.host.stop(action, {});
    expect(await rig.left).toBe(status);
    expect(only(rig.lines, "decision")).toEqual([]);
  });

  test("HOST-2: while the generator works wins over the return that comes after it", async () => {
    const going = Promise.withResolvers<void>();
    const rig = new Rig(async function* () {
      yield step("a");
      await going.promise;
      return done("returned");
    });
    await rig.begin();
    await rig.stepped(1);
    await rig.host.stop(action, {});
    going.resolve();
    expect(await rig.left).toBe(status);
    expect(only(rig.lines, "result")).toHaveLength(1);
    expect(rig.result?.summary).toBe(status);
  });

  test("HOST-2: that is recorded while the result is being written is refused, and there is one result", async () => {
    const rig = new Rig(async function* () {
      return done("returned");
    });
    await rig.begin();
    while (!rig.host.isLeaving) await Promise.resolve();
    const refused = await thrown(rig.host.stop(action, {}));
    expect(refused.code).toBe("STATE_INVALID");
    expect(await rig.left).toBe("completed");
    expect(rig.kinds).toEqual(["start", "result", "seal"]);
  });

  test("HOST-3: that cannot be recorded leaves the thread without a result", async () => {
    const rig = new Rig(cleansUp);
    rig.world.onCall = () => NEVER;
    await rig.begin();
    await rig.sent(1);
    rig.store.isFull = true;
    expect((await thrown(rig.host.stop(action, {}))).message).toContain("no space left");
    expect(await rig.left).toBe("interrupted");
    expect(rig.kinds).toEqual(["start", "a", "intent"]);
    expect(rig.host.lostBecause).toMatchObject({
      message: `the thread was interrupted: the ${action} could not be recorded`,
      hint: `uncaged-workflow resume ${rig.host.threadId}`,
    });
  });

  test("that was recorded before the process died ends the thread when it is taken up, without its code", async () => {
    const rig = new Rig(cleansUp);
    rig.world.onCall = () => NEVER;
    await rig.begin();
    await rig.sent(1);
    await rig.host.stop(action, { reason: "enough" });
    rig.crash();
    expect(rig.host.fold.stopping).toBe(action);
    expect(await rig.through("resume")).toBe(status);
    expect(rig.opened).toHaveLength(1);
    expect(rig.result?.summary).toBe(`${status}: enough`);
  });
});

// A pause and a resume, and what races with them.
import { describe, expect, test } from "bun:test";
import { eventually, only } from "#testing/suite-looks.ts";
import { done, isPending, put, Rig, step, thrown } from "./thread-rig.ts";

const PATIENCE_MS = 2_000;

/** Its generator works behind each step until it is told to go on. */
function working() {
  const going = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* code({ steps }: { steps: unknown[] }) {
    for (let n = steps.length; n < 3; n++) {
      yield step(`r${n}`);
      await going[n]?.promise;
    }
    return done();
  }
  return { code, going: (n: number) => going[n]?.resolve() };
}

describe("a thread that can come back", () => {
  test("RFC-12: parks behind the step it makes, with a seal, and goes on there", async () => {
    const { code, going } = working();
    const rig = new Rig(code, { isStrict: false });
    await rig.begin();
    await rig.stepped(1);
    const paused = rig.host.pause("bob");
    await rig.recorded("pause");
    expect(await isPending(paused)).toBe(true);
    going(0);
    await paused;
    expect(await rig.left).toBe("paused");
    expect(rig.kinds).toEqual(["start", "r0", "control", "r1", "seal"]);
    expect(only(rig.lines, "control")[0]).toMatchObject({ action: "pause", actor: "bob" });
    going(1);
    expect(await rig.resumed()).toBe("completed");
    expect(rig.roles).toEqual(["r0", "r1", "r2"]);
  });

  test("HOST-1: a pause that is not on disk is not acknowledged, and a pause on a full disk is refused", async () => {
    const { code } = working();
    const rig = new Rig(code, { isStrict: false });
    await rig.begin();
    await rig.stepped(1);
    rig.store.hold();
    const paused = thrown(rig.host.pause("bob"));
    expect(await isPending(paused)).toBe(true);
    rig.store.isFull = true;
    rig.store.release();
    expect((await paused).message).toContain("no space left");
    expect(rig.controls).toEqual([]);
  });

  test("whoever paused does not wait for ever for a step that takes long", async () => {
    const { code } = working();
    const rig = new Rig(code, { isStrict: false });
    await rig.begin();
    await rig.stepped(1);
    const paused = rig.host.pause("bob");
    await rig.recorded("pause");
    await rig.timePasses(PATIENCE_MS - 1);
    expect(await isPending(paused)).toBe(true);
    rig.world.clock.pass(1);
    await paused;
    expect(rig.host.isLeaving).toBe(false);
    expect(rig.host.status).toBe("paused");
  });

  test("a resume before the step is finished: the thread goes on as if nobody had paused", async () => {
    const { code, going } = working();
    const rig = new Rig(code, { isStrict: false });
    await rig.begin();
    await rig.stepped(1);
    const paused = rig.host.pause("bob");
    await rig.recorded("pause");
    await rig.host.unpause("eve");
    going(0);
    going(1);
    expect(await rig.left).toBe("completed");
    expect(rig.controls).toEqual(["pause", "resume"]);
    expect(rig.opened).toHaveLength(1);
    rig.world.clock.pass(PATIENCE_MS);
    await paused;
  });

  test("a second pause is refused with the verb that ends the first, and so is a resume of one that runs", async () => {
    const { code } = working();
    const rig = new Rig(code, { isStrict: false });
    await rig.begin();
    await rig.stepped(1);
    const { threadId } = rig.host;
    expect(await thrown(rig.host.unpause("bob"))).toMatchObject({
      code: "STATE_INVALID",
      hint: `uncaged-workflow follow ${threadId}`,
    });
    void rig.host.pause("bob");
    await rig.recorded("pause");
    expect(await thrown(rig.host.pause("bob"))).toMatchObject({
      code: "STATE_INVALID",
      hint: `uncaged-workflow resume ${threadId}`,
    });
    expect(rig.controls).toEqual(["pause"]);
  });

  test("a return behind a pause ends the thread: there is nothing left to pause", async () => {
    const going = Promise.withResolvers<void>();
    const rig = new Rig(async function* () {
      yield step("a");
      await going.promise;
      return done();
    });
    await rig.begin();
    await rig.stepped(1);
    void rig.host.pause("bob");
    await rig.recorded("pause");
    going.resolve();
    expect(await rig.left).toBe("completed");
    expect(rig.controls).toEqual(["pause"]);
  });

  test("what was paused on disk does not start by itself", async () => {
    const rig = new Rig(working().code, { lines: [{ kind: "control", action: "pause" }] });
    expect(await thrown(rig.host.begin("start", "ann"))).toMatchObject({ code: "STATE_INVALID" });
    expect(rig.opened).toEqual([]);
  });

  test("a pause in an effect: the receipt is recorded, and nothing behind it runs", async () => {
    const answer = Promise.withResolvers<void>();
    const rig = new Rig(async function* () {
      yield put("one");
      yield put("two");
      return done();
    });
    rig.world.onCall = () => answer.promise.then(() => undefined);
    await rig.begin();
    await rig.sent(1);
    await rig.host.pause("bob");
    answer.resolve();
    expect(await rig.left).toBe("paused");
    expect(only(rig.lines, "receipt")).toHaveLength(1);
    expect(rig.world.labels()).toEqual(["one"]);
  });
});

describe("HOST-4: a thread that cannot come back", () => {
  const lasting = { isStrict: false, comesBack: false };

  test("is paused in memory: it rests, whoever follows is told, and it goes on with the same generator", async () => {
    const { code, going } = working();
    const rig = new Rig(code, lasting);
    await rig.begin();
    await rig.stepped(1);
    const paused = rig.host.pause("bob");
    await rig.recorded("pause");
    expect(rig.host.rests).toBe(false);
    going(0);
    await paused;
    expect(rig.host.rests).toBe(true);
    const told = rig.told.length;
    expect(told).toBeGreaterThan(0);
    going(1);
    await rig.host.unpause("eve");
    expect(await rig.left).toBe("completed");
    expect(rig.opened).toHaveLength(1);
    expect(rig.roles).toEqual(["r0", "r1", "r2"]);
  });

  test("whose Worker is lost while it is paused is left as paused, and is not begun again", async () => {
    const { code, going } = working();
    const rig = new Rig(code, lasting);
    await rig.begin();
    await rig.stepped(1);
    void rig.host.pause("bob");
    await rig.recorded("pause");
    going(0);
    await eventually("it rests", () => rig.host.rests);
    rig.host.bereave();
    expect(await rig.left).toBe("paused");
    rig.open();
    const refused = await thrown(rig.host.begin("resume", "ann"));
    expect(refused).toMatchObject({
      code: "STATE_INVALID",
      hint: `uncaged-workflow resume ${rig.host.threadId} --from-start`,
    });
    expect(refused.message).toContain("steps: 2");
    expect(rig.controls).toEqual(["pause"]);
  });

  test("begins anew when somebody asks for just that, and its old steps no longer count", async () => {
    const rig = new Rig(async function* () {
      yield step("a");
      await (rig.opened.length === 1 ? new Promise(() => {}) : null);
      return done();
    }, lasting);
    await rig.begin();
    await rig.stepped(1);
    rig.crash();
    expect(await rig.through("restart")).toBe("completed");
    expect(rig.controls).toEqual(["restart"]);
    expect(new TextDecoder().decode(rig.opened[1]?.input.stepsJson)).toBe("[]");
    expect(rig.host.steps).toBe(1);
  });
});

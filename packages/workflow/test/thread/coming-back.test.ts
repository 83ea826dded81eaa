// A thread that comes back: after a lost Worker, a dead process, a full disk, an effect in doubt; by replay and by steps.
import { describe, expect, test } from "bun:test";
import { eventually, only } from "#testing/suite-looks.ts";
import { done, isPending, pay, put, Rig, step, thrown } from "./thread-rig.ts";

const NEVER = new Promise<never>(() => {});
const stepsGiven = (rig: Rig, nth: number): string[] =>
  JSON.parse(new TextDecoder().decode(rig.opened[nth]?.input.stepsJson)).map(
    ({ role }: { role: string }) => role,
  );

/** Works for ever behind its first step, unless it has come back. */
function lostOnce() {
  const rig: Rig = new Rig(async function* ({ steps }) {
    if (steps.length === 0) yield step("a");
    if (rig.opened.length === 1) await NEVER;
    yield step("b");
    return done();
  });
  return rig;
}

describe("a generator that is lost with its Worker", () => {
  test("RUN-2: a strict one is made again, repeats its yields, and no step is written twice", async () => {
    const rig = lostOnce();
    await rig.begin();
    await rig.stepped(1);
    rig.routine?.drop("lost");
    expect(await rig.left).toBe("completed");
    expect(rig.opened.map(({ replay }) => replay.length)).toEqual([0, 1]);
    expect(stepsGiven(rig, 1)).toEqual([]);
    expect(rig.roles).toEqual(["a", "b"]);
    expect(rig.said).toContain("P6KD4N7S its generator was lost with the Worker");
  });

  test("RUN-2: one by steps is given its steps, and repeats nothing", async () => {
    const rig: Rig = new Rig(
      async function* ({ steps }) {
        if (steps.length === 0) yield step("a");
        if (rig.opened.length === 1) await NEVER;
        return done();
      },
      { isStrict: false },
    );
    await rig.begin();
    await rig.stepped(1);
    rig.routine?.drop("lost");
    expect(await rig.left).toBe("completed");
    expect(rig.opened.map(({ replay }) => replay.length)).toEqual([0, 0]);
    expect(stepsGiven(rig, 1)).toEqual(["a"]);
  });

  test("HOST-4: one that cannot come back is left as it is: its code is not entered again", async () => {
    const rig: Rig = new Rig(
      async function* () {
        yield step("a");
        await NEVER;
        return done();
      },
      { isStrict: false, comesBack: false },
    );
    await rig.begin();
    await rig.stepped(1);
    rig.host.bereave();
    rig.routine?.drop("lost");
    expect(await rig.left).toBe("interrupted");
    expect(rig.opened).toHaveLength(1);
    expect(rig.result).toBeUndefined();
  });

  test("HOST-4: one that waits for a person parks: a yes is refused and uses nothing up, a no ends it", async () => {
    const rig: Rig = new Rig(
      async function* () {
        yield step("a");
        yield { do: "approve", prompt: "go on?", onDeny: "deliver" } as const;
        return done();
      },
      { isStrict: false, comesBack: false },
    );
    await rig.begin();
    await eventually("it rests", () => rig.host.rests);
    rig.host.bereave();
    expect(await rig.left).toBe("waiting");
    rig.open();
    const before = rig.lines;
    const by = { actor: "ann", admins: [] };
    const yes = rig.host.settle({ type: "decide", decision: "approve" }, by);
    expect(await thrown(yes)).toMatchObject({ code: "STATE_INVALID" });
    expect(rig.lines).toEqual(before);
    const no = await rig.host.settle({ type: "decide", decision: "deny", reason: "no" }, by);
    expect(no.goesOn).toBe(true);
    expect(await rig.host.run()).toBe("cancelled");
    expect(rig.opened).toHaveLength(1);
    expect(only(rig.lines, "decision")[0]).toMatchObject({ decision: "deny", ends: true });
  });
});

describe("HOST-3: a full disk", () => {
  test("at a step: no result, what was on disk is there, and the thread goes on from it", async () => {
    const going = Promise.withResolvers<void>();
    const rig = new Rig(async function* () {
      yield step("a");
      await going.promise;
      yield step("b");
      return done();
    });
    await rig.begin();
    await rig.stepped(1);
    rig.store.isFull = true;
    going.resolve();
    expect(await rig.left).toBe("interrupted");
    expect(rig.host.lostBecause?.message).toContain("no space left");
    expect(rig.kinds).toEqual(["start", "a"]);
    expect(await rig.resumed()).toBe("completed");
    expect(rig.roles).toEqual(["a", "b"]);
  });

  test("at an intent: the effect is not sent", async () => {
    const rig = new Rig(async function* () {
      yield put("one");
      return done();
    });
    rig.store.isFull = true;
    expect(await rig.through()).not.toBe("completed");
    expect(rig.world.sent).toEqual([]);
    expect(rig.kinds).toEqual(["start"]);
  });

  test("at the result: the thread is not said to have ended on disk", async () => {
    const rig = new Rig(async function* () {
      return done();
    });
    rig.store.isFull = true;
    await rig.through();
    expect(rig.kinds).toEqual(["start"]);
    expect(await rig.resumed()).toBe("completed");
  });
});

describe("followers", () => {
  test("are told of a step when it survives, and not before", async () => {
    const rig = new Rig(async function* () {
      yield step("a");
      await NEVER;
      return done();
    });
    rig.store.hold();
    await rig.begin();
    await Bun.sleep(3);
    expect(rig.host.steps).toBe(1);
    expect(rig.told).toEqual([]);
    expect(rig.host.durableBytes).toBeLessThan(rig.host.bytes);
    rig.store.release();
    await rig.stepped(1);
    await eventually("it is told", () => rig.told.length === 1);
    expect(rig.told).toEqual([rig.host.bytes]);
  });

  test("RFC-10: the generator is not asked for its next yield while the one before is not on disk", async () => {
    let asked = 0;
    const rig = new Rig(async function* () {
      asked = 1;
      yield step("a");
      asked = 2;
      return done();
    });
    rig.store.hold();
    await rig.begin();
    expect(await isPending(rig.left)).toBe(true);
    expect(asked).toBe(1);
    rig.store.release();
    expect(await rig.left).toBe("completed");
    expect(asked).toBe(2);
  });
});

describe("HOST-5: what a dead process left", () => {
  const paysOnce = (how = {}) => {
    const rig = new Rig(async function* () {
      const paid = yield { ...pay("pay"), ...how };
      yield { role: "payer", content: JSON.stringify(paid), meta: {} };
      return done();
    });
    rig.world.onCall = () => (rig.world.sent.length === 1 ? NEVER : undefined);
    return rig;
  };

  test("is ended, and a person has to say what became of the effect before any code runs", async () => {
    const rig = paysOnce();
    await rig.begin();
    await rig.sent(1);
    rig.crash();
    expect(await rig.through("resume")).toBe("waiting");
    expect(rig.leftovers).toEqual([[rig.world.sent[0]?.intent as string]]);
    expect(rig.opened).toHaveLength(1);
    expect(rig.host.wait?.on).toBe("reconcile");
    expect(only(rig.lines, "attempt").map(({ status }) => status)).toContain("unknown");
  });

  test("PROMISE-1: taken up twice, the doubt is written once and nothing is sent again", async () => {
    const rig = paysOnce();
    await rig.begin();
    await rig.sent(1);
    rig.crash();
    await rig.through("resume");
    expect(await rig.resumed()).toBe("waiting");
    expect(only(rig.lines, "attempt").filter(({ status }) => status === "unknown")).toHaveLength(1);
    expect(rig.world.sent).toHaveLength(1);
  });

  test("a doubt that the author wants to hear of is delivered, and the thread goes on", async () => {
    const rig = paysOnce({ onUnknown: "deliver" });
    await rig.begin();
    await rig.sent(1);
    rig.crash();
    expect(await rig.through("resume")).toBe("completed");
    expect(only(rig.lines, "receipt")[0]).toMatchObject({ status: "unknown" });
    expect(rig.world.sent).toHaveLength(1);
  });

  test("a thread with a doubt does not begin anew before it is settled", async () => {
    const rig = paysOnce();
    await rig.begin();
    await rig.sent(1);
    rig.crash();
    expect(await thrown(rig.host.begin("restart", "ann"))).toMatchObject({
      code: "STATE_INVALID",
      hint: `uncaged-workflow reconcile ${rig.host.threadId}`,
    });
    expect(rig.controls).toEqual([]);
  });
});

describe("another way than before", () => {
  const changing = (isStrict: boolean) => {
    const rig: Rig = new Rig(
      async function* () {
        yield put(rig.opened.length === 1 ? "old" : "new");
        if (rig.opened.length === 1) await NEVER;
        return done();
      },
      { isStrict },
    );
    return rig;
  };

  test("AOS-40: a strict thread stops without a result, and nothing new is sent", async () => {
    const rig = changing(true);
    await rig.begin();
    await eventually("its receipt is there", () => only(rig.lines, "receipt").length === 1);
    rig.crash();
    const before = rig.lines.length;
    await rig.through("resume");
    expect(rig.host.lostBecause?.code).toBe("REPLAY_DIVERGENCE");
    expect(rig.lines).toHaveLength(before + 1);
    expect(rig.world.labels()).toEqual(["old"]);
  });

  test("a thread by steps branches: the line says where, and it goes the new way", async () => {
    const rig = changing(false);
    await rig.begin();
    await eventually("its receipt is there", () => only(rig.lines, "receipt").length === 1);
    rig.crash();
    expect(await rig.through("resume")).toBe("completed");
    expect(only(rig.lines, "control").at(-1)).toMatchObject({ action: "branch", at: 1, steps: 0 });
    expect(rig.world.labels()).toEqual(["old", "new"]);
  });
});

describe("epochs", () => {
  test("each begins with the state it was given, without steps, and its predecessor is dropped", async () => {
    const seen: unknown[] = [];
    const rig = new Rig(async function* ({ state, steps }) {
      const { n } = (state ?? { n: 0 }) as { n: number };
      seen.push({ n, steps: steps.length });
      yield step(`e${n}`);
      if (n < 2) yield { do: "continue", state: { n: n + 1 } } as const;
      return done();
    });
    expect(await rig.through()).toBe("completed");
    expect(seen).toEqual([0, 1, 2].map((n) => ({ n, steps: 0 })));
    expect(rig.host.fold.epoch).toBe(2);
    expect(rig.host.steps).toBe(1);
    expect(rig.dropped).toBe(3);
  });

  test("a strict thread begins with the state of its epoch, one by steps with its last checkpoint", async () => {
    for (const [isStrict, n] of [
      [true, 1],
      [false, 2],
    ] as const) {
      const rig: Rig = new Rig(
        async function* ({ state }) {
          if (state === undefined) yield { do: "continue", state: { n: 1 } } as const;
          if (rig.opened.length <= 2) {
            yield { do: "checkpoint", state: { n: 2 } } as const;
            await NEVER;
          }
          return done();
        },
        { isStrict },
      );
      await rig.begin();
      await eventually("the checkpoint is there", () => only(rig.lines, "checkpoint").length === 2);
      rig.crash();
      await rig.through("resume");
      expect(rig.opened[2]?.input.state).toEqual({ n });
    }
  });
});

// Limits of a thread, just before their edge and at it, and what holds when a thread comes back.
import { describe, expect, test } from "bun:test";
import type { Limits } from "#contract/descriptor.ts";
import type { StartRecord } from "#contract/record.ts";
import { only } from "#testing/suite-looks.ts";
import { limitsOf } from "#thread/thread-limits.ts";
import { done, put, Rig, step } from "./thread-rig.ts";

async function* threeSteps({ steps }: { steps: unknown[] }) {
  for (let n = steps.length; n < 3; n++) yield step(`r${n}`);
  return done();
}

const threeWith = (costUsd: number) =>
  async function* () {
    for (let n = 0; n < 3; n++) yield { role: `r${n}`, content: "", meta: { costUsd } };
    return done();
  };

describe("limitsOf: a flag of run only lowers what the bundle says", () => {
  type Asked = NonNullable<StartRecord["parameters"]["limits"]>;
  const rows: [string, Limits, Asked, (of: ReturnType<typeof limitsOf>) => number, number][] = [
    ["time, lowered", { timeoutMs: 500 }, { timeoutMs: 400 }, (of) => of.timeoutMs, 400],
    ["time, not raised", { timeoutMs: 500 }, { timeoutMs: 600 }, (of) => of.timeoutMs, 500],
    ["effects at once, lowered", { maxParallel: 3 }, { maxParallel: 2 }, (of) => of.parallelMax, 2],
    ["effects at once, not raised", { maxParallel: 3 }, { maxParallel: 9 }, (of) => of.parallelMax, 3],
    ["effects at once, the ceiling", {}, { maxParallel: 99 }, (of) => of.parallelMax, 4],
    ["output, lowered", { maxOutputBytes: 90 }, { maxOutputBytes: 80 }, (of) => of.outputBytes, 80],
    ["output, not raised", { maxOutputBytes: 90 }, { maxOutputBytes: 99 }, (of) => of.outputBytes, 90],
    ["tokens, lowered", { maxTokens: 90 }, { maxTokens: 80 }, (of) => of.budget.tokensMax, 80],
    ["tokens, not raised", { maxTokens: 90 }, { maxTokens: 99 }, (of) => of.budget.tokensMax, 90],
    ["cost, not raised", { maxCost: 1 }, { maxCost: 2 }, (of) => of.budget.costMax, 1],
    ["effects of a thread", { maxEffects: 7 }, {}, (of) => of.budget.callsMax, 7],
    ["blocked effects", { breaker: 2 }, {}, (of) => of.budget.breaker, 2],
    ["blocked effects, the default", {}, {}, (of) => of.budget.breaker, 5],
  ];
  test.each(rows)("%s", (_, limits, asked, read, expected) => {
    expect(read(limitsOf(limits, asked))).toBe(expected);
  });

  test("only a person who sets a budget of tokens must know them", () => {
    expect(limitsOf({ maxTokens: 5 }, undefined).budget.mustKnowTokens).toBe(false);
    expect(limitsOf(undefined, { maxTokens: 5 }).budget.mustKnowTokens).toBe(true);
    expect(limitsOf(undefined, { maxTokens: 5, allowUnpriced: true }).budget.mustKnowTokens).toBe(false);
  });
});

describe("rounds", () => {
  const rounds = (maxRounds: number) => ({
    isStrict: false,
    parameters: { options: { isDryRun: false, maxRounds } },
  });

  test("LOOP-2: at the limit the thread is completed and says so; the generator is not asked again", async () => {
    const rig = new Rig(threeSteps, rounds(3));
    expect(await rig.through()).toBe("completed");
    expect(rig.roles).toEqual(["r0", "r1", "r2"]);
    expect(rig.result).toMatchObject({ reachedMaxRounds: true });
  });

  test("one below the limit the generator returns by itself", async () => {
    const rig = new Rig(threeSteps, rounds(4));
    expect(await rig.through()).toBe("completed");
    expect(rig.result).toMatchObject({ summary: "done" });
    expect(rig.result?.reachedMaxRounds).toBeUndefined();
  });
});

describe("steps", () => {
  test.each([
    [3, "failed", 3],
    [4, "completed", 3],
    [1, "failed", 1],
  ] as const)("a limit of %d yields: %s", async (maxSteps, status, steps) => {
    const rig = new Rig(threeSteps, { isStrict: false, limits: { maxSteps } });
    expect(await rig.through()).toBe(status);
    expect(rig.roles).toHaveLength(steps);
    if (status === "failed") expect(rig.result?.error?.code).toBe("MAX_STEPS_EXCEEDED");
  });

  test("yields before a crash count after it", async () => {
    let isFirst = true;
    const rig = new Rig(
      async function* ({ steps }) {
        for (let n = steps.length; n < 3; n++) {
          yield step(`r${n}`);
          if (isFirst) await new Promise(() => {});
        }
        return done();
      },
      { isStrict: false, limits: { maxSteps: 2 } },
    );
    await rig.begin();
    await rig.stepped(1);
    isFirst = false;
    rig.crash();
    expect(await rig.through("resume")).toBe("failed");
    expect(rig.roles).toEqual(["r0", "r1"]);
  });
});

describe("cost", () => {
  test.each([
    [0.75, "failed", 3],
    [0.76, "completed", 3],
    [0.5, "failed", 2],
    [0.51, "failed", 3],
  ] as const)("three steps of $0.25 and a budget of $%d: %s", async (maxCost, status, steps) => {
    const rig = new Rig(threeWith(0.25), { limits: { maxCost } });
    expect(await rig.through()).toBe(status);
    expect(rig.roles).toHaveLength(steps);
    expect(rig.host.bill.microUsd).toBe(steps * 250_000);
    if (status === "failed")
      expect(rig.result?.error).toMatchObject({
        code: "WORKFLOW_BUDGET_EXCEEDED",
        details: { limit: "max_cost" },
      });
  });
});

describe("the journal", () => {
  test("a yield that would make it too long is not recorded, and fails the thread", async () => {
    const wide = { role: "wide", content: "x".repeat(5_000), meta: {} };
    const rig = new Rig(
      async function* () {
        yield step("a");
        yield wide;
        return done();
      },
      { limits: { journalBytes: 4_000 } },
    );
    expect(await rig.through()).toBe("failed");
    expect(rig.roles).toEqual(["a"]);
    expect(rig.result?.error?.code).toBe("MAX_OUTPUT_BYTES");
  });

  test("an effect whose command does not fit any more is not sent", async () => {
    const rig = new Rig(
      async function* () {
        yield put("x".repeat(5_000));
        return done();
      },
      { limits: { journalBytes: 4_000 } },
    );
    expect(await rig.through()).toBe("failed");
    expect(rig.world.sent).toEqual([]);
    expect(only(rig.lines, "intent")).toEqual([]);
  });
});

describe("time", () => {
  const HOUR = 3_600_000;

  test("a step is overdue while the generator works, and not while its effect does", async () => {
    const rig = new Rig(
      async function* () {
        yield put("hangs");
        await new Promise(() => {});
        return done();
      },
      { limits: { stepTimeoutMs: 1_000 } },
    );
    const answer = Promise.withResolvers<void>();
    rig.world.onCall = () => answer.promise.then(() => undefined);
    await rig.begin();
    await rig.sent(1);
    expect(rig.host.isStepOverdue(performance.now() + HOUR)).toBe(false);
    answer.resolve();
    while (only(rig.lines, "receipt").length === 0) await Bun.sleep(1);
    await Bun.sleep(1);
    expect(rig.host.isStepOverdue(performance.now() + HOUR)).toBe(true);
    expect(rig.host.isStepOverdue(performance.now())).toBe(false);
  });

  test("a deadline that passed ends the thread with that failure; a later one changes nothing", async () => {
    const failure = (summary: string) => ({ status: "failed", returnCode: 1, summary }) as const;
    const rig = new Rig(async function* () {
      yield put("hangs");
      return done();
    });
    rig.world.onCall = () => new Promise(() => {});
    await rig.begin();
    await rig.sent(1);
    rig.host.fail(failure("too late"));
    rig.host.fail(failure("later still"));
    expect(await rig.left).toBe("failed");
    expect(rig.result?.summary).toBe("too late");
  });

  test("HOST-2: a deadline behind a recorded kill does not change what the thread ends with", async () => {
    const rig = new Rig(async function* () {
      yield put("hangs");
      return done();
    });
    rig.world.onCall = () => new Promise(() => {});
    await rig.begin();
    await rig.sent(1);
    await rig.host.stop("kill", {});
    rig.host.fail({ status: "failed", returnCode: 1, summary: "too late" });
    expect(await rig.left).toBe("killed");
  });
});

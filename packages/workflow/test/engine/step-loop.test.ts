// The loop alone: its generator is a list of turns, and what it makes durable is a list of words.
import { describe, expect, test } from "bun:test";
import type { Compared, Durable, Left, Performed, Routine, Turn } from "#contract/ports.ts";
import { type Bounds, closeRoutine, stepLoop } from "#engine/step-loop.ts";

const role = (name: string): Turn => ({
  type: "yield",
  json: JSON.stringify({ content: "", meta: {}, role: name }),
});
const command: Turn = { type: "yield", json: '{"do":"now"}' };
const done: Turn = { type: "return", json: '{"returnCode":0,"summary":"done"}' };
const bad: Turn = { type: "yield", json: '{"neither":"role nor command"}' };

type Rig = {
  /** What happened, in its order. */
  told: string[];
  routine: Routine;
  durable: Durable;
};

type Given = {
  turns: Turn[];
  closing?: Turn[];
  perform?: Performed[];
  compare?: Compared[];
  gate?: (Left | undefined)[];
  step?: Left;
  ended?: Left;
};

function rig({ turns, closing = [done], perform = [], compare = [], gate = [], step, ended }: Given): Rig {
  const told: string[] = [];
  let isClosing = false;
  const next = (list: Turn[]) => list.shift() ?? done;
  return {
    told,
    routine: {
      next: async (answer, isLive) => {
        const said = answer === undefined ? "" : ` ${JSON.stringify(answer)}`;
        told.push(`next${said}${isLive ? " live" : ""}`);
        return next(isClosing ? closing : turns);
      },
      close: async () => {
        isClosing = true;
        told.push("close");
        return next(closing);
      },
    },
    durable: {
      step: async (json, n) => {
        told.push(`step ${n} ${JSON.parse(json).role}`);
        return step;
      },
      perform: async (_, n) => {
        told.push(`perform ${n}`);
        return perform.shift() ?? { answer: n };
      },
      compare: async (turn) => {
        told.push(`compare ${turn.at}`);
        return compare.shift() ?? { answer: "known" };
      },
      ended: (n, turn) => {
        told.push(`ended ${n} ${turn.type}`);
        return ended;
      },
      reject: async (n, { code }) => void told.push(`reject ${n} ${code}`),
      gate: () => gate.shift(),
      rest: () => void told.push("rest"),
    },
  };
}

const BOUNDS: Bounds = { rounds: 0, yields: 0, roundsMax: 10, stepsMax: 10, closeMs: 1_000 };
const run = ({ routine, durable }: Rig, bounds: Partial<Bounds> = {}) =>
  stepLoop(routine, durable, { ...BOUNDS, ...bounds });

describe("LOOP-1: one yield after the other", () => {
  test("a step is durable before the generator is asked again, and an answer is what it is asked with", async () => {
    const one = rig({ turns: [role("a"), command, done] });
    expect(await run(one)).toMatchObject({ ends: { status: "completed", summary: "done" } });
    expect(one.told).toEqual(["next", "step 1 a", "next", "perform 2", "next 2", "ended 3 return"]);
  });

  test("yields are counted from where the record ends", async () => {
    const one = rig({ turns: [command, done] });
    await run(one, { yields: 7 });
    expect(one.told).toContain("perform 8");
  });
});

describe("LOOP-2: limits are checked before the generator runs on", () => {
  test("rounds: a normal end, and the generator is closed", async () => {
    const one = rig({ turns: [role("a"), role("b")] });
    expect(await run(one, { roundsMax: 1 })).toMatchObject({ ends: { reachedMaxRounds: true } });
    expect(one.told).toEqual(["next", "step 1 a", "rest", "close"]);
  });

  test("yields: a failure", async () => {
    const one = rig({ turns: [command, command] });
    const end = await run(one, { stepsMax: 1 });
    expect(end).toMatchObject({ ends: { error: { code: "MAX_STEPS_EXCEEDED" } } });
    expect(one.told.filter((word) => word.startsWith("next"))).toHaveLength(1);
  });

  test("what was spent: as the guard says", async () => {
    const spent = { status: "failed", returnCode: 1, summary: "no money left" } as const;
    expect(await run(rig({ turns: [role("a")] }), { over: () => spent })).toEqual({ ends: spent });
  });

  test("rounds come before yields, yields before what was spent", async () => {
    const over = () => ({ status: "failed", returnCode: 1, summary: "spent" }) as const;
    const both = await run(rig({ turns: [] }), { roundsMax: 0, stepsMax: 0, over });
    expect(both).toMatchObject({ ends: { reachedMaxRounds: true } });
    const second = await run(rig({ turns: [] }), { stepsMax: 0, over });
    expect(second).toMatchObject({ ends: { error: { code: "MAX_STEPS_EXCEEDED" } } });
  });
});

describe("LOOP-3: how the loop is left is a value", () => {
  test("a throw is a failure, and nothing more is asked", async () => {
    const error = { code: "WORKFLOW_FAILED", message: "oh" } as const;
    const one = rig({ turns: [{ type: "throw", error }] });
    expect(await run(one)).toEqual({ ends: { status: "failed", returnCode: 1, summary: "oh", error } });
    expect(one.told).toEqual(["next", "ended 1 throw"]);
  });

  test("a bad yield fails the thread after `finally`; its line comes before a step of that", async () => {
    const one = rig({ turns: [bad], closing: [role("cleanup"), done] });
    expect(await run(one)).toMatchObject({ ends: { error: { code: "SCHEMA_INVALID" } } });
    expect(one.told).toEqual([
      "next",
      "ended 1 yield",
      "rest",
      "close",
      "reject 1 SCHEMA_INVALID",
      "step 0 cleanup",
      "next live",
    ]);
  });

  test("a bad return is a failure", async () => {
    const end = await run(rig({ turns: [{ type: "return", json: '{"summary":"no code"}' }] }));
    expect(end).toMatchObject({ ends: { error: { code: "SCHEMA_INVALID" } } });
  });

  test("a role that does not fit is rejected; a check that was stopped leaves no line", async () => {
    const misfit = { code: "SCHEMA_INVALID", message: "no" } as const;
    const one = rig({ turns: [role("a")] });
    expect(await run(one, { checkRole: async () => misfit })).toMatchObject({ ends: { error: misfit } });
    expect(one.told).not.toContain("step 1 a");
    const other = rig({ turns: [role("a")] });
    expect(await run(other, { checkRole: async () => ({ stopped: true }) })).toEqual({ stopped: true });
    expect(other.told).toEqual(["next"]);
  });

  test.each([
    [{ parks: true }],
    [{ continues: true }],
    [{ stopped: true }],
    [{ over: { status: "cancelled", returnCode: 1, summary: "no" } }],
  ] as [Left][])("a command that is left with %j leaves the generator where it is", async (left) => {
    const one = rig({ turns: [command, done], perform: [left] });
    expect(await run(one)).toEqual(left);
    expect(one.told).toEqual(["next", "perform 1"]);
  });

  test("a command that ends the thread lets `finally` run", async () => {
    const ends = { status: "cancelled", returnCode: 1, summary: "denied" } as const;
    const one = rig({ turns: [command], perform: [{ ends }] });
    expect(await run(one)).toEqual({ ends });
    expect(one.told).toEqual(["next", "perform 1", "rest", "close"]);
  });

  test("a generator that is lost, or dropped, is a turn", async () => {
    expect(await run(rig({ turns: [{ type: "gone", how: "lost" }] }))).toEqual({ lost: true });
    expect(await run(rig({ turns: [{ type: "gone", how: "dropped" }] }))).toEqual({ stopped: true });
  });

  test("one that is lost while it is closed is lost, and does not end", async () => {
    const one = rig({ turns: [], closing: [{ type: "gone", how: "lost" }] });
    expect(await run(one, { roundsMax: 0 })).toEqual({ lost: true });
  });

  test("a step may be where the thread ends: the log is full", async () => {
    const over = { status: "failed", returnCode: 1, summary: "full" } as const;
    const one = rig({ turns: [role("a"), role("b")], step: { over } });
    expect(await run(one)).toEqual({ over });
    expect(one.told).toEqual(["next", "step 1 a"]);
  });

  test("the gate stops it between two yields", async () => {
    const one = rig({ turns: [role("a"), role("b")], gate: [undefined, { parks: true }] });
    expect(await run(one)).toEqual({ parks: true });
    expect(one.told).toEqual(["next", "step 1 a"]);
  });

  test("what ended the thread before stays the last word, though the code ends another way", async () => {
    const over = { status: "cancelled", returnCode: 1, summary: "no" } as const;
    expect(await run(rig({ turns: [done], ended: { over } }))).toEqual({ over });
    expect(await run(rig({ turns: [bad], ended: { over } }))).toEqual({ over });
  });
});

describe("LOOP-4: a recorded yield is repeated, not done again", () => {
  test("one that means the same is answered from the record", async () => {
    const one = rig({ turns: [{ ...command, at: 0 } as Turn, done] });
    await run(one);
    expect(one.told).toEqual(["next", "compare 0", 'next "known"', "ended 1 return"]);
  });

  test("one that takes another way is done, counted from there, and nothing more is repeated", async () => {
    const turns = [{ ...command, at: 2 } as Turn, command, done];
    const one = rig({ turns, compare: [{ yields: 4, steps: 1 }] });
    await run(one, { yields: 9 });
    expect(one.told).toEqual([
      "next",
      "compare 2",
      "perform 5",
      "next 5 live",
      "perform 6",
      "next 6 live",
      "ended 7 return",
    ]);
  });

  test("a comparison that finds the thread over leaves it", async () => {
    const over = { status: "cancelled", returnCode: 1, summary: "no" } as const;
    const one = rig({ turns: [{ ...command, at: 0 } as Turn], compare: [{ over }] });
    expect(await run(one)).toEqual({ over });
  });
});

describe("closing", () => {
  test("role outputs of `finally` are steps without a position, commands get no answer, and there are 16 at most", async () => {
    const closing = Array.from({ length: 40 }, (_, n) => (n % 2 ? command : role(`r${n}`)));
    const { routine, durable, told } = rig({ turns: [], closing });
    expect(await closeRoutine(routine, durable, 1_000)).toBeUndefined();
    expect(told.filter((word) => word.startsWith("step 0"))).toHaveLength(8);
    expect(told.some((word) => word.startsWith("perform"))).toBe(false);
  });

  test("what takes too long leaves nothing behind the end", async () => {
    const { durable, told } = rig({ turns: [] });
    const late = Promise.withResolvers<Turn>();
    const routine: Routine = { next: async () => done, close: () => late.promise };
    let ring = () => {};
    const clock = {
      now: () => 0,
      after: (_: number, call: () => void) => {
        ring = call;
        return () => {};
      },
    };
    const closed = closeRoutine(routine, durable, 5, clock);
    ring();
    expect(await closed).toBeUndefined();
    late.resolve(role("too late"));
    await Bun.sleep(1);
    expect(told).toEqual(["rest"]);
  });
});

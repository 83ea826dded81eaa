// One attempt of an effect: what the executor is given, when it is given up, and the lines that its answer becomes.
import { describe, expect, test } from "bun:test";
import { sha256Hex } from "#codec/sha256.ts";
import type { EffectCommand, Json } from "#contract/command.ts";
import { Aborted, type Executed, type Executor, type ExecutorCall } from "#contract/effect.ts";
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { EffectIntent } from "#contract/record.ts";
import { type EffectPorts, EffectRunner } from "#engine/effect-runner.ts";
import { YieldWork } from "#engine/yield-work.ts";
import { DEFINITION, IDENTITY, NOW, opened } from "../commands/command-rig.ts";

type Timer = { ms: number; call: () => void; isTakenBack: boolean };

/** A clock whose timers fire when the test says so. */
function rig(executor: Executor, other: Partial<EffectPorts> = {}) {
  const timers: Timer[] = [];
  const told: string[] = [];
  const frames: Json[] = [];
  const clock = {
    now: () => NOW,
    after(ms: number, call: () => void) {
      const timer = { ms, call, isTakenBack: false };
      timers.push(timer);
      return () => {
        timer.isTakenBack = true;
      };
    },
  };
  const ports: EffectPorts = {
    executorOf: async () => executor,
    normalise: (_schema, value) => ({ value }),
    identity: () => IDENTITY,
    sign: async () => "signed",
    clock,
    workspace: () => "/w",
    outputBytes: 100,
    progress: (_intent, frame) => frames.push(frame),
    info: (text) => told.push(text),
    ...other,
  };
  const work = new YieldWork(clock);
  return { runner: new EffectRunner(ports), timers, told, frames, work };
}

const intentOf = (more: Partial<EffectCommand> = {}) =>
  opened<EffectIntent>({ do: "effect", effect: "test/do@1", params: { a: 1 }, class: "read", ...more });
const ok = (payload: Json, more: object = {}): Executed => ({ status: "ok", payload, ...more }) as Executed;
const failed = (more: object = {}): Executed =>
  ({ status: "error", error: { code: "E", message: "no", ...more } }) as Executed;
const NEVER: Executor = () => new Promise(() => {});
const run = async (
  executor: Executor,
  more: Partial<EffectCommand> = {},
  other: Partial<EffectPorts> = {},
) => {
  const { runner, work, ...rest } = rig(executor, other);
  return { executed: await runner.run(await intentOf(more), DEFINITION, 1, work), ...rest };
};
const records = async (
  answered: Executed,
  {
    more = {},
    attempt = 1,
    beside = 0,
    ports = {},
  }: { more?: Partial<EffectCommand>; attempt?: number; beside?: number; ports?: Partial<EffectPorts> } = {},
) => rig(NEVER, ports).runner.recordsOf(await intentOf(more), DEFINITION, attempt, answered, beside);

describe("the executor is given", () => {
  const callOf = async (intent: EffectIntent, attempt: number): Promise<ExecutorCall> => {
    const calls: ExecutorCall[] = [];
    const { runner, work } = rig(async (call) => {
      calls.push(call);
      return ok(null);
    });
    await runner.run(intent, DEFINITION, attempt, work);
    return calls[0] as ExecutorCall;
  };

  test("what was asked for, how often it was tried, and its limits", async () => {
    const intent = await intentOf({ timeoutMs: 70 });
    const call = await callOf(intent, 2);
    expect(call).toMatchObject({
      intent: intent.id,
      effect: "test/do@1",
      params: { a: 1 },
      attempt: 2,
      timeoutMs: 70,
      maxOutputBytes: 100,
    });
    expect(call.workspace()).toBe("/w");
    expect(call.signal.aborted).toBe(false);
  });

  test.each([
    ["its id, where nothing else is said", {}, (intent: EffectIntent) => intent.id],
    ["the key of an earlier sending", { sentAs: "s".repeat(64) }, () => "s".repeat(64)],
    ["the author's own key before all", { sentAs: "s".repeat(64), key: "mine" }, () => "mine"],
  ] as const)("one key: %s", async (_what, more, key) => {
    const intent = { ...(await intentOf()), ...more } as EffectIntent;
    expect((await callOf(intent, 1)).idempotencyKey).toBe(key(intent));
  });

  test("a way to tell how far it is", async () => {
    const { frames } = await run(async ({ progress }) => {
      progress({ done: 1 });
      progress("half");
      return ok(null);
    });
    expect(frames).toEqual([{ done: 1 }, "half"]);
  });
});

describe("whatever an executor does wrong is its error", () => {
  test.each<[string, Executor, string]>([
    ["it rejects", () => Promise.reject(new Error("broken pipe")), "broken pipe"],
    ["it rejects with no error", () => Promise.reject("text"), "text"],
    [
      "it throws at once",
      () => {
        throw new Error("not a promise");
      },
      "not a promise",
    ],
  ])("%s", async (_what, executor, message) => {
    expect((await run(executor)).executed).toEqual({
      status: "error",
      error: { code: "EXECUTOR_FAILED", message },
    });
  });

  test("it cannot be loaded", async () => {
    const executorOf = () => Promise.reject(new Error("no such module"));
    expect((await run(NEVER, {}, { executorOf })).executed).toMatchObject({
      error: { code: "EXECUTOR_FAILED", message: "no such module" },
    });
  });
});

describe("an executor that forgets the time", () => {
  test("is given up two seconds after its timeout, and told to stop", async () => {
    const signals: AbortSignal[] = [];
    const { runner, timers, work } = rig((call) => {
      signals.push(call.signal);
      return NEVER(call);
    });
    const running = runner.run(await intentOf({ timeoutMs: 70 }), DEFINITION, 1, work);
    await Bun.sleep(0);
    expect(timers.map(({ ms }) => ms)).toEqual([2_070]);
    expect(signals[0]?.aborted).toBe(false);
    timers[0]?.call();
    expect(await running).toMatchObject({ status: "timeout", error: { code: expect.any(String) } });
    expect(signals[0]?.aborted).toBe(true);
  });

  test("costs nothing when it did answer: its timer is taken back, and it is not aborted", async () => {
    const signals: AbortSignal[] = [];
    const { timers } = await run(async ({ signal }) => {
      signals.push(signal);
      return ok(1);
    });
    expect(timers.map(({ isTakenBack }) => isTakenBack)).toEqual([true]);
    expect(signals[0]?.aborted).toBe(false);
  });
});

describe("a thread that is stopped", () => {
  test.each([[300], [undefined]])(
    "gives what runs %p ms to end, and does not wait for it",
    async (graceMs) => {
      const signals: AbortSignal[] = [];
      const { runner, work, timers } = rig((call) => {
        signals.push(call.signal);
        return NEVER(call);
      });
      const running = runner.run(await intentOf(), DEFINITION, 1, work);
      await Bun.sleep(0);
      work.stop({ stopped: true }, graceMs);
      expect(await running).toEqual({
        status: "error",
        error: { code: "ABORTED", message: "the thread was stopped" },
      });
      expect(signals[0]?.reason).toBeInstanceOf(Aborted);
      expect(signals[0]?.reason?.graceMs).toBe(graceMs);
      expect(timers[0]?.isTakenBack).toBe(true);
    },
  );

  test("while the executor is being loaded never calls it", async () => {
    const loading = Promise.withResolvers<Executor>();
    let calls = 0;
    const { runner, work } = rig(NEVER, { executorOf: () => loading.promise });
    const running = runner.run(await intentOf(), DEFINITION, 1, work);
    work.stop({ stopped: true });
    loading.resolve(async () => {
      calls += 1;
      return ok(null);
    });
    expect(await running).toMatchObject({ error: { code: "ABORTED" } });
    expect(calls).toBe(0);
  });
});

describe("what was spent", () => {
  test.each([-1, Number.NaN, Infinity, "1" as never])(
    "a cost of %p is no amount: it is left out, and noted",
    async (costUsd) => {
      const { executed, told } = await run(async () => ok(null, { costUsd }));
      expect(executed).toEqual({ status: "ok", payload: null });
      expect(told).toEqual([
        "test/do@1: costUsd of its answer is not a number from 0 up, and is not counted",
      ]);
    },
  );

  test("a cost from 0 up stays", async () => {
    const { executed, told } = await run(async () => ok(null, { costUsd: 0 }));
    expect(executed).toEqual({ status: "ok", payload: null, costUsd: 0 } as never);
    expect(told).toEqual([]);
  });
});

describe("when it is sent again", () => {
  const soon = { retryable: true };
  const delay = async (answered: Executed, more: Partial<EffectCommand>, attempt = 1) => {
    const [line] = await records(answered, { more, attempt });
    return line?.kind === "attempt" ? line.delayMs : null;
  };
  const timeout = { status: "timeout", error: { code: "TIMEOUT", message: "late" } } as Executed;

  test.each<[string, Executed, Partial<EffectCommand>, number, number | null]>([
    ["an error that may pass, after the usual time", failed(soon), {}, 1, TIMES.retryMs],
    ["three times as long after the second", failed(soon), {}, 2, TIMES.retryMs * 3],
    ["not after the third", failed(soon), {}, 3, null],
    ["a timeout may pass", timeout, {}, 1, TIMES.retryMs],
    ["an error that says nothing does not pass", failed(), {}, 1, null],
    ["an error that says no does not pass", failed({ retryable: false }), {}, 1, null],
    ["`retry: false` says no", failed(soon), { retry: false }, 1, null],
    ["what may be done once only is not", failed(soon), { class: "once" }, 1, null],
    ["nor is its timeout", timeout, { class: "once" }, 1, null],
    ["what has a key is", failed(soon), { class: "idempotent" }, 1, TIMES.retryMs],
    ["`max: 1` is no retry", failed(soon), { retry: { max: 1 } }, 1, null],
    ["as often as `max` says", failed(soon), { retry: { max: 5, delayMs: 1 } }, 4, 27],
    ["with its own delay and backoff", failed(soon), { retry: { delayMs: 10, backoff: 2 } }, 2, 20],
    ["to whole milliseconds", failed(soon), { retry: { delayMs: 5, backoff: 1.5 } }, 2, 8],
    ["no longer than `maxDelayMs`", failed(soon), { retry: { delayMs: 10, maxDelayMs: 15 } }, 2, 15],
    ["never shorter than `delayMs`", failed(soon), { retry: { delayMs: 10, maxDelayMs: 5 } }, 1, 10],
    [
      "as long as the other side asks",
      failed({ ...soon, retryAfterMs: 90 }),
      { retry: { delayMs: 10 } },
      1,
      90,
    ],
    ["no sooner than we would", failed({ ...soon, retryAfterMs: 5 }), { retry: { delayMs: 10 } }, 1, 10],
    [
      "nobody makes us wait for ever",
      failed({ ...soon, retryAfterMs: 1e12 }),
      { retry: { delayMs: 10 } },
      1,
      TIMES.retryAfterMs,
    ],
  ])("%s", async (_what, answered, more, attempt, expected) => {
    expect(await delay(answered, more, attempt)).toBe(expected);
  });

  test("the line says which attempt failed, why, and what it cost", async () => {
    const intent = await intentOf();
    const answered = { ...failed(soon), costUsd: 0.5 } as Executed;
    expect(await records(answered, { attempt: 2 })).toEqual([
      {
        kind: "attempt",
        n: 3,
        index: 0,
        intent: intent.id,
        attempt: 2,
        status: "failed",
        error: { code: "E", message: "no", retryable: true },
        delayMs: TIMES.retryMs * 3,
        costUsd: 0.5,
      },
    ]);
  });
});

describe("an answer becomes a receipt", () => {
  test("that is signed, with the number of its attempt and what it cost", async () => {
    expect(
      await records(ok({ b: 1, a: 2 }, { costUsd: 0.25, issuerRef: "r1" }), { attempt: 3 }),
    ).toMatchObject([
      {
        kind: "receipt",
        status: "ok",
        payload: { a: 2, b: 1 },
        attempt: 3,
        costUsd: 0.25,
        issuerRef: "r1",
        executor: "test",
        sig: "signed",
      },
    ]);
  });

  test("whose payload is in canonical order", async () => {
    const [receipt] = await records(ok({ b: 1, a: 2 }));
    expect(JSON.stringify((receipt as { payload: Json }).payload)).toBe('{"a":2,"b":1}');
  });

  test("with the reference the author chose, whatever the executor says", async () => {
    const answered = ok(1, { issuerRef: "theirs" });
    expect(await records(answered, { more: { issuerRef: "ours" } })).toMatchObject([{ issuerRef: "ours" }]);
  });

  test("an error keeps a payload that fits, and loses one that is too large", async () => {
    const withPayload = (payload: Json) => ({ ...failed(), payload }) as Executed;
    expect(await records(withPayload({ exitCode: 2 }))).toMatchObject([
      { status: "error", error: { code: "E" }, payload: { exitCode: 2 } },
    ]);
    const [large] = await records(withPayload("x".repeat(200)));
    expect(large).toMatchObject({ kind: "receipt", status: "error", error: { code: "E" } });
    expect(large).not.toHaveProperty("payload");
  });

  test("a message that is too long is cut, and lone surrogates are replaced", async () => {
    const [long] = await records(failed({ message: "m".repeat(LIMITS.errorChars + 5) }));
    expect((long as { error: { message: string } }).error.message).toHaveLength(LIMITS.errorChars);
    expect(await records(failed({ message: "a\ud800b" }))).toMatchObject([
      { error: { message: "a\ufffdb" } },
    ]);
  });
});

describe("a payload that is too large", () => {
  test("is an error that says by how much, and is counted in bytes", async () => {
    expect(await records(ok("x".repeat(98)))).toMatchObject([{ status: "ok" }]);
    expect(await records(ok("x".repeat(99)))).toMatchObject([
      {
        kind: "receipt",
        status: "error",
        error: {
          code: "MAX_OUTPUT_BYTES",
          message: "the payload has 101 bytes; 100 are allowed (maxOutputBytes)",
        },
      },
    ]);
    expect(await records(ok("ä".repeat(50)))).toMatchObject([{ error: { code: "MAX_OUTPUT_BYTES" } }]);
  });

  test("was paid for all the same", async () => {
    expect(await records(ok("x".repeat(99), { costUsd: 2 }))).toMatchObject([
      { status: "error", costUsd: 2 },
    ]);
  });
});

describe("AOS-32: a payload that does not fit", () => {
  const ports = { normalise: () => ({ problem: { path: "a", message: "must be 1" } }) };
  const misfit = { a: 2 };

  test("is a fault with the digest of what came, not with what came", async () => {
    const intent = await intentOf();
    expect(await records(ok(misfit, { costUsd: 3 }), { ports })).toEqual([
      {
        kind: "fault",
        n: 3,
        index: 0,
        intent: intent.id,
        effect: "test/do@1",
        code: "SCHEMA_INVALID",
        message: "the payload at `a`: must be 1",
        payloadHash: sha256Hex('{"a":2}'),
        payloadSize: 7,
        costUsd: 3,
      },
    ]);
  });

  test("counts the commands that it takes along", async () => {
    expect(await records(ok(misfit), { ports, beside: 2 })).toMatchObject([{ kind: "fault", dropped: 2 }]);
    expect((await records(ok(misfit), { ports }))[0]).not.toHaveProperty("dropped");
  });

  test("is delivered to the author who wants it: the fault, and a receipt of it, which take nothing along", async () => {
    const lines = await records(ok(misfit), { ports, beside: 2, more: { onFault: "deliver" } });
    expect(lines).toMatchObject([
      { kind: "fault" },
      {
        kind: "receipt",
        status: "fault",
        error: { code: "SCHEMA_INVALID", details: { payloadHash: sha256Hex('{"a":2}'), payloadSize: 7 } },
      },
    ]);
    expect(lines[0]).not.toHaveProperty("dropped");
    expect(lines[1]).not.toHaveProperty("payload");
  });

  test("a value that JSON cannot hold is a fault, too", async () => {
    expect(await records(ok({ a: Number.NaN } as never))).toMatchObject([
      { kind: "fault", code: "NON_CANONICAL_VALUE", message: expect.stringContaining("the payload: ") },
    ]);
  });

  test("is not looked at when the effect failed", async () => {
    const answered = { ...failed(), payload: misfit } as Executed;
    expect(await records(answered, { ports })).toMatchObject([{ kind: "receipt", status: "error" }]);
  });
});

describe("what comes back names no secrets", () => {
  const secret = { $secret: "KEY" };

  test("an ok that does is an error, and says where", async () => {
    const lines = await records(ok({ deep: [secret] }, { costUsd: 1 }));
    expect(lines).toMatchObject([
      { kind: "receipt", status: "error", costUsd: 1, error: { code: "SECRET_IN_DATA", retryable: false } },
    ]);
    expect(lines[0]).not.toHaveProperty("payload");
    expect((lines[0] as { error: { message: string } }).error.message).toContain("deep");
  });

  test("an error loses the payload or the details that do, and nothing else", async () => {
    const answered = { ...failed({ details: { at: secret } }), payload: { x: secret } } as Executed;
    const [line] = await records(answered);
    expect(line).toMatchObject({ kind: "receipt", status: "error" });
    expect((line as { error: object }).error).toEqual({ code: "E", message: "no" });
    expect(line).not.toHaveProperty("payload");
    const clean = { ...failed({ details: { at: 1 } }), payload: { x: 1 } } as Executed;
    expect(await records(clean)).toMatchObject([{ error: { details: { at: 1 } }, payload: { x: 1 } }]);
  });
});

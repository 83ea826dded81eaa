import { expect, test } from "bun:test";
import {
  type Exec,
  exec,
  must,
  ReceiptError,
  type ReceiptOf,
  type RetryOptions,
  retry,
} from "@uncaged/workflow";

const answer = (status: string, error?: object) =>
  ({
    effect: "sys/exec@1",
    status,
    attempt: 1,
    ...(error === undefined ? {} : { error }),
  }) as ReceiptOf<never>;
const failed = answer("error", { code: "SPAWN_FAILED", message: "no such program" });

/** Sleeps are answered with null. */
function play(answers: unknown[], policy?: RetryOptions<Exec>): { yields: unknown[]; result: unknown } {
  const generator = retry((n) => exec(["try", String(n)]), policy);
  const yields: unknown[] = [];
  let turn = generator.next();
  while (!turn.done) {
    yields.push(turn.value);
    turn = generator.next(turn.value.do === "sleep" ? null : answers.shift());
  }
  return { yields, result: turn.value };
}

const attempt = (n: number) => ({ ...exec(["try", String(n)]).command, retry: false });
const pause = (ms: number) => ({ do: "sleep", ms });

test("AOS-90: what fails twice makes 3 intents and 2 sleeps", () => {
  const ok = answer("ok");
  const { yields, result } = play([failed, answer("timeout"), ok], { max: 3, delayMs: 10, backoff: 3 });
  expect(yields).toEqual([attempt(1), pause(10), attempt(2), pause(30), attempt(3)]);
  expect(result).toBe(ok);
});

test("AOS-90: what works at once is asked for once", () => {
  expect(play([answer("ok")]).yields).toEqual([attempt(1)]);
});

test("AOS-90: after the last attempt its receipt comes back, as a value", () => {
  const { yields, result } = play([failed, failed, failed, failed]);
  expect(yields).toEqual([attempt(1), pause(1000), attempt(2), pause(2000), attempt(3)]);
  expect(result).toBe(failed);
});

test("a wait is a whole number of milliseconds, and not longer than maxDelayMs", () => {
  const { yields } = play([failed, failed, failed, failed], {
    max: 4,
    delayMs: 5,
    backoff: 1.5,
    maxDelayMs: 9,
  });
  expect(yields.filter((one) => (one as { do: string }).do === "sleep")).toEqual([
    pause(5),
    pause(8),
    pause(9),
  ]);
});

test.each([
  ["nobody knows whether it happened", answer("unknown")],
  ["it happened, and its payload is broken", answer("fault")],
  ["the executor says that it is no use", answer("error", { code: "X", message: "", retryable: false })],
])("PROMISE-1: not asked again: %s", (_, receipt) => {
  expect(play([receipt])).toEqual({ yields: [attempt(1)], result: receipt });
});

test("until: an ok receipt whose payload is not what was wanted is asked for again", () => {
  const exited = (exitCode: number) => ({ ...answer("ok"), payload: { exitCode } });
  const { yields, result } = play([exited(1), exited(0)], { until: ({ exitCode }) => exitCode === 0 });
  expect(yields).toEqual([attempt(1), pause(1000), attempt(2)]);
  expect(result).toEqual(exited(0));
});

test("the engine's own retries are off, unless the command asks for them", () => {
  const generator = retry(() => exec(["a"], { retry: { max: 2 } }));
  expect(generator.next().value).toMatchObject({ retry: { max: 2 } });
});

test("C18: must hands over the payload of an ok receipt", () => {
  const payload = { exitCode: 0, stdout: "", stderr: "" };
  expect(must({ ...answer("ok"), payload } as ReceiptOf<typeof payload>)).toBe(payload);
});

test("C18: must throws any other receipt, and keeps it", () => {
  const caught = thrownBy(() => must({ ...failed, attempt: 3 }));
  expect(caught).toBeInstanceOf(ReceiptError);
  expect(caught).toMatchObject({
    name: "ReceiptError",
    message: "sys/exec@1 answered error after 3 attempts: SPAWN_FAILED: no such program",
    receipt: { ...failed, attempt: 3 },
  });
  expect(thrownBy(() => must(answer("unknown")))).toMatchObject({ message: "sys/exec@1 answered unknown" });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

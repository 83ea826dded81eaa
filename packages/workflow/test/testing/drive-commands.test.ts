import { describe, expect, expectTypeOf, test } from "bun:test";
import {
  all,
  annotate,
  any,
  approve,
  type Context,
  checkpoint,
  context,
  continueWith,
  type Exec,
  effect,
  exec,
  input,
  must,
  now,
  type Receipt,
  random,
  sleep,
  sleepUntil,
} from "@uncaged/workflow";
import {
  approved,
  denied,
  driveWorkflow,
  errorReceipt,
  type Flow,
  faultReceipt,
  okReceipt,
  timeoutReceipt,
  unknownReceipt,
} from "@uncaged/workflow/testing";

const done = { returnCode: 0, summary: "done" };
const ran = (stdout: string) => okReceipt({ exitCode: 0, stdout, stderr: "" });

/** Yields each and returns the answers. */
const asking = (...asks: Iterable<unknown, unknown>[]): Flow =>
  async function* () {
    const answers: unknown[] = [];
    for (const ask of asks) answers.push(yield* ask);
    return { ...done, answers };
  };

const answersOf = async (flow: Flow, answers?: Parameters<typeof driveWorkflow>[1]["answers"]) =>
  (await driveWorkflow(flow, { prompt: "", ...(answers === undefined ? {} : { answers }) })).result
    .answers as unknown[];

describe("AOS-91: answers come from", () => {
  const flow = asking(exec(["a"]), now(), exec(["b"]), approve("Go?"));

  test("a list, in the order of effects, approvals and inputs", async () => {
    const [a, , b, go] = await answersOf(flow, [ran("A"), ran("B"), approved("bob")]);
    expect([a, b, go]).toMatchObject([ran("A"), ran("B"), { decision: "approve", actor: "bob" }].map(pick));
  });

  test("a table, by effect and by do", async () => {
    const [a, at, b] = await answersOf(flow, {
      "sys/exec@1": [ran("A"), ran("B")],
      approve: approved(),
      now: 5,
    });
    expect([a, b]).toMatchObject([ran("A"), ran("B")].map(pick));
    expect(at).toBe(5);
  });

  test("a table, by id first; and a function in it sees the command", async () => {
    const named = asking(exec(["a"], { id: "first" }), exec(["b"]));
    const answers = {
      first: ran("A"),
      effect: (command: { params: { argv: string[] } }) => ran(command.params.argv.join()),
    };
    expect(await answersOf(named, answers)).toMatchObject([ran("A"), ran("b")].map(pick));
  });

  test("a function", async () => {
    const seen: unknown[] = [];
    await answersOf(flow, (command, n) => {
      seen.push([command.do, n]);
      return command.do === "effect" ? ran("") : command.do === "approve" ? approved() : undefined;
    });
    expect(seen).toEqual([
      ["effect", 0],
      ["now", 1],
      ["effect", 2],
      ["approve", 3],
    ]);
  });

  test("nowhere: the command is named", async () => {
    await expect(answersOf(flow, [ran("A")])).rejects.toThrow('no answer to the command {"do":"effect"');
    await expect(answersOf(flow, {})).rejects.toThrow("no answer to the command");
  });

  test("null is an answer", async () => {
    expect(await answersOf(asking(input("?", {})), { input: null })).toEqual([null]);
  });
});

/** A stand-in without what the driver fills in. */
function pick(receipt: object): object {
  const { status, payload, ...decision } = receipt as Receipt;
  return status === undefined ? decision : { status, payload };
}

describe("defaults, the same in every drive", () => {
  const flow = asking(
    now(),
    sleep(250),
    now(),
    sleepUntil("2030-01-31T00:00:00Z"),
    now(),
    random(4),
    random(4),
    context(),
    checkpoint({ n: 1 }),
    annotate({ why: "x" }),
  );

  test("time stands still but for sleeps; chance is drawn anew", async () => {
    const [first, slept, second, , third, some, other, ctx, mark, noted] = await answersOf(flow);
    expect(second).toBe((first as number) + 250);
    expect(third).toBe(Date.UTC(2030, 0, 31));
    expect(slept).toMatchObject({ effect: "sys/timer.set@1", status: "ok", n: 2 });
    expect([some, other]).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}$/),
      expect.stringMatching(/^[0-9a-f]{8}$/),
    ]);
    expect(some).not.toBe(other);
    expect(ctx).toMatchObject({ now: third, key: null, cellMode: false, workflow: "test" } as never);
    expect((ctx as Context).entropy).toMatch(/^[0-9a-f]{128}$/);
    expect(mark).toEqual({ seq: 10 });
    expect(noted).toBeNull();
  });

  test("twice the same", async () => {
    const drive = () => driveWorkflow(flow, { prompt: "", key: "k" });
    expect(await drive()).toEqual(await drive());
  });
});

describe("receipts", () => {
  const FIELDS = "attempt effect executor hash index intent n paramsHash sig status thread workflow".split(
    " ",
  );

  test.each([
    ["ok", okReceipt({ a: 1 }), ["payload"]],
    ["error", errorReceipt("X", "no", { payload: 1, retryable: false }), ["error", "payload"]],
    ["timeout", timeoutReceipt(), ["error"]],
    ["fault", faultReceipt(), ["error"]],
    ["unknown", unknownReceipt(), ["error"]],
  ])("AOS-25, AOS-92: %s has every field", (status, receipt, more) => {
    expect(Object.keys(receipt).sort()).toEqual([...FIELDS, ...more].sort());
    expect(receipt.status).toBe(status as never);
    expectTypeOf(okReceipt<Exec>({ exitCode: 0, stdout: "", stderr: "" })).toExtend<Receipt<Exec>>();
  });

  test("AOS-25, AOS-28: the driver makes them answers to the command", async () => {
    const charge = effect("shop/charge@1", { cents: 5 }, { key: "order-1", issuerRef: "po-77" });
    const [, first, [second, third]] = (await answersOf(asking(now(), charge, all([charge, charge])), [
      okReceipt(1),
      okReceipt(2),
      okReceipt(3),
    ])) as [number, Receipt, [Receipt, Receipt]];
    expect(first).toMatchObject({
      effect: "shop/charge@1",
      key: "order-1",
      issuerRef: "po-77",
      n: 2,
      index: 0,
    });
    expect([second.n, second.index, third.n, third.index]).toEqual([3, 0, 3, 1]);
    expect(new Set([first.intent, second.intent, third.intent]).size).toBe(3);
    expect(first.paramsHash).toBe(second.paramsHash);
  });

  test("a receipt that names its intent stays as it is", async () => {
    const own = { ...okReceipt(1), intent: "f".repeat(64), effect: "a/b@1" };
    expect(await answersOf(asking(exec(["a"])), [own])).toEqual([own]);
  });

  test("what is none is refused", async () => {
    await expect(answersOf(asking(exec(["a"])), ["text"])).rejects.toThrow(
      'the answer to "sys/exec@1" must be a receipt, such as okReceipt(payload)',
    );
    await expect(answersOf(asking(approve("?")), [true])).rejects.toThrow("such as approved() or denied()");
    await expect(answersOf(asking(exec(["a"])), [okReceipt(new Date())])).rejects.toThrow(
      'the answer to "effect": payload is a Date',
    );
  });
});

describe("any", () => {
  const race = asking(any([exec(["slow"]), sleep(1000)]));

  test("the first that the test has an answer for wins", async () => {
    expect(await answersOf(race, { "sys/exec@1": ran("in time") })).toMatchObject([
      { index: 0, answer: pick(ran("in time")) },
    ]);
  });

  test("else the first that has a default: a sleep is a deadline", async () => {
    expect(await answersOf(race)).toMatchObject([
      { index: 1, answer: { effect: "sys/timer.set@1", index: 1 } },
    ]);
  });

  test("or the test says who wins", async () => {
    expect(await answersOf(race, { any: { index: 1, answer: okReceipt(null) } })).toMatchObject([
      { index: 1 },
    ]);
    await expect(answersOf(race, { any: { index: 2, answer: 1 } })).rejects.toThrow("with an index of `of`");
  });
});

describe("continue", () => {
  const counting: Flow = async function* ({ steps, state }) {
    const count = (state as number | undefined) ?? 0;
    if (count === 3) return { ...done, steps: steps.length };
    yield { role: "counter", content: String(count), meta: {} };
    return yield* continueWith(count + 1);
  };

  test("a new generator begins with the state and without steps; the thread keeps them", async () => {
    const { steps, result, status } = await driveWorkflow(counting, { prompt: "" });
    expect(steps.map((step) => step.content)).toEqual(["0", "1", "2"]);
    expect(result).toEqual({ ...done, steps: 0 });
    expect(status).toBe("completed");
  });

  test("state and key can be given", async () => {
    let seen: unknown;
    const flow: Flow = async function* (given) {
      seen = given;
      return done;
    };
    await driveWorkflow(flow, { prompt: "p", state: { n: 1 }, key: "k" });
    expect(seen).toEqual({ prompt: "p", steps: [], state: { n: 1 }, key: "k" });
  });

  test("one that never ends is stopped", async () => {
    const endless: Flow = async function* () {
      yield* continueWith(null);
    };
    await expect(driveWorkflow(endless, { prompt: "" })).rejects.toThrow("stopped after 10000 yields");
  });
});

describe("ends the engine decides", () => {
  const guarded = (ask: Iterable<unknown, unknown>, trace: string[] = []): Flow =>
    async function* () {
      try {
        yield* ask;
        trace.push("went on");
        return done;
      } finally {
        trace.push("finally");
        yield { role: "janitor", content: "cleaned up", meta: {} };
        yield { do: "now" };
      }
    };

  test("a no cancels, and finally runs; its commands get no answer", async () => {
    const trace: string[] = [];
    const { status, result, error, steps, yields } = await driveWorkflow(guarded(approve("Go?"), trace), {
      prompt: "",
      answers: [denied("bob", "too late")],
    });
    expect(status).toBe("cancelled");
    expect(result).toEqual({ returnCode: 1, summary: "cancelled: denied by bob: too late" });
    expect(error).toMatchObject({ code: "CANCELLED" });
    expect(trace).toEqual(["finally"]);
    expect(steps.map((step) => step.role)).toEqual(["janitor"]);
    expect(yields).toHaveLength(3);
  });

  test("a no that is asked for is an answer", async () => {
    const flow = asking(approve("Go?", { onDeny: "deliver" }));
    const { status, result } = await driveWorkflow(flow, { prompt: "", answers: [denied("bob")] });
    expect(status).toBe("completed");
    expect(result.answers).toMatchObject([{ decision: "deny", actor: "bob" }]);
  });

  test("a no in a list and in any cancels, too", async () => {
    for (const ask of [all([now(), approve("Go?")]), any([approve("Go?")])])
      expect((await driveWorkflow(asking(ask), { prompt: "", answers: [denied()] })).status).toBe(
        "cancelled",
      );
  });

  test("AOS-33: a fault fails the thread", async () => {
    const trace: string[] = [];
    const driven = await driveWorkflow(guarded(exec(["a"]), trace), {
      prompt: "",
      answers: [faultReceipt()],
    });
    expect(driven).toMatchObject({
      status: "failed",
      result: { returnCode: 1 },
      error: { code: "RECEIPT_FAULT", message: "sys/exec@1: the payload does not fit its schema" },
    });
    expect(trace).toEqual(["finally"]);
  });

  test("AOS-32: unless it is asked for", async () => {
    expect(await answersOf(asking(exec(["a"], { onFault: "deliver" })), [faultReceipt()])).toMatchObject([
      { status: "fault", error: { code: "RECEIPT_FAULT" } },
    ]);
  });

  test("PROMISE-1: an unknown outcome parks the thread: nothing of it runs on", async () => {
    const trace: string[] = [];
    const driven = await driveWorkflow(guarded(exec(["a"]), trace), {
      prompt: "",
      answers: [unknownReceipt()],
    });
    expect(driven.status).toBe("waiting");
    expect(driven.result.summary).toBe("waits for a person to say what became of sys/exec@1");
    expect(trace).toEqual([]);
  });

  test("unless it is asked for, too", async () => {
    expect(await answersOf(asking(exec(["a"], { onUnknown: "deliver" })), [unknownReceipt()])).toMatchObject([
      { status: "unknown" },
    ]);
  });

  test("a returnCode that is not 0 is a failure", async () => {
    const flow: Flow = async function* () {
      return { returnCode: 2, summary: "no" };
    };
    expect((await driveWorkflow(flow, { prompt: "" })).status).toBe("failed");
  });

  test("C18: what must throws, the drive throws", async () => {
    const flow: Flow = async function* () {
      must(yield* exec(["a"]));
      return done;
    };
    await expect(
      driveWorkflow(flow, { prompt: "", answers: [errorReceipt("SPAWN_FAILED", "no such program")] }),
    ).rejects.toThrow("sys/exec@1 answered error: SPAWN_FAILED: no such program");
  });
});

describe("AOS-91: commands are refused as the engine refuses them", () => {
  const yielding = (value: unknown): Flow =>
    async function* () {
      yield value;
      return done;
    };

  test.each([
    ["yield 1: there is no command", "SCHEMA_INVALID", { do: "slep" }],
    ["yield 1: [1]: `ms` must be", "SCHEMA_INVALID", [{ do: "now" }, { do: "sleep", ms: -1 }]],
    ["yield 1: a list must hold at least one command", "SCHEMA_INVALID", []],
    ["not the name of an effect", "EFFECT_UNKNOWN", { do: "effect", effect: "send mail", params: {} }],
    ["not supported by this version", "RUNTIME_DISABLED", { do: "emit", event: "x", value: 1 }],
  ])("%s", async (message, code, value) => {
    const driven = driveWorkflow(yielding(value), { prompt: "", answers: () => 1 });
    await expect(driven).rejects.toThrow(message);
    await expect(driven).rejects.toMatchObject({ code });
  });

  test("a forgotten star is told", async () => {
    const driven = driveWorkflow(yielding(exec(["a"])), { prompt: "" });
    await expect(driven).rejects.toMatchObject({
      code: "NON_CANONICAL_VALUE",
      message: "yield 1: the value is a builder, not a plain object",
      hint: "write yield* instead of yield",
    });
  });
});

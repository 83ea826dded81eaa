import { expect, test } from "bun:test";
import { createRoleModerator, END } from "@uncaged/workflow";
import { driveWorkflow, type Flow } from "@uncaged/workflow/testing";

const say = (role: string) => ({ role, content: `${role} spoke`, meta: {} });
const done = { returnCode: 0, summary: "done" };

const yielding = (...values: unknown[]): Flow =>
  async function* () {
    const answers: unknown[] = [];
    for (const value of values) answers.push(yield value);
    return { ...done, answers: answers.map((answer) => answer ?? null) };
  };

const returning = (value: unknown): Flow =>
  async function* () {
    return value;
  };

test("RFC-17: a generator that yields by itself is driven to its result", async () => {
  const { steps, result, yields } = await driveWorkflow(yielding(say("planner"), say("coder")), {
    prompt: "hi",
  });
  expect(steps).toEqual([say("planner"), say("coder")]);
  expect(yields).toEqual(steps);
  expect(result).toMatchObject(done);
});

test("RFC-8, RFC-9: it is given prompt and steps, and isDryRun, maxRounds and threadId", async () => {
  const seen: unknown[] = [];
  const flow: Flow = async function* (input, options) {
    seen.push(input, options);
    return done;
  };
  await driveWorkflow(flow, { prompt: "hi" });
  await driveWorkflow(flow, { prompt: "hi", steps: [say("planner")], maxRounds: 3, isDryRun: true });
  const threadId = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(seen).toEqual([
    { prompt: "hi", steps: [] },
    { isDryRun: false, maxRounds: 50, threadId },
    { prompt: "hi", steps: [say("planner")] },
    { isDryRun: true, maxRounds: 3, threadId },
  ]);
});

test("RFC-14: the given steps come first, so the outcome of one drive can be forked in the next", async () => {
  const flow = createRoleModerator({
    roles: {
      planner: async () => ({ content: "plan", meta: {} }),
      coder: async () => ({ content: "code", meta: {} }),
    },
    moderator: ({ steps }) => (["planner", "coder"] as const)[steps.length] ?? END,
  });
  const whole = await driveWorkflow(flow, { prompt: "hi" });
  const fork = await driveWorkflow(flow, { prompt: "hi", steps: whole.steps.slice(0, 1) });
  expect(fork.steps).toEqual(whole.steps);
  expect(fork.yields).toEqual(whole.steps.slice(1));
});

test("RFC-16: any iterator serves", async () => {
  const turns = [{ value: say("planner") }, { done: true, value: done }];
  const { steps, result } = await driveWorkflow(() => ({ next: () => turns.shift() as never }), {
    prompt: "",
  });
  expect(steps).toEqual([say("planner")]);
  expect(result).toEqual(done);
});

test("RFC-69: commands are answered in order, a list with a list", async () => {
  const flow = yielding({ do: "now" }, say("planner"), [{ do: "random", bytes: 1 }, { do: "now" }]);
  const { steps, result, yields } = await driveWorkflow(flow, {
    prompt: "",
    answers: async (command, n) => `${command.do} ${n}`,
  });
  expect(result.answers).toEqual(["now 0", null, ["random 1", "now 2"]]);
  expect(steps).toEqual([say("planner")]);
  expect(yields).toHaveLength(3);
});

test("RFC-69: a command without an answer is named", async () => {
  const flow = yielding({ do: "approve", prompt: "Go?" });
  const message = 'no answer to the command {"do":"approve","prompt":"Go?"}';
  await expect(driveWorkflow(flow, { prompt: "" })).rejects.toThrow(message);
  await expect(driveWorkflow(flow, { prompt: "", answers: () => undefined })).rejects.toThrow(message);
});

test("RFC-74: an endless generator is stopped at maxRounds, and its finally block runs", async () => {
  let closed = 0;
  const flow: Flow = async function* () {
    try {
      while (true) yield say("planner");
    } finally {
      closed += 1;
    }
  };
  const { steps, result } = await driveWorkflow(flow, { prompt: "", maxRounds: 2 });
  expect(steps).toHaveLength(2);
  expect(result).toEqual({ returnCode: 0, summary: "stopped at the limit of 2 rounds (maxRounds)" });
  expect(closed).toBe(1);
});

test("RFC-74: an iterator without return is stopped, too", async () => {
  const flow: Flow = () => ({ next: async () => ({ value: say("planner") }) });
  expect((await driveWorkflow(flow, { prompt: "", maxRounds: 1 })).steps).toHaveLength(1);
});

test("RFC-74: commands in a finally block are noted", async () => {
  const flow: Flow = async function* () {
    try {
      yield say("planner");
    } finally {
      yield { do: "annotate", note: "cleaned up" };
    }
  };
  const { yields, result } = await driveWorkflow(flow, { prompt: "", maxRounds: 1, answers: () => null });
  expect(yields).toEqual([say("planner"), { do: "annotate", note: "cleaned up" }]);
  expect(result.summary).toContain("limit of 1 rounds");
});

test("RFC-77: given steps count as rounds", async () => {
  const flow = yielding(say("a"), say("b"));
  const { yields } = await driveWorkflow(flow, { prompt: "", steps: [say("x"), say("y")], maxRounds: 3 });
  expect(yields).toEqual([say("a")]);
  expect((await driveWorkflow(flow, { prompt: "", maxRounds: 0 })).yields).toEqual([]);
});

test.each([
  ["yield 1: the yielded value has no `role`", { content: "x", meta: {} }],
  ["yield 1: `role` is empty", { role: "", content: "x", meta: {} }],
  ["yield 1: the yielded value has no `content`", { role: "x" }],
  ["yield 1: `content` must be a string, not a number", { role: "x", content: 1, meta: {} }],
  ["yield 1: `meta` must be an object, not a list", { role: "x", content: "", meta: [] }],
  ["yield 1: `meta` must be an object, not null", { role: "x", content: "", meta: null }],
  ["`cost` is none of them", { role: "x", content: "", meta: {}, cost: 1 }],
  ["yield 1: meta.at is a Date, not a plain object", { role: "x", content: "", meta: { at: new Date(0) } }],
  ["yield 1: the generator yielded a string", "text"],
])("RFC-6: what is no role output is refused: %s", async (message, value) => {
  await expect(driveWorkflow(yielding(value), { prompt: "" })).rejects.toThrow(message);
});

test.each([
  ["the result: the generator must return {returnCode, summary}", undefined],
  ["the result: the generator must return {returnCode, summary}", "done"],
  ["the result: the returned `returnCode` must be", { summary: "x" }],
  ["the result: the returned `returnCode` must be", { returnCode: "0", summary: "x" }],
  ["the result: the returned `summary` must be a string", { returnCode: 0 }],
  ["the result: cost is a bigint", { returnCode: 0, summary: "x", cost: 1n }],
])("RFC-7: what is no result is refused: %s", async (message, value) => {
  await expect(driveWorkflow(returning(value), { prompt: "" })).rejects.toThrow(message);
});

test("RFC-7: a returnCode that is not 0 is a result like any other", async () => {
  const failed = { returnCode: 3, summary: "no" };
  expect((await driveWorkflow(returning(failed), { prompt: "" })).result).toEqual(failed);
});

test("RFC-7: further keys of the result are kept", async () => {
  const { result } = await driveWorkflow(returning({ ...done, files: 3 }), { prompt: "" });
  expect(result).toEqual({ ...done, files: 3 });
});

test("a given step is checked like a yielded one, and not changed by the workflow", async () => {
  const steps = [say("planner")];
  await expect(
    driveWorkflow(returning(done), { prompt: "", steps: [{ role: "x" }] as never }),
  ).rejects.toThrow("given step 1: the yielded value has no `content`");
  const flow: Flow = async function* (input) {
    input.steps.pop();
    return done;
  };
  expect((await driveWorkflow(flow, { prompt: "", steps })).steps).toEqual([say("planner")]);
  expect(steps).toEqual([say("planner")]);
});

test("a step is recorded as it was when it was yielded", async () => {
  const meta = { count: 1 };
  const flow: Flow = async function* () {
    yield { role: "counter", content: "", meta };
    meta.count = 2;
    return done;
  };
  expect((await driveWorkflow(flow, { prompt: "" })).steps[0]?.meta).toEqual({ count: 1 });
});

test("what the workflow throws, the drive throws", async () => {
  const flow: Flow = async function* () {
    throw new RangeError("no key");
  };
  await expect(driveWorkflow(flow, { prompt: "" })).rejects.toThrow(new RangeError("no key"));
});

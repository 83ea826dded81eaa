import { describe, expect, test } from "bun:test";
import { outcomeOfReturn } from "#engine/check-result.ts";
import { classifyYield } from "#engine/classify-yield.ts";
import { givenAnswers, isAnswer } from "#engine/given-answers.ts";

const role = { role: "planner", content: "", meta: {} };

test("a role output, a command and a list are told apart by their keys", () => {
  expect(classifyYield(role)).toEqual({ type: "role", output: role });
  expect(classifyYield({ do: "now" })).toEqual({ type: "commands" });
  expect(classifyYield([])).toEqual({ type: "commands" });
  // Whatever has a `do` is looked at as a command, also when it looks like a role output.
  expect(classifyYield({ ...role, do: "now" })).toEqual({ type: "commands" });
});

test.each<[unknown, string | undefined, string]>([
  [undefined, undefined, "the generator yielded undefined instead of a role output"],
  [null, undefined, "the generator yielded null instead of a role output"],
  ["text", undefined, "the generator yielded a string instead of a role output"],
  [{}, "role", "the yielded value has no `role`"],
  [{ ...role, role: 5 }, "role", "`role` must be a string, not a number"],
  [{ ...role, role: "" }, "role", "`role` is empty"],
  [{ role: "a", meta: {} }, "content", "the yielded value has no `content`"],
  [{ ...role, content: null }, "content", "`content` must be a string, not null"],
  [{ ...role, meta: [] }, "meta", "`meta` must be an object, not a list"],
  [{ ...role, note: 1 }, "note", "`note` is none of them (put it into meta)"],
])("PROMISE-6: %j is refused, and the field is named", (value, field, message) => {
  const found = classifyYield(value);
  if (found.type !== "refused") return expect.unreachable("it is refused");
  expect(found.error.code).toBe("SCHEMA_INVALID");
  expect(found.error.message).toContain(message);
  expect(found.error.details?.field).toBe(field as string);
});

describe("what the generator returned", () => {
  test("0 completes the thread, another number fails it; the rest is its output", () => {
    expect(outcomeOfReturn({ returnCode: 0, summary: "done", n: 1 })).toEqual({
      status: "completed",
      returnCode: 0,
      summary: "done",
      output: { n: 1 },
    });
    expect(outcomeOfReturn({ returnCode: 3, summary: "no" })).toMatchObject({
      status: "failed",
      returnCode: 3,
      error: { code: "WORKFLOW_FAILED", message: "the workflow returned 3: no", details: { returnCode: 3 } },
    });
  });

  test.each<[unknown, string | undefined]>([
    [undefined, undefined],
    [[], undefined],
    [{ summary: "" }, "returnCode"],
    [{ returnCode: 1.5, summary: "" }, "returnCode"],
    [{ returnCode: 0 }, "summary"],
  ])("%j does not fit, and is never mended", (value, field) => {
    const { status, error } = outcomeOfReturn(value);
    expect([status, error?.code, error?.details?.field]).toEqual(["failed", "SCHEMA_INVALID", field]);
  });
});

describe("given answers", () => {
  const asked = (intent: string, params = {}) => ({ intent, effect: "a/b@1", params });

  test("payloads serve in order, and the same intent always has the same", () => {
    const next = givenAnswers([1, 2]);
    expect([next(asked("x")), next(asked("x")), next(asked("y")), next(asked("z"))]).toEqual([
      { status: "ok", payload: 1 },
      { status: "ok", payload: 1 },
      { status: "ok", payload: 2 },
      undefined,
    ]);
  });

  test("by effect: members that are given must be there, and the last that fits serves again", () => {
    const next = givenAnswers([
      { effect: "a/b@1", params: { x: 1 }, payload: "one" },
      { effect: "a/b@1", error: { code: "E", message: "no" } },
    ]);
    expect(next(asked("1", { x: 1, y: 2 }))).toEqual({ status: "ok", payload: "one" });
    const no = { status: "error", error: { code: "E", message: "no", retryable: false } } as const;
    expect([next(asked("2", { x: 1 })), next(asked("3", { x: 2 }))]).toEqual([no, no]);
    expect(next({ intent: "4", effect: "c/d@1", params: {} })).toBeUndefined();
  });

  test.each([
    5,
    { effect: "no name", payload: 1 },
    { effect: "a/b@1" },
    { effect: "a/b@1", payload: 1, x: 1 },
  ])("%j is a payload, not an answer", (value) => {
    expect(isAnswer(value)).toBe(false);
  });
});

import { describe, expect, test } from "bun:test";
import { commandProblem } from "#commands/check-command.ts";

const effect = { do: "effect", effect: "sys/exec@1", params: { argv: ["ls"] } };
const retry = { max: 3, backoff: 1.5, delayMs: 0, maxDelayMs: 10 };
const fullEffect = {
  ...effect,
  id: "list",
  key: "k",
  class: "idempotent",
  timeoutMs: 1,
  retry,
  issuerRef: "",
  onFault: "deliver",
  onUnknown: "deliver",
};
const fullApproval = {
  do: "approve",
  prompt: "Deploy?",
  id: "deploy",
  items: [1, { a: null }],
  ttlMs: 1,
  approvers: ["ann"],
  differentApprover: true,
  onDeny: "deliver",
};

test.each([
  effect,
  fullEffect,
  { ...effect, params: null, retry: false },
  { do: "approve", prompt: "Deploy?" },
  fullApproval,
  { do: "input", prompt: "Which?", schema: {} },
  { do: "input", prompt: "Which?", schema: { type: "string" }, defaults: null, id: "which" },
  { do: "sleep", ms: 0 },
  { do: "sleep", ms: 1000, id: "nap" },
  { do: "sleep", until: 0 },
  { do: "sleep", until: "2030-01-31" },
  { do: "sleep", until: "2030-01-31T09:00:00Z" },
  { do: "sleep", until: "2030-01-31T09:00+02:00" },
  { do: "receive", event: "shop/Paid@1" },
  { do: "receive", event: "shop/Paid@1", timeoutMs: 0, id: "paid" },
  { do: "now" },
  { do: "random", bytes: 1 },
  { do: "random", bytes: 1024 },
  { do: "context" },
  { do: "checkpoint", state: null },
  { do: "continue", state: { n: 1 } },
  { do: "annotate" },
  { do: "annotate", anything: [1] },
  { do: "any", of: [effect, { do: "sleep", ms: 5 }] },
  [effect],
  [{ do: "now" }, { do: "annotate", a: 1 }, { do: "checkpoint", state: 1 }],
])("AOS-3: fits: %j", (command) => {
  expect(commandProblem(command)).toBeNull();
});

test.each([
  ["text", undefined, "a command must be an object, not a string"],
  [null, undefined, "a command must be an object, not null"],
  [{ ms: 5 }, "do", "the command has no `do`"],
  [{ do: 5 }, "do", "`do` must be the name of a command, not a number"],
  [{ do: "slep", ms: 5 }, "do", 'there is no command "slep"; did you mean `sleep`?'],
  [{ do: "constructor" }, "do", 'there is no command "constructor" (known: effect, approve,'],
  [{ do: "now", at: 5 }, "at", 'the command "now" has no `at`; it takes nothing'],
  [{ ...effect, timeout: 5 }, "timeout", 'the command "effect" has no `timeout`; did you mean `timeoutMs`?'],
  [{ do: "effect", effect: "a/b@1" }, "params", 'the command "effect" needs `params`'],
  [{ do: "effect", params: {} }, "effect", 'the command "effect" needs `effect`'],
  [{ ...effect, effect: 5 }, "effect", "`effect` must be a string, not 5"],
  [{ ...effect, id: "" }, "id", "`id` is empty"],
  [
    { ...effect, class: "twice" },
    "class",
    '`class` must be one of "read", "idempotent", "once", not "twice"',
  ],
  [{ ...effect, timeoutMs: 0 }, "timeoutMs", "`timeoutMs` must be a whole number between 1 and"],
  [{ ...effect, onFault: "throw" }, "onFault", '`onFault` must be "deliver", not "throw"'],
  [{ ...effect, retry: true }, "retry", "`retry` must be false or an object, not a boolean"],
  [{ ...effect, retry: { max: 0 } }, "retry.max", "`retry.max` must be a whole number, 1 or more, not 0"],
  [{ ...effect, retry: { dely: 1 } }, "retry.dely", "`retry.dely` is unknown"],
  [
    { ...effect, retry: { delayMS: 1 } },
    "retry.delayMS",
    "`retry.delayMS` is unknown; did you mean `delayMs`?",
  ],
  [{ ...effect, retry: { backoff: 0.5 } }, "retry.backoff", "`retry.backoff` must be a number, 1 or more"],
  [{ do: "approve", prompt: "" }, "prompt", "`prompt` is empty"],
  [{ do: "approve", prompt: "x", ttlMs: -1 }, "ttlMs", "`ttlMs` must be a whole number between 1 and"],
  [
    { do: "approve", prompt: "x", approvers: [] },
    "approvers",
    "`approvers` must be a list of at least one name",
  ],
  [{ do: "approve", prompt: "x", items: {} }, "items", "`items` must be a list, not an object"],
  [{ do: "approve", prompt: "x", differentApprover: 1 }, "differentApprover", "must be true or false, not 1"],
  [{ do: "input", prompt: "x", schema: [] }, "schema", "`schema` must be an object, not a list"],
  [{ do: "input", prompt: "x" }, "schema", 'the command "input" needs `schema`'],
  [{ do: "sleep" }, "ms", 'the command "sleep" needs `ms` or `until`'],
  [{ do: "sleep", ms: 1, until: 1 }, "until", "takes `ms` or `until`, not both"],
  [{ do: "sleep", ms: -1 }, "ms", "`ms` must be a whole number between 0 and 3,162,240,000,000, not -1"],
  [{ do: "sleep", ms: 1.5 }, "ms", "not 1.5"],
  [{ do: "sleep", ms: "5" }, "ms", 'not "5"'],
  [{ do: "sleep", ms: 1e15 }, "ms", "not 1000000000000000"],
  [
    { do: "sleep", until: "tomorrow" },
    "until",
    "`until` must be milliseconds since the epoch or an ISO 8601",
  ],
  [{ do: "sleep", until: "2030-01-31T09:00:00" }, "until", "ISO 8601"],
  [{ do: "sleep", until: "2030-13-31" }, "until", "ISO 8601"],
  [{ do: "receive", event: "paid" }, "event", "is not the name of an event; names look like shop/Paid@1"],
  [{ do: "receive" }, "event", 'the command "receive" needs `event`'],
  [{ do: "random", bytes: 0 }, "bytes", "`bytes` must be a whole number between 1 and 1,024, not 0"],
  [{ do: "random", bytes: 1025 }, "bytes", "not 1025"],
  [{ do: "checkpoint" }, "state", 'the command "checkpoint" needs `state`'],
  [{ do: "continue", sate: 1 }, "sate", "did you mean `state`?"],
  [[], undefined, "a list must hold at least one command"],
  [[{ do: "now" }, [{ do: "now" }]], "[1]", "[1]: a list holds single commands, not another list"],
  [[{ do: "any", of: [effect] }], "[0].do", '"any" must be yielded alone'],
  [[{ do: "continue", state: 1 }], "[0].do", '"continue" must be yielded alone'],
  [
    [{ role: "a", content: "", meta: {} }],
    "[0]",
    "[0]: a list holds commands; a role output must be yielded alone",
  ],
  [[effect, { do: "sleep", ms: -1 }], "[1].ms", "[1]: `ms` must be"],
  [{ do: "any", of: [] }, "of", "`of` must hold at least one command"],
  [{ do: "any", of: {} }, "of", "`of` must be a list, not an object"],
  [{ do: "any", of: [{ do: "any", of: [effect] }] }, "of[0].do", '"any" must be yielded alone'],
  [{ do: "any", of: [{ do: "sleep" }] }, "of[0].ms", "of[0]: the command"],
])("PROMISE-6: refused, and the field is named: %j", (command, field, message) => {
  const problem = commandProblem(command);
  expect(problem?.message).toContain(message);
  expect(problem).toMatchObject({ code: "SCHEMA_INVALID" });
  expect(problem?.field).toBe(field as string);
});

test.each(["send mail", "exec", "sys/exec", "sys/exec@0", "Sys/exec@1", ""])(
  "AOS-7: %j is not the name of an effect",
  (name) => {
    expect(commandProblem({ ...effect, effect: name })).toEqual({
      code: "EFFECT_UNKNOWN",
      message: `${JSON.stringify(name)} is not the name of an effect; names look like sys/exec@1`,
      field: "effect",
    });
  },
);

test.each(["emit", "handoff", "propose"])("%s is told to be of a later version", (name) => {
  expect(commandProblem({ do: name, event: "x" })).toEqual({
    code: "RUNTIME_DISABLED",
    message: `the command "${name}" is not supported by this version of the engine`,
    field: "do",
  });
});

describe("AOS-9: one yield holds so many commands and no more", () => {
  const many = (count: number) => Array.from({ length: count }, () => effect);

  test("64 unless told otherwise", () => {
    expect(commandProblem(many(64))).toBeNull();
    expect(commandProblem(many(65))).toEqual({
      code: "OUTPUT_LIMIT_EXCEEDED",
      message: "a list holds 65 commands, and 64 is the limit",
    });
  });

  test("`any` too", () => {
    expect(commandProblem({ do: "any", of: many(2) }, 2)).toBeNull();
    expect(commandProblem({ do: "any", of: many(3) }, 2)).toMatchObject({
      code: "OUTPUT_LIMIT_EXCEEDED",
      field: "of",
    });
  });
});

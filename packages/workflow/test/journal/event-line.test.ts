import { expect, test } from "bun:test";
import { emptyFold, foldRecord } from "#replay/fold-thread.ts";
import { recordProblem } from "../../src/journal/check-record.ts";

const EVENT = {
  kind: "event",
  event: "shop/Paid@1",
  value: { a: 1 },
  key: null,
  seq: 4,
  timestamp: 5,
} as const;
const problem = (more: object) => recordProblem({ ...EVENT, ...more }, { line: 3, ended: false });

test("an event may stand anywhere before the result", () => {
  expect(problem({})).toBeNull();
  expect(problem({ key: "k", simulated: true })).toBeNull();
  expect(recordProblem(EVENT, { line: 3, ended: true })).toBe("stands after the result");
});

test.each([
  ["event", "paid"],
  ["event", "shop/Paid"],
  ["value", undefined],
  ["key", 5],
  ["seq", -1],
  ["simulated", false],
])("`%s` of an event is not %j", (key, value) => {
  expect(problem({ [key]: value })).toBe(`is not a event record (${key})`);
});

test("MAILBOX-1: what nobody takes lies in the mailbox, in the order it came", () => {
  const fold = emptyFold();
  foldRecord(fold, EVENT, 2);
  foldRecord(fold, { ...EVENT, seq: 5 }, 3);
  expect(fold.mailbox.left.map(({ event, line }) => [event.seq, line])).toEqual([
    [4, 2],
    [5, 3],
  ]);
  expect(fold.mailbox.taken).toEqual([]);
});

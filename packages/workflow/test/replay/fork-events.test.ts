import { expect, test } from "bun:test";
import { leftOf, withEvents } from "#replay/fork-events.ts";

const events = [
  { line: "e1", at: 0, came: 1 },
  { line: "e2", at: 2, came: 2 },
  { line: "e3", at: 2, came: 3 },
  { line: "e4", at: 3, came: 4 },
];
const all = ["a", "b", "c"];

test("events stand behind the lines that stood before them", () => {
  expect(withEvents(all, [...all], events, 3)).toEqual(["e1", "a", "b", "e2", "e3", "c", "e4"]);
});

test("what came behind the cut stays behind; what came just before it comes along", () => {
  expect(withEvents(all, ["a", "b"], events, 2)).toEqual(["e1", "a", "b", "e2", "e3"]);
  expect(withEvents(all, [], events, 0)).toEqual(["e1"]);
});

test("lines that are left out do not move the events", () => {
  expect(withEvents(all, ["a", "c"], events, 3)).toEqual(["e1", "a", "e2", "e3", "c", "e4"]);
});

test("without events the lines are what they were", () => {
  const kept = ["a"];
  expect(withEvents(all, kept, [], 3)).toBe(kept);
});

test("a thread that begins anew has what is left in its mailbox", () => {
  const box = { left: [{ event: {} as never, line: 3 }], taken: [] };
  expect(leftOf(events, box, 1)).toEqual([{ line: "e3", at: 1, came: 3 }]);
});

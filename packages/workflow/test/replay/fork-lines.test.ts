import { describe, expect, test } from "bun:test";
import type { JournalRecord } from "#contract/record.ts";
import { ForkLines } from "#replay/fork-lines.ts";

type Line = { isRole: boolean; record: JournalRecord };

const role = (content: string): Line => ({
  isRole: true,
  record: { role: "r", content, meta: {}, timestamp: 1 },
});
const line = (record: object): Line => ({ isRole: false, record: record as JournalRecord });
const noted = (n: number) => line({ kind: "annotation", n, index: 0, text: "t", timestamp: 1 });
const epoch = (n: number) => line({ kind: "checkpoint", n, index: 0, epoch: true, state: 1, timestamp: 1 });
const branch = (at: number, steps: number) =>
  line({ kind: "control", action: "branch", at, steps, timestamp: 1 });

function taken(...lines: Line[]): ForkLines<Line> {
  const fork = new ForkLines<Line>();
  for (const one of lines) fork.take(one);
  return fork;
}

describe("the lines a fork takes over", () => {
  test("those up to a step, with the commands before it", () => {
    const [first, note, second, third] = [role("1"), noted(2), role("2"), role("3")];
    const fork = taken(first, note, second, third);
    expect(fork.upTo(2)).toEqual([first, note, second]);
    expect(fork.yieldsIn(fork.upTo(2))).toBe(3);
    expect(fork.yieldsIn([])).toBe(0);
  });

  test("a branch leaves behind what came after its yield", () => {
    const [first, second, other] = [role("1"), role("2"), role("other")];
    const fork = taken(first, second, branch(2, 1), other);
    expect(fork.upTo(2)).toEqual([first, other]);
    expect(fork.yieldsIn(fork.upTo(2))).toBe(2);
  });

  test("what was before a new beginning is not among them, nor do its positions count in a later branch", () => {
    const [anew, first, second, other] = [epoch(5), role("1"), role("2"), role("other")];
    const fork = taken(role("a"), role("b"), role("c"), role("d"), anew, first, second, branch(2, 1), other);
    expect(fork.upTo(2)).toEqual([anew, first, other]);
    expect(fork.yieldsIn(fork.upTo(2))).toBe(2);
  });
});

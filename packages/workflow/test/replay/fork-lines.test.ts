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

  test("where no step is kept, the state that was handed on is", () => {
    const [anew, first, second] = [epoch(2), role("1"), role("2")];
    const fork = taken(role("a"), anew, first, second);
    expect(fork.upTo(0)).toEqual([anew]);
    expect(fork.yieldsIn(fork.upTo(0))).toBe(0);
    expect(fork.after(0)).toEqual([first, second]);
    expect(taken(role("a"), role("b")).upTo(0)).toEqual([]);
  });

  test("the last new beginning is the only one", () => {
    const [second, third, first] = [epoch(2), epoch(1), role("1")];
    expect(taken(role("a"), second, role("b"), third, first).upTo(1)).toEqual([third, first]);
    expect(taken(role("a"), second, third, first).upTo(1)).toEqual([third, first]);
  });

  test("a restart begins with nothing, whatever was handed on before", () => {
    const [restart, first] = [line({ kind: "control", action: "restart", timestamp: 1 }), role("1")];
    expect(taken(role("a"), epoch(2), restart, first).upTo(1)).toEqual([first]);
    expect(taken(role("a"), epoch(2), restart, first).upTo(0)).toEqual([]);
  });

  test("the files of a worktree outlive a new beginning", () => {
    const tree = (at: number, commit: string) =>
      line({ kind: "control", action: "tree", at, commit, head: "h", timestamp: 1 });
    const fork = taken(role("a"), tree(1, "one"), epoch(2), role("1"), tree(1, "two"), role("2"));
    expect(fork.treesUpTo(0).map(({ commit }) => commit)).toEqual(["one"]);
    expect(fork.treesUpTo(1).map(({ commit }) => commit)).toEqual(["one", "two"]);
  });
});

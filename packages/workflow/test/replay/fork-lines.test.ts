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

  describe("when all steps are kept", () => {
    const intent = (n: number, index = 0, more = {}) =>
      line({ kind: "intent", do: "effect", n, index, id: `${n}.${index}`, ...more, timestamp: 1 });
    const receipt = (n: number, index: number, status: string) =>
      line({ kind: "receipt", n, index, status, intent: `${n}.${index}`, timestamp: 1 });
    const of = (count: number, type = "all") => ({ group: { of: count, type } });

    test("what was finished after the last goes with them, and what failed does not", () => {
      const done = [intent(2), receipt(2, 0, "ok")];
      const fork = taken(role("1"), ...done, intent(3), receipt(3, 0, "error"));
      expect(fork.takenOver(1, false)).toMatchObject({ yields: 2, isBranch: false });
      expect(fork.takenOver(1, false).lines.slice(1)).toEqual(done);
    });

    test("of the list that was under way, the members that were finished stay in their places", () => {
      const done = [intent(2, 0, of(3)), intent(2, 2, of(3)), receipt(2, 2, "ok"), receipt(2, 0, "ok")];
      const fork = taken(role("1"), ...done, intent(2, 1, of(3)), receipt(2, 1, "timeout"));
      expect(fork.takenOver(1, false)).toMatchObject({ yields: 2, isBranch: false });
      expect(fork.takenOver(1, false).lines.slice(1)).toEqual(done);
    });

    test("E6: what was finished behind something that was not has lost its place, and is found by what it did", () => {
      const first = [intent(2), receipt(2, 0, "ok")];
      const second = [intent(3, 0, of(2)), receipt(3, 0, "ok")];
      const third = [intent(4), receipt(4, 0, "ok")];
      const failed = [intent(3, 1, of(2)), receipt(3, 1, "error")];
      const fork = taken(role("1"), ...first, ...second, ...failed, ...third);
      const { lines, yields, isBranch } = fork.takenOver(1, false);
      expect([yields, isBranch]).toEqual([2, true]);
      expect(lines.slice(1)).toEqual([...first, ...second, ...third]);
    });

    test("E6: the same behind a question to a person, which is asked again", () => {
      const ask = line({ kind: "intent", do: "approve", n: 2, index: 0, id: "a", timestamp: 1 });
      const yes = line({
        kind: "decision",
        decision: "approve",
        n: 2,
        index: 0,
        intent: "a",
        timestamp: 1,
      });
      const done = [intent(3), receipt(3, 0, "ok")];
      const fork = taken(role("1"), ask, yes, ...done);
      expect(fork.takenOver(1, false)).toMatchObject({ yields: 1, isBranch: true });
      expect(fork.takenOver(1, false).lines.slice(1)).toEqual(done);
    });

    test("an any is finished with its first, and what follows it keeps its place", () => {
      const won = [intent(2, 1, of(2, "any")), receipt(2, 1, "ok")];
      const next = [intent(3), receipt(3, 0, "ok")];
      const fork = taken(role("1"), intent(2, 0, of(2, "any")), ...won, ...next);
      expect(fork.takenOver(1, false)).toMatchObject({ yields: 3, isBranch: false });
      expect(fork.takenOver(1, false).lines.slice(1)).toEqual([...won, ...next]);
    });
  });

  test("finished effects of later steps go with other code only", () => {
    const done = [
      line({ kind: "intent", do: "effect", n: 2, index: 0, id: "a", timestamp: 1 }),
      line({ kind: "receipt", n: 2, index: 0, status: "ok", timestamp: 1 }),
    ];
    const state = line({ kind: "checkpoint", n: 3, index: 0, state: 1, timestamp: 1 });
    const fork = taken(role("1"), ...done, state, role("2"));
    expect(fork.takenOver(1, false)).toMatchObject({ lines: [role("1")], isBranch: false });
    expect(fork.takenOver(1, true)).toEqual({ lines: [role("1"), ...done], yields: 1, isBranch: true });
  });

  test("F1: with all steps, an effect in doubt keeps its place, and so does everything before it", () => {
    const pay = (n: number, index = 0, more = {}) =>
      line({
        kind: "intent",
        do: "effect",
        class: "once",
        attempt: 1,
        n,
        index,
        id: `${n}`,
        ...more,
        timestamp: 1,
      });
    const failed = [pay(2), line({ kind: "receipt", n: 2, index: 0, status: "error", timestamp: 1 })];
    const doubt = pay(3, 0, { group: { type: "all", of: 2 } });
    const other = pay(3, 1, { group: { type: "all", of: 2 }, class: "idempotent" });
    const fork = taken(role("1"), ...failed, doubt, other);
    expect(fork.doubts).toHaveLength(1);
    expect(fork.takenOver(1, false)).toEqual({
      lines: [role("1"), ...failed, doubt],
      yields: 3,
      isBranch: false,
    });
    expect(fork.takenOver(0, false).lines).toEqual([]);
  });

  test("F2: a question that is asked again keeps what stands before it, and what was done behind it is found", () => {
    const put = (n: number) => [
      line({ kind: "intent", do: "effect", n, index: 0, id: `${n}`, timestamp: 1 }),
      line({ kind: "receipt", n, index: 0, status: "ok", timestamp: 1 }),
    ];
    const ask = [
      line({ kind: "intent", do: "approve", n: 3, index: 0, id: "ask", timestamp: 1 }),
      line({ kind: "decision", decision: "approve", n: 3, index: 0, timestamp: 1 }),
    ];
    const fork = taken(role("1"), ...put(2), ...ask, ...put(4), role("2"), ...put(6));
    expect(fork.askedAgain(2, () => true)).toBe(null);
    expect(fork.askedAgain(1, () => false)).toBe(null);
    const at = fork.askedAgain(2, () => false);
    expect(at).toMatchObject({ n: 3, steps: 1 });
    if (at === null) return;
    const before = [role("1"), ...put(2)];
    expect(fork.takenOverBefore(at, 1)).toEqual({ lines: before, yields: 2, isBranch: false });
    expect(fork.takenOverBefore(at, 2)).toEqual({
      lines: [...before, ...put(4), ...put(6)],
      yields: 2,
      isBranch: true,
    });
  });
});

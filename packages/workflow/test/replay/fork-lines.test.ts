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

const ALL = { keep: Infinity, find: Infinity };

/** That keeps so many steps, and nothing behind them. */
const steps = (fork: ForkLines<Line>, count: number) => {
  const keep = fork.positionOf(count);
  return { keep, find: keep };
};

function taken(...lines: Line[]): ForkLines<Line> {
  const fork = new ForkLines<Line>();
  for (const one of lines) fork.take(one);
  return fork;
}

describe("the lines a fork takes over", () => {
  test("those up to a step, with the commands before it", () => {
    const [first, note, second, third] = [role("1"), noted(2), role("2"), role("3")];
    const fork = taken(first, note, second, third);
    expect(fork.upTo(fork.positionOf(2))).toEqual([first, note, second]);
    expect(fork.yieldsIn(fork.upTo(fork.positionOf(2)))).toBe(3);
    expect(fork.yieldsIn([])).toBe(0);
  });

  test("a branch leaves behind what came after its yield", () => {
    const [first, second, other] = [role("1"), role("2"), role("other")];
    const fork = taken(first, second, branch(2, 1), other);
    expect(fork.upTo(fork.positionOf(2))).toEqual([first, other]);
    expect(fork.yieldsIn(fork.upTo(fork.positionOf(2)))).toBe(2);
  });

  test("what was before a new beginning is not among them, nor do its positions count in a later branch", () => {
    const [anew, first, second, other] = [epoch(5), role("1"), role("2"), role("other")];
    const fork = taken(role("a"), role("b"), role("c"), role("d"), anew, first, second, branch(2, 1), other);
    expect(fork.upTo(fork.positionOf(2))).toEqual([anew, first, other]);
    expect(fork.yieldsIn(fork.upTo(fork.positionOf(2)))).toBe(2);
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
    expect(taken(role("a"), second, role("b"), third, first).upTo(Infinity)).toEqual([third, first]);
    expect(taken(role("a"), second, third, first).upTo(Infinity)).toEqual([third, first]);
  });

  test("a restart begins with nothing, whatever was handed on before", () => {
    const [restart, first] = [line({ kind: "control", action: "restart", timestamp: 1 }), role("1")];
    expect(taken(role("a"), epoch(2), restart, first).upTo(Infinity)).toEqual([first]);
    expect(taken(role("a"), epoch(2), restart, first).upTo(0)).toEqual([]);
  });

  test("the files of a worktree outlive a new beginning", () => {
    const tree = (at: number, commit: string) =>
      line({ kind: "control", action: "tree", at, commit, head: "h", timestamp: 1 });
    const fork = taken(role("a"), tree(1, "one"), epoch(2), role("1"), tree(1, "two"), role("2"));
    expect(fork.files.upTo(0).map(({ commit }) => commit)).toEqual(["one"]);
    expect(fork.files.upTo(1).map(({ commit }) => commit)).toEqual(["one", "two"]);
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
      expect(fork.takenOver(ALL)).toMatchObject({ yields: 2, isBranch: false });
      expect(fork.takenOver(ALL).lines.slice(1)).toEqual(done);
    });

    test("of the list that was under way, the members that were finished stay in their places", () => {
      const done = [intent(2, 0, of(3)), intent(2, 2, of(3)), receipt(2, 2, "ok"), receipt(2, 0, "ok")];
      const fork = taken(role("1"), ...done, intent(2, 1, of(3)), receipt(2, 1, "timeout"));
      expect(fork.takenOver(ALL)).toMatchObject({ yields: 2, isBranch: false });
      expect(fork.takenOver(ALL).lines.slice(1)).toEqual(done);
    });

    test("C38: what failed and the workflow went on from is answered, and what follows keeps its place", () => {
      const first = [intent(2), receipt(2, 0, "ok")];
      const second = [intent(3, 0, of(2)), receipt(3, 0, "ok"), intent(3, 1, of(2)), receipt(3, 1, "error")];
      const third = [intent(4), receipt(4, 0, "ok")];
      const { lines, yields, isBranch } = taken(role("1"), ...first, ...second, ...third).takenOver(ALL);
      expect([yields, isBranch]).toEqual([4, false]);
      expect(lines.slice(1)).toEqual([...first, ...second, ...third]);
    });

    const failedThread = line({ kind: "result", status: "failed", returnCode: 1, summary: "", timestamp: 1 });
    const exit = (n: number, exitCode: number) =>
      line({
        kind: "receipt",
        n,
        index: 0,
        status: "ok",
        payload: { exitCode },
        intent: `${n}.0`,
        timestamp: 1,
      });

    test("C38: an exit code the thread failed with is no finished work; one it went on from is", () => {
      const before = [intent(2), exit(2, 1)];
      const fork = taken(role("1"), ...before, intent(3), exit(3, 1), failedThread);
      expect(fork.takenOver(ALL).lines.slice(1)).toEqual(before);
      const unended = taken(role("1"), ...before, intent(3), exit(3, 1));
      expect(unended.takenOver(ALL).lines.slice(1)).toEqual([...before, intent(3), exit(3, 1)]);
    });

    const ask = (n: number) =>
      line({ kind: "intent", do: "approve", n, index: 0, id: `a${n}`, timestamp: 1 });
    const said = (n: number, decision: string) =>
      line({ kind: "decision", decision, n, index: 0, intent: `a${n}`, timestamp: 1 });

    test("C38: a yes keeps its place, and with it what was done behind it; a no is asked again", () => {
      const kept = [ask(2), said(2, "approve"), intent(3), receipt(3, 0, "ok")];
      const fork = taken(role("1"), ...kept, intent(4), receipt(4, 0, "error"), failedThread);
      expect(fork.takenOver(ALL)).toMatchObject({ yields: 3, isBranch: false, steps: 1 });
      expect(fork.takenOver(ALL).lines.slice(1)).toEqual(kept);
      expect(taken(role("1"), ask(2), said(2, "deny")).takenOver(ALL).lines).toEqual([role("1")]);
    });

    test("FINISHED-4: behind a question that is asked again, only what was read is found again", () => {
      const read = [intent(3, 0, { class: "read" }), receipt(3, 0, "ok")];
      const done = [intent(4, 0, { class: "once" }), receipt(4, 0, "ok")];
      const fork = taken(role("1"), ask(2), said(2, "approve"), ...read, ...done, role("2"));
      expect(fork.takenOver({ keep: 1, find: Infinity })).toEqual({
        lines: [role("1"), ...read],
        steps: 1,
        yields: 1,
        isBranch: true,
      });
    });

    test("FINISHED-2: what may be sent again with the same key keeps its intent, and not its failure", () => {
      const sent = intent(2, 0, { class: "idempotent", attempt: 1 });
      expect(taken(role("1"), sent).takenOver(ALL).lines).toEqual([role("1"), sent]);
      expect(taken(role("1"), sent, receipt(2, 0, "timeout")).takenOver(ALL).lines).toEqual([
        role("1"),
        sent,
      ]);
      // It is known not to have been done.
      expect(taken(role("1"), sent, receipt(2, 0, "error")).takenOver(ALL).lines).toEqual([role("1")]);
    });

    test("FINISHED-3: the loser of an any goes along, so that other code finds the doubt", () => {
      const any = [
        intent(2, 0, { ...of(2, "any"), class: "once", attempt: 1 }),
        intent(2, 1, { ...of(2, "any"), class: "read", attempt: 1 }),
        receipt(2, 1, "ok"),
      ];
      const fork = taken(role("1"), ...any, role("2"));
      expect(fork.takenOver({ keep: 1, find: Infinity }).lines).toEqual([role("1"), ...any]);
    });

    test("--redo: the command is done again, and what was finished behind it is found by what it did", () => {
      const [first, second] = [
        [intent(2), receipt(2, 0, "ok")],
        [intent(3), receipt(3, 0, "ok")],
      ];
      const fork = taken(role("1"), ...first, ...second, role("2"));
      expect(fork.takenOver({ keep: 1, find: Infinity, redo: new Set(["2.0"]) })).toEqual({
        lines: [role("1"), ...second],
        steps: 1,
        yields: 1,
        isBranch: true,
      });
    });

    test("an any is finished with its first, and what follows it keeps its place", () => {
      const won = [intent(2, 0, of(2, "any")), intent(2, 1, of(2, "any")), receipt(2, 1, "ok")];
      const next = [intent(3), receipt(3, 0, "ok")];
      const fork = taken(role("1"), ...won, ...next);
      expect(fork.takenOver(ALL)).toMatchObject({ yields: 3, isBranch: false });
      expect(fork.takenOver(ALL).lines.slice(1)).toEqual([...won, ...next]);
    });
  });

  test("finished effects of later steps go with other code only", () => {
    const done = [
      line({ kind: "intent", do: "effect", n: 2, index: 0, id: "a", timestamp: 1 }),
      line({ kind: "receipt", n: 2, index: 0, status: "ok", timestamp: 1 }),
    ];
    const state = line({ kind: "checkpoint", n: 3, index: 0, state: 1, timestamp: 1 });
    const fork = taken(role("1"), ...done, state, role("2"));
    expect(fork.takenOver(steps(fork, 1))).toMatchObject({ lines: [role("1")], isBranch: false });
    expect(fork.takenOver({ keep: 1, find: Infinity })).toEqual({
      lines: [role("1"), ...done],
      steps: 1,
      yields: 1,
      isBranch: true,
    });
  });

  test("FORK-1: with all steps, an effect in doubt keeps its place, and so does everything before it", () => {
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
    expect(fork.takenOver(ALL)).toEqual({
      lines: [role("1"), ...failed, doubt, other],
      steps: 1,
      yields: 3,
      isBranch: false,
    });
    expect(fork.takenOver({ keep: 0, find: 0 }).lines).toEqual([]);
  });

  test("FORK-2: a question whose answer does not count is found", () => {
    const put = (n: number) => [
      line({ kind: "intent", do: "effect", n, index: 0, id: `${n}`, timestamp: 1 }),
      line({ kind: "receipt", n, index: 0, status: "ok", timestamp: 1 }),
    ];
    const ask = (n: number) => [
      line({ kind: "intent", do: "approve", n, index: 0, id: "ask", timestamp: 1 }),
      line({ kind: "decision", decision: "approve", n, index: 0, timestamp: 1 }),
    ];
    const fork = taken(role("1"), ...put(2), ...ask(3), ...put(4), role("2"), ...ask(6), ...put(7));
    expect(fork.askedAgain(Infinity, () => true)).toBe(null);
    expect(fork.askedAgain(1, () => false)).toBe(null);
    expect(fork.askedAgain(Infinity, () => false)).toMatchObject({ n: 3 });
  });
});

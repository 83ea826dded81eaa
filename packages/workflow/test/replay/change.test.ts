// CHANGE-1..3: what a line changed in the commands of a thread. Events and the list of commands are made from it.
import { describe, expect, test } from "bun:test";
import type { JournalRecord } from "#contract/record.ts";
import { CommandLog } from "#replay/command-log.ts";
import { changesBy, emptyFold } from "#replay/fold-thread.ts";

type Place = { n: number; index: number; group?: { type: "all" | "any"; of: number } };
const at = (n: number, index = 0, type?: "all" | "any", of = 2): Place => ({
  n,
  index,
  ...(type === undefined ? {} : { group: { type, of } }),
});
const effect = (place: Place, more: object = { attempt: 1 }) => ({
  kind: "intent",
  do: "effect",
  effect: "test/do@1",
  executor: "test",
  params: {},
  class: "once",
  risk: "low",
  timeoutMs: 5,
  id: `${place.n}.${place.index}`,
  origin: "workflow",
  ...place,
  ...more,
});
const sleep = (place: Place) => ({ ...effect(place, {}), do: "sleep", ms: 5, until: 99 });
const receive = (place: Place) => ({ ...effect(place, {}), do: "receive", event: "a/B@1" });
const now = (place: Place) => ({ ...effect(place, {}), do: "now", answer: 5 });
const receipt = ({ n, index }: Place) => ({
  kind: "receipt",
  n,
  index,
  intent: `${n}.${index}`,
  effect: "test/do@1",
  status: "ok",
  payload: null,
  attempt: 1,
});
const attempt = ({ n, index }: Place, status: string, number = 1) => ({
  kind: "attempt",
  n,
  index,
  intent: `${n}.${index}`,
  attempt: number,
  status,
});
const decision = ({ n, index }: Place, word: string) => ({
  kind: "decision",
  n,
  index,
  intent: `${n}.${index}`,
  decision: word,
  actor: "me",
  at: 1,
});
const fault = ({ n, index }: Place) => ({ kind: "fault", n, index, code: "F", message: "m" });
const event = { kind: "event", event: "a/B@1", key: null, value: 1, seq: 1 };
const result = { kind: "result", status: "failed", error: { code: "E", message: "m" } };
const control = (action: string, more: object = {}) => ({ kind: "control", action, ...more });
const role = { role: "r", content: "c", meta: {} };

/** The changes of each line, as words. */
function changesOf(...records: object[]): string[][] {
  const fold = emptyFold();
  return records.map((record, index) =>
    changesBy(fold, { timestamp: index, ...record } as JournalRecord, index + 2).map((change) => {
      const { n, index: place } = change.leaf.opening;
      return `${change.type} ${n}.${place}${change.type === "abandoned" ? ` by ${change.by}` : ""}`;
    }),
  );
}

/** The commands as the log shows them: where each stands and what became of it. */
function logOf(...records: object[]): string[] {
  const lines = records.map((record, index) => ({
    isRole: "role" in record,
    record: { timestamp: index, ...record } as JournalRecord,
    seq: index + 2,
  }));
  return CommandLog.of(lines).entries.map(({ stepId, status }) => `${stepId} ${status}`);
}

describe("CHANGE-1: a command", () => {
  test("is opened, started and settled, each by its line", () => {
    expect(changesOf(effect(at(1)), receipt(at(1)))).toEqual([
      ["opened 1.0", "started 1.0"],
      ["settled 1.0"],
    ]);
    expect(changesOf(effect(at(1), {}), attempt(at(1), "started"))).toEqual([
      ["opened 1.0"],
      ["started 1.0"],
    ]);
  });

  test("that is answered by the line that opens it is settled there", () => {
    expect(changesOf(now(at(1)))).toEqual([["opened 1.0", "settled 1.0"]]);
  });

  test("takes an event that lies in the mailbox when it is opened, or one that comes later", () => {
    expect(changesOf(event, receive(at(1)))).toEqual([[], ["opened 1.0", "settled 1.0"]]);
    expect(changesOf(receive(at(1)), event)).toEqual([["opened 1.0"], ["settled 1.0"]]);
  });

  test("is noted by what neither starts nor settles it", () => {
    const gated = effect(at(1), { gate: { tokenHash: "h", expiresAt: 9 } });
    expect(changesOf(gated, decision(at(1), "approve"))).toEqual([["opened 1.0"], ["noted 1.0"]]);
    for (const line of [attempt(at(1), "failed"), attempt(at(1), "unknown"), fault(at(1))])
      expect(changesOf(effect(at(1)), line)[1]).toEqual(["noted 1.0"]);
    expect(changesOf(effect(at(1)), attempt(at(1), "unknown"), decision(at(1), "retry"))[2]).toEqual([
      "noted 1.0",
    ]);
  });

  test("is settled once: a second answer and a line behind it change nothing", () => {
    const [, , again, late] = changesOf(
      effect(at(1)),
      receipt(at(1)),
      receipt(at(1)),
      attempt(at(1), "failed"),
    );
    expect([again, late]).toEqual([[], []]);
  });

  test("is not touched by a line of another yield", () => {
    expect(changesOf(effect(at(2)), receipt(at(1)), attempt(at(3), "started")).slice(1)).toEqual([[], []]);
  });
});

describe("CHANGE-2: an `any`", () => {
  const both = [effect(at(1, 0, "any")), sleep(at(1, 1, "any"))];

  test("is won by its first answer, and the others are abandoned", () => {
    expect(changesOf(...both, receipt(at(1, 1)))[2]).toEqual([
      "settled 1.1",
      "won 1.1",
      "abandoned 1.0 by won",
    ]);
    expect(logOf(...both, receipt(at(1, 1)))).toEqual(["n1.0 cancelled", "n1.1 completed"]);
  });

  test("nothing is told of a loser afterwards", () => {
    const late = [
      receipt(at(1, 0)),
      attempt(at(1, 0), "started", 2),
      fault(at(1, 0)),
      decision(at(1, 0), "deny"),
    ];
    expect(changesOf(...both, receipt(at(1, 1)), ...late).slice(3)).toEqual([[], [], [], []]);
    expect(changesOf(...both, receipt(at(1, 1)), result)[3]).toEqual([]);
    expect(logOf(...both, receipt(at(1, 1)), ...late, result)).toEqual(["n1.0 cancelled", "n1.1 completed"]);
  });

  test("a command that is opened when it is won is abandoned at once", () => {
    const lines = [now(at(1, 0, "any")), sleep(at(1, 1, "any"))];
    expect(changesOf(...lines)).toEqual([
      ["opened 1.0", "settled 1.0", "won 1.0"],
      ["opened 1.1", "abandoned 1.1 by won"],
    ]);
    expect(logOf(...lines)).toEqual(["n1.0 completed", "n1.1 cancelled"]);
  });

  test("one that brings its own answer has it, and wins nothing", () => {
    const lines = [now(at(1, 0, "any")), now(at(1, 1, "any"))];
    expect(changesOf(...lines)[1]).toEqual(["opened 1.1", "settled 1.1"]);
    expect(logOf(...lines)).toEqual(["n1.0 completed", "n1.1 completed"]);
  });

  test("a list has no winner", () => {
    const list = [effect(at(1, 0, "all")), sleep(at(1, 1, "all"))];
    expect(changesOf(...list, receipt(at(1, 1)))[2]).toEqual(["settled 1.1"]);
  });
});

describe("CHANGE-3: what is still open is abandoned", () => {
  const list = [effect(at(2, 0, "all")), sleep(at(2, 1, "all"))];

  for (const end of [result, control("restart"), control("branch", { at: 2, steps: 0 })])
    test(`by ${"action" in end ? end.action : "a result"}, once`, () => {
      const [, , , ended, again] = changesOf(...list, receipt(at(2, 1)), end, result);
      expect(ended).toEqual(["abandoned 2.0 by end"]);
      expect(again).toEqual([]);
    });

  test("by a result behind the steps of a `finally`", () => {
    const asked = {
      ...effect(at(1, 0, "all"), {}),
      do: "approve",
      prompt: "p",
      items: [],
      ttlMs: 5,
      expiresAt: 9,
    };
    const lines = [asked, sleep(at(1, 1, "all")), decision(at(1), "deny"), role, result];
    expect(changesOf(...lines)[4]).toEqual(["abandoned 1.1 by end"]);
  });

  test("not by a pause, a kill or a `tree` line", () => {
    for (const action of ["pause", "resume", "kill", "tree"])
      expect(changesOf(...list, control(action))[2]).toEqual([]);
  });

  test("a command that faulted stays failed", () => {
    expect(logOf(effect(at(1)), fault(at(1)), result)).toEqual(["n1 failed"]);
  });

  test("one that was never begun is skipped", () => {
    expect(logOf(effect(at(1), {}), result)).toEqual(["n1 skipped"]);
  });
});

test("CHANGE-1: a fork sends what it took over in its own name: the old one is abandoned, and its place used anew", () => {
  const start = {
    threadId: "T",
    parameters: { options: { isDryRun: false } },
    forkFrom: { threadId: "O", steps: 0, lines: 2 },
  };
  const fold = emptyFold();
  changesBy(fold, { timestamp: 0, ...start } as unknown as JournalRecord, 1);
  const told = [effect(at(1)), attempt(at(1), "unknown"), decision(at(1), "retry"), effect(at(1))].map(
    (record, index) =>
      changesBy(fold, { timestamp: index, ...record } as JournalRecord, index + 2).map(({ type }) => type),
  );
  expect(told).toEqual([["opened", "started"], ["noted"], ["noted", "abandoned"], ["opened", "started"]]);
});

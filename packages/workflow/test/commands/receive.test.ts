import { describe, expect, test } from "bun:test";
import { event, receive } from "#commands/receive.ts";
import type { ReceiveCommand } from "#contract/command.ts";
import type { EventRecord, JournalRecord, ReceiveIntent } from "#contract/record.ts";
import { settleCommand } from "#engine/settle-command.ts";
import { answerOf } from "#replay/answer-of.ts";
import { CommandLog } from "#replay/command-log.ts";
import { deriveWait } from "#replay/derive-status.ts";
import { emptyFold, foldRecord, type ThreadFold } from "#replay/fold-thread.ts";
import type { YieldState } from "#replay/fold-yield.ts";
import { ForkLines } from "#replay/fork-lines.ts";
import { admit, folded, leafOf, NOW, opened, PLACE, settlePorts, TOOLS } from "./command-rig.ts";

const ask: ReceiveCommand = { do: "receive", event: "shop/Paid@1" };
const waiting = receive.waiting ?? expect.unreachable("it waits");
const open = (more: Partial<ReceiveCommand> = {}, place = PLACE) =>
  opened<ReceiveIntent>({ ...ask, ...more }, { place });
const at = (n: number, index = 0, of = 0, type: "all" | "any" = "all") => ({
  ...PLACE,
  n,
  index,
  group: of === 0 ? null : { type, of },
});
const sent = (seq: number, name = "shop/Paid@1"): EventRecord => ({
  kind: "event",
  event: name,
  value: { seq },
  key: null,
  seq,
  timestamp: NOW,
});
const got = (seq: number) => ({ event: "shop/Paid@1", key: null, seq, value: { seq } });
const control = (action: string, more: object = {}) => ({ kind: "control", action, timestamp: NOW, ...more });

function foldAll(...lines: object[]): ThreadFold {
  const fold = emptyFold();
  for (const [index, line] of lines.entries()) foldRecord(fold, line as JournalRecord, index + 2);
  return fold;
}
const left = ({ mailbox }: ThreadFold) => mailbox.left.map(({ event: { seq } }) => seq);
const answer = ({ current }: ThreadFold) => answerOf(current as YieldState);

describe("MAILBOX-1: the oldest event that fits is its answer", () => {
  test("be it there before, or come later", async () => {
    const line = await open();
    expect(answer(foldAll(sent(1), sent(2), line))).toEqual(got(1));
    const later = foldAll(line, sent(4));
    expect(answer(later)).toEqual(got(4));
    expect(deriveWait(later)).toBeNull();
    expect(left(foldAll(sent(1), sent(2), line))).toEqual([2]);
  });

  test("another one stays in the mailbox", async () => {
    const fold = foldAll(await open(), sent(1, "shop/Sold@1"));
    expect(left(fold)).toEqual([1]);
    expect(deriveWait(fold)).toEqual({ on: "event", wakeAt: null });
  });

  test("in a list each takes its own", async () => {
    const lines = [await open({}, at(3, 0, 2)), await open({}, at(3, 1, 2))];
    expect(answer(foldAll(...lines, sent(1), sent(2), sent(3)))).toEqual([got(1), got(2)]);
    expect(left(foldAll(...lines, sent(1), sent(2), sent(3)))).toEqual([3]);
  });

  test("an `any` is won with it, and its losers take nothing", async () => {
    const lines = [await open({}, at(3, 0, 2, "any")), await open({}, at(3, 1, 2, "any"))];
    const fold = foldAll(...lines, sent(1), sent(2));
    expect(answer(fold)).toEqual({ answer: got(1), index: 0 });
    expect(left(fold)).toEqual([2]);
    const beside = [
      await opened({ do: "sleep", ms: 9 }, { place: at(3, 0, 2, "any") }),
      await open({}, at(3, 1, 2, "any")),
    ];
    expect(deriveWait(foldAll(...beside))).toEqual({ on: "event", wakeAt: NOW + 9 });
    expect(answer(foldAll(...beside, sent(1)))).toEqual({ answer: got(1), index: 1 });
  });
});

describe("MAILBOX-2: what was taken", () => {
  test("on a way that the thread left is there again, in the order it came", async () => {
    const lines = [await open({}, at(1)), sent(1), await open({}, at(2)), sent(2), sent(3)];
    expect(left(foldAll(...lines))).toEqual([3]);
    expect(left(foldAll(...lines, control("branch", { at: 2, steps: 0 })))).toEqual([2, 3]);
    expect(left(foldAll(...lines, control("restart")))).toEqual([1, 2, 3]);
  });

  test("before a `continue` is gone, and what was not taken is still there", async () => {
    const epoch = {
      kind: "checkpoint",
      n: 2,
      index: 0,
      state: 1,
      stateHash: "",
      seq: 9,
      epoch: true,
      timestamp: NOW,
    };
    const fold = foldAll(await open({}, at(1)), sent(1), sent(2), epoch);
    expect(left(fold)).toEqual([2]);
    foldRecord(fold, control("restart") as never, 20);
    expect(left(fold)).toEqual([2]);
  });
});

test("its time is a wake-up: then it is answered with nothing", async () => {
  const line = await open({ timeoutMs: 40 });
  expect(waiting.waitOf(leafOf(line))).toEqual({ on: "event", wakeAt: NOW + 40 });
  const due = await waiting.due(leafOf(line), TOOLS);
  expect(due).toMatchObject([
    { decision: "answer", actor: "system", reason: "receive_timeout", value: null },
  ]);
  expect(answerOf(folded(line, due?.[0] as object))).toBeNull();
  await expect(waiting.due(leafOf(await open()), TOOLS)).rejects.toMatchObject({ code: "INTERNAL" });
});

test("P6: an event that the descriptor does not declare is refused", async () => {
  expect(await admit({ ...ask, event: "shop/Sold@1" })).toMatchObject({
    code: "EFFECT_NOT_DECLARED",
    hint: "describe it in descriptor.events (declared: shop/Paid@1)",
  });
  expect(await admit(ask, { events: undefined })).toMatchObject({ code: "EFFECT_NOT_DECLARED" });
});

test("a person says nothing to it; whoever sends an event writes it down, taken or not", async () => {
  const line = await open();
  await expect(
    waiting.settle(leafOf(line), { type: "answer", value: 1 }, settlePorts()),
  ).rejects.toMatchObject({
    code: "INTERNAL",
  });
  const told = { type: "deliver", event: ask.event, value: 1, key: null, seq: 3 } as const;
  const record = { kind: "event", event: ask.event, value: 1, key: null, seq: 3 } as const;
  expect(await settleCommand(folded(line), told, settlePorts())).toEqual({ records: [record] });
  expect(await settleCommand(null, told, settlePorts())).toEqual({ records: [record], isKept: true });
});

test("a dry run and a simulation send it an event that fits its schema", async () => {
  const leaf = leafOf<ReceiveIntent>(await open());
  const events = new Map([[ask.event, { const: 5 }]]);
  const stub = async (schema: unknown) => schema as never;
  expect(await waiting.dryRun(leaf, { ...TOOLS, events, stub })).toMatchObject([
    { kind: "event", value: { const: 5 }, simulated: true },
  ]);
  expect(await waiting.simulate(leaf, { events, stub } as never)).toMatchObject({
    type: "deliver",
    value: { const: 5 },
  });
  const none = async () => undefined;
  expect(await waiting.dryRun(leaf, { ...TOOLS, events, stub: none })).toMatchObject({
    unanswerable: { code: "STUB_NOT_FOUND", message: expect.stringContaining(ask.event) },
  });
});

test("a fork takes over what came before its cut, and what was taken there", async () => {
  const lines = [await open({}, at(1)), sent(1), await open({}, at(2)), sent(2), sent(3)];
  const fork = new ForkLines<{ isRole: boolean; record: JournalRecord }>();
  for (const record of lines) fork.take({ isRole: false, record });
  const kept = (keep: number) =>
    fork.takenOver({ keep, find: keep }).lines.map(({ record }) => record as object);
  expect(kept(1)).toEqual(lines.slice(0, 2));
  expect(kept(Infinity)).toEqual(lines);
  expect(fork.takenOver({ keep: Infinity, find: Infinity }).yields).toBe(2);
  fork.take({ isRole: false, record: control("branch", { at: 2, steps: 0 }) as never });
  expect(kept(Infinity)).toEqual([lines[0], lines[1], lines[3], lines[4]] as never);
});

test("a thread's view has its answer, and a plan says that it waits again", async () => {
  const records = [await open(), sent(1)];
  const [entry] = CommandLog.of(
    records.map((record, index) => ({ isRole: false, record, seq: index + 2 })),
  ).entries;
  expect(entry).toMatchObject({ do: "receive", status: "completed", answer: got(1), completedAt: NOW });
  expect(receive.shown.again?.(undefined)).toBe("it waits for its event again");
  expect(event.message({ stepId: "paid", prompt: "", asked: { event: "a/B@1" }, wakeAt: null })).toBe(
    "it waits for the event a/B@1 (paid)",
  );
});

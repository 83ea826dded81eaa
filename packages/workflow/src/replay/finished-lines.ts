// Which lines of some yields stand for finished work, so that a fork may take them over. Pure.
//
// FINISHED-1. What failed is not finished: an error, a timeout, a no; and where the thread failed with it, a program's exit code that
//     is not 0. Where the workflow went on from it, it is an answer like any other, and keeps its place (fork-lines.ts).
// FINISHED-2. An effect that may be sent again with the same key, and was handed over, keeps its intent: the fork sends it under the
//     key its origin used. What became of it is left out.
// FINISHED-3. One that may be done once only, was handed over, and has no receipt, is never left out: whoever finds it has a doubt.
// FINISHED-4. Behind a question that is asked again, only what was read is found again: a person who says yes lets something happen,
//     and gets no recorded answer instead.
import { isQuestion as asksPerson } from "#commands/registry.ts";
import type { CommandRecord, EffectIntent, JournalRecord, ReceiptRecord } from "#contract/record.ts";
import { isCommandRecord, type Opening } from "./fold-yield.ts";
import { isUnsure } from "./in-flight.ts";

type Line = { isRole: boolean; record: JournalRecord };
type FinishedHow = { redo?: ReadonlySet<string>; inPlace?: boolean; received?: ReadonlySet<string> };

const NONE: ReadonlySet<string> = new Set();

/** The place of a command, as these rules name it: "n.index". */
export function placeOf({ n, index }: { n: number; index: number }): string {
  return `${n}.${index}`;
}

/** Commands that count as finished, by their places. `endedBy`: the thread failed with the answer of that yield. `received`: places of commands that took an event. */
export function doneIn(
  lines: readonly Line[],
  endedBy: (n: number) => boolean,
  received: ReadonlySet<string> = NONE,
): Set<string> {
  const questions = new Set<string>();
  const done = new Set<string>();
  for (const { record } of lines) {
    if (!isCommandRecord(record)) continue;
    const place = placeOf(record);
    if (isQuestion(record)) questions.add(place);
    if (received.has(place) || isDone(record, endedBy(record.n), questions.has(place))) done.add(place);
  }
  return done;
}

function isDone(record: CommandRecord, isLast: boolean, isAsked: boolean): boolean {
  switch (record.kind) {
    case "checkpoint":
    case "annotation":
      return true;
    case "intent":
      return "answer" in record;
    case "decision":
      return isAsked && record.decision !== "deny";
    case "receipt":
      return record.status === "unknown" || (record.status === "ok" && !(isLast && hasExitCode(record)));
    default:
      return false;
  }
}

/**
 * Finished commands with all their lines, and what FINISHED-2 and FINISHED-3 keep of others. `redo`: places that are done again though they
 * are finished. `inPlace`: the lines keep their places, so an effect that needs a new yes is not among them.
 */
export function finishedLines<L extends Line>(
  lines: readonly L[],
  endedBy: (n: number) => boolean,
  { redo = NONE, inPlace = false, received = NONE }: FinishedHow = {},
): L[] {
  const done = doneIn(lines, endedBy, received);
  for (const place of redo) done.delete(place);
  const { sent, doubted } = handedOver(lines, done, inPlace);
  return lines.filter(({ record }) => {
    if (!isCommandRecord(record)) return false;
    const place = placeOf(record);
    if (done.has(place)) return true;
    return (sent.has(place) || doubted.has(place)) && isSending(record);
  });
}

type HandedOver = { sent: Set<string>; doubted: Set<string> };

/** Effects that were given to an executor and are not finished, by what a fork may do with them. */
function handedOver(lines: readonly Line[], done: ReadonlySet<string>, inPlace: boolean): HandedOver {
  const effects = new Map<string, EffectIntent>();
  const handed: HandedOver = { sent: new Set(), doubted: new Set() };
  for (const { record } of lines) {
    if (!isCommandRecord(record) || done.has(placeOf(record))) continue;
    const place = placeOf(record);
    if (isEffect(record)) effects.set(place, record);
    const effect = effects.get(place);
    if (effect === undefined) continue;
    if (effect.class === "once") mark(handed.doubted, place, record, false);
    else if (effect.class === "idempotent" && !(inPlace && effect.gate !== undefined))
      mark(handed.sent, place, record, true);
  }
  return handed;
}

function mark(places: Set<string>, place: string, record: CommandRecord, mayHaveFailed: boolean): void {
  if (isSending(record)) {
    if (record.kind !== "intent" || "attempt" in record || "inDoubt" in record) places.add(place);
  } else if (record.kind === "receipt") {
    if (!mayHaveFailed || !isUnsure(record)) places.delete(place);
  } else if (record.kind === "fault" && !mayHaveFailed) places.delete(place);
}

function isSending(record: CommandRecord): boolean {
  return record.kind === "intent" || (record.kind === "attempt" && record.status === "started");
}

/** FINISHED-4. Of the finished lines behind a cut, what is found again by what it did. */
export function foundAgain<L extends Line>(lines: readonly L[], finished: readonly L[]): L[] {
  const question = lines.find(({ record }) => isQuestion(record))?.record as Opening | undefined;
  const places = new Set<string>();
  for (const { record } of finished) {
    if (!isEffect(record)) continue;
    const isBehind = question !== undefined && record.n > question.n;
    if (!isBehind || record.class === "read") places.add(placeOf(record));
  }
  if (question !== undefined) for (const place of handedOver(lines, NONE, false).doubted) places.add(place);
  return finished.filter(({ record }) => isCommandRecord(record) && places.has(placeOf(record)));
}

/** Effects that failed, by their places, be it that the workflow went on from them. */
export function failedIn(lines: readonly Line[]): Set<string> {
  const failed = new Set<string>();
  for (const { record } of lines) {
    if (!isCommandRecord(record)) continue;
    if (record.kind === "fault" || (record.kind === "receipt" && hasFailed(record)))
      failed.add(placeOf(record));
  }
  return failed;
}

/** The answer of an effect that did not do what was asked. */
export function hasFailed(receipt: Pick<ReceiptRecord, "status" | "payload">): boolean {
  return receipt.status === "ok" ? hasExitCode(receipt) : receipt.status !== "unknown";
}

/** A program ended with another exit code than 0. */
function hasExitCode({ payload }: Pick<ReceiptRecord, "payload">): boolean {
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return false;
  const { exitCode } = payload;
  return typeof exitCode === "number" && exitCode !== 0;
}

export function isOpening(record: JournalRecord): record is Opening {
  const kind = "kind" in record ? record.kind : null;
  return kind === "intent" || kind === "checkpoint" || kind === "annotation";
}

/** A person was shown something, and answers. A yes to an effect is bound to its params, and used up with it. */
export function isQuestion(record: JournalRecord): boolean {
  return isOpening(record) && asksPerson(record);
}

function isEffect(record: JournalRecord): record is EffectIntent {
  return isOpening(record) && record.kind === "intent" && record.do === "effect";
}

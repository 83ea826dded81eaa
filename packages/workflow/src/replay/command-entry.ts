// One command of a thread with what became of it, for people and programs to read.
import { fileOfOpening, wordOfOpening } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { EffectError, ReceiptStatus } from "#contract/effect.ts";
import type { Opening } from "#contract/leaf.ts";
import type { AttemptRecord, DecisionRecord, RejectRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { Failure } from "./failure-of.ts";

export type CommandStatus =
  | "pending"
  | "running"
  | "waiting_approval"
  | "waiting"
  | "completed"
  | "failed"
  | "cancelled"
  /** It was never begun, and is not needed any more. */
  | "skipped"
  | "unknown";

export type CommandEntry = {
  stepId: string;
  n: number;
  index: number;
  seq: number;
  do: string;
  effect?: string;
  /** What was asked: params, prompt, state, as the line holds it. */
  asked: Json;
  intent: string | null;
  attempts: AttemptEntry[];
  status: CommandStatus;
  /** Of an effect that was answered. */
  receipt?: ReceiptStatus;
  /** Of an effect that failed, or whose program ended with another code than 0. */
  failure?: Failure;
  /** Of all its attempts. */
  costUsd?: number;
  /** Its answer was found again, or taken over from the thread it was forked from: what it cost was paid before. */
  reused?: true;
  answer: Json;
  decision?: Pick<DecisionRecord, "decision" | "actor" | "at" | "reason" | "simulated">;
  startedAt: number;
  completedAt: number | null;
};

export type AttemptEntry = {
  attempt: number;
  status: "running" | "completed" | "failed" | "unknown";
  error: EffectError | null;
  startedAt: number;
  completedAt: number | null;
};

/** `isTakenOver`: a fork has the line from its origin. */
export function openedEntry(record: Opening, seq: number, isTakenOver: boolean): CommandEntry {
  const { n, index, timestamp } = record;
  const { shown, answerIn, answeredBy } = fileOfOpening(record);
  const answer = answerIn(record);
  // What somebody else than the engine answers.
  const isOutside = answeredBy !== "engine" && answeredBy !== "time";
  return {
    stepId: stepIdAt(record),
    n,
    index,
    seq,
    do: wordIn(record),
    ...("effect" in record ? { effect: record.effect } : {}),
    ...("reused" in record || (isTakenOver && isOutside) ? { reused: true as const } : {}),
    asked: shown.asked(record),
    intent: record.kind === "intent" ? record.id : null,
    attempts: [],
    status: answer === null ? shown.status(record) : "completed",
    answer: "answer" in record ? record.answer : null,
    startedAt: timestamp,
    completedAt: answer === null ? null : timestamp,
  };
}

export function rejectedEntry(record: RejectRecord, seq: number): CommandEntry {
  const { n, index, code, message, timestamp } = record;
  const what = record.effect === undefined ? {} : { effect: record.effect };
  return {
    stepId: `n${n}`,
    n,
    index,
    seq,
    do: record.do ?? "?",
    ...what,
    asked: null,
    intent: null,
    attempts: [],
    status: "failed",
    answer: { code, message },
    startedAt: timestamp,
    completedAt: timestamp,
  };
}

function wordIn(record: Opening): string {
  return record.kind === "checkpoint" && record.epoch ? "continue" : wordOfOpening(record);
}

export function attempted(entry: CommandEntry, record: AttemptRecord): void {
  const { attempt, status, timestamp, error } = record;
  if (status === "started") {
    endAttempt(entry, "failed", null, timestamp);
    return begin(entry, attempt, timestamp);
  }
  if (status === "failed") {
    addCost(entry, record.costUsd);
    endAttempt(entry, "failed", error ?? null, timestamp);
    entry.status = "pending";
    return;
  }
  endAttempt(entry, "unknown", null, timestamp);
  entry.status = "unknown";
}

export function addCost(entry: CommandEntry, costUsd: number | undefined): void {
  if (costUsd === undefined) return;
  entry.costUsd = Math.round(((entry.costUsd ?? 0) + costUsd) * 1_000_000) / 1_000_000;
}

export function begin(entry: CommandEntry, attempt: number, timestamp: number): void {
  entry.status = "running";
  entry.attempts.push({ attempt, status: "running", error: null, startedAt: timestamp, completedAt: null });
}

export function endAttempt(
  entry: CommandEntry,
  status: AttemptEntry["status"],
  error: EffectError | null,
  timestamp: number,
): void {
  const last = entry.attempts.at(-1);
  if (last === undefined || last.status !== "running") return;
  last.status = status;
  last.error = error;
  last.completedAt = timestamp;
}

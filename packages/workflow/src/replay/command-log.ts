// Every command of a thread with what became of it, for people and programs to read. Pure.
import type { Json } from "#contract/command.ts";
import type { EffectError, ReceiptStatus } from "#contract/effect.ts";
import {
  type AttemptRecord,
  type CommandRecord,
  type DecisionRecord,
  isCopiedLine,
  type JournalRecord,
  type ReceiptRecord,
  type StartRecord,
} from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { type Failure, failureOf } from "./failure-of.ts";
import { beginsAnew } from "./fold-thread.ts";
import { isCommandRecord, type Opening } from "./fold-yield.ts";

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

export class CommandLog {
  static of(lines: Iterable<{ isRole: boolean; record: JournalRecord; seq: number }>): CommandLog {
    const log = new CommandLog();
    for (const { isRole, record, seq } of lines) if (!isRole) log.take(record, seq);
    return log;
  }

  readonly entries: CommandEntry[] = [];
  /** Where those begin that count: behind the last restart or `continue`, like the steps. */
  private begun = 0;
  private start: StartRecord | null = null;
  readonly annotations: { n: number; note: { [key: string]: Json }; timestamp: number }[] = [];
  private readonly open = new Map<string, CommandEntry>();
  /** The yield that was opened last, if it is an `any`. */
  private any: { n: number; isWon: boolean } | null = null;

  /** Their places are used anew: by another way the thread took, or by a fork in its own name. */
  private readonly left = new Set<CommandEntry>();

  /** Those that count and have an answer. */
  get finished(): CommandEntry[] {
    return this.current.filter(({ completedAt }) => completedAt !== null);
  }

  /** Of the generator that runs, or ran last, and of the way it took: one for each place. */
  get current(): CommandEntry[] {
    return this.entries.slice(this.begun).filter((entry) => !this.left.has(entry));
  }

  take(record: JournalRecord, seq: number): void {
    if (seq === 1 && "threadId" in record) this.start = record as StartRecord;
    if (
      "kind" in record &&
      record.kind === "control" &&
      (record.action === "restart" || record.action === "branch")
    ) {
      this.closeAll(record.timestamp);
      this.any = null;
      const at = record.action === "branch" ? (record.at ?? 1) : 0;
      for (const entry of this.entries.slice(this.begun)) if (entry.n >= at) this.left.add(entry);
    }
    if ("kind" in record && record.kind === "result") this.closeAll(record.timestamp);
    if (isCommandRecord(record)) this.takeCommand(record, seq);
    if (beginsAnew(record)) this.begun = this.entries.length;
  }

  /** Abandoned: the thread went another way, or ended. */
  private closeAll(timestamp: number): void {
    for (const entry of [...this.open.values()]) this.abandon(entry, timestamp);
  }

  private abandon(entry: CommandEntry, timestamp: number): void {
    endAttempt(entry, "failed", null, timestamp);
    const isBegun = entry.attempts.length > 0 || entry.status !== "pending";
    if (entry.status !== "failed") entry.status = isBegun ? "cancelled" : "skipped";
    this.close(entry, timestamp);
  }

  private takeCommand(record: CommandRecord, seq: number): void {
    if (record.kind === "annotation")
      this.annotations.push({ n: record.n, note: record.note, timestamp: record.timestamp });
    if (record.kind === "intent" || record.kind === "checkpoint" || record.kind === "annotation")
      return this.opened(record, seq);
    if (record.kind === "reject") return this.rejected(record, seq);
    const entry = this.open.get(`${record.n}.${record.index}`);
    if (entry === undefined) return;
    if (record.kind === "attempt") attempted(entry, record);
    else if (record.kind === "receipt") this.received(entry, record);
    else if (record.kind === "decision") this.decided(entry, record);
    else {
      entry.answer = { code: record.code, message: record.message };
      endAttempt(entry, "failed", { code: record.code, message: record.message }, record.timestamp);
      entry.status = "failed";
    }
  }

  private opened(record: Opening, seq: number): void {
    const { n, index, timestamp } = record;
    if (record.group?.type !== "any") this.any = null;
    else if (this.any?.n !== n) this.any = { n, isWon: false };
    const isAnswered = record.kind !== "intent" || "answer" in record;
    const isGated = record.kind === "intent" && record.do === "effect" && record.gate !== undefined;
    const entry: CommandEntry = {
      stepId: stepIdAt(record),
      n,
      index,
      seq,
      do: wordOf(record),
      ...("effect" in record ? { effect: record.effect } : {}),
      ...("reused" in record || this.isTakenOver(record, seq) ? { reused: true as const } : {}),
      asked: askedOf(record),
      intent: record.kind === "intent" ? record.id : null,
      attempts: [],
      status: isAnswered
        ? "completed"
        : isGated
          ? "waiting_approval"
          : (STATUS_OF[doOf(record)] ?? "pending"),
      answer: "answer" in record ? record.answer : null,
      startedAt: timestamp,
      completedAt: isAnswered ? timestamp : null,
    };
    const before = this.open.get(`${n}.${index}`);
    if (before !== undefined) {
      this.abandon(before, timestamp);
      this.left.add(before);
    }
    this.entries.push(entry);
    if (isAnswered) return this.answered(entry, timestamp);
    this.open.set(`${n}.${index}`, entry);
    if ("attempt" in record && record.attempt === 1) begin(entry, 1, timestamp);
    if (this.any?.isWon) this.abandon(entry, timestamp);
  }

  /** A fork has the answer from its origin. */
  private isTakenOver(record: Opening, seq: number): boolean {
    return this.start !== null && ASKED_OUTSIDE.has(doOf(record)) && isCopiedLine(this.start, seq);
  }

  private rejected(record: CommandRecord & { kind: "reject" }, seq: number): void {
    const { n, index, code, message, timestamp } = record;
    const what = record.effect === undefined ? {} : { effect: record.effect };
    this.entries.push({
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
    });
  }

  private received(entry: CommandEntry, record: ReceiptRecord): void {
    const isOk = record.status === "ok";
    endAttempt(entry, isOk ? "completed" : "failed", record.error ?? null, record.timestamp);
    entry.status = isOk ? "completed" : record.status === "unknown" ? "unknown" : "failed";
    entry.receipt = record.status;
    const failure = failureOf(record.payload, record.error ?? null);
    if (failure !== null) entry.failure = failure;
    addCost(entry, record.costUsd);
    entry.answer = record.payload ?? (record.error as Json | undefined) ?? null;
    this.answered(entry, record.timestamp);
  }

  private decided(entry: CommandEntry, record: DecisionRecord): void {
    const { decision, actor, at, reason, simulated } = record;
    entry.decision = {
      decision,
      actor,
      at,
      ...(reason === undefined ? {} : { reason }),
      ...(simulated === undefined ? {} : { simulated }),
    };
    if (decision === "retry" || (entry.do === "effect" && decision === "approve")) {
      entry.status = "pending";
      return;
    }
    entry.status = decision === "deny" ? "cancelled" : "completed";
    entry.answer = record.value ?? { ...entry.decision };
    this.answered(entry, record.timestamp);
  }

  /** The others of an `any` are not waited for any more. */
  private answered(entry: CommandEntry, timestamp: number): void {
    this.close(entry, timestamp);
    if (this.any === null) return;
    this.any.isWon = true;
    this.closeAll(timestamp);
  }

  private close(entry: CommandEntry, timestamp: number): void {
    entry.completedAt = timestamp;
    this.open.delete(`${entry.n}.${entry.index}`);
  }
}

function wordOf(record: Opening): string {
  if (record.kind === "intent") return record.do;
  if (record.kind === "annotation") return "annotate";
  return record.epoch ? "continue" : "checkpoint";
}

/** What somebody else than the engine answers. */
const ASKED_OUTSIDE: ReadonlySet<string> = new Set(["effect", "approve", "input"]);

const STATUS_OF: Record<string, CommandStatus> = {
  approve: "waiting_approval",
  input: "waiting",
  sleep: "waiting",
};

function doOf(record: Opening): string {
  return record.kind === "intent" ? record.do : record.kind;
}

function askedOf(record: Opening): Json {
  if (record.kind === "checkpoint") return record.state;
  if (record.kind === "annotation") return record.note;
  switch (record.do) {
    case "effect":
      return record.params;
    case "approve":
      return { prompt: record.prompt, items: record.items };
    case "input":
      return { prompt: record.prompt, schema: record.schema };
    case "sleep":
      return { until: record.until };
    default:
      return null;
  }
}

function attempted(entry: CommandEntry, record: AttemptRecord): void {
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

function addCost(entry: CommandEntry, costUsd: number | undefined): void {
  if (costUsd === undefined) return;
  entry.costUsd = Math.round(((entry.costUsd ?? 0) + costUsd) * 1_000_000) / 1_000_000;
}

function begin(entry: CommandEntry, attempt: number, timestamp: number): void {
  entry.status = "running";
  entry.attempts.push({ attempt, status: "running", error: null, startedAt: timestamp, completedAt: null });
}

function endAttempt(
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

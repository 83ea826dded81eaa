// Every command of a thread with what became of it, for people and programs to read. Pure: made from what each line changed.
import type { Json } from "#contract/command.ts";
import type { Leaf } from "#contract/leaf.ts";
import {
  type DecisionRecord,
  type FaultRecord,
  isCopiedLine,
  type JournalRecord,
  type ReceiptRecord,
  type StartRecord,
} from "#contract/record.ts";
import type { Change } from "./change.ts";
import {
  addCost,
  attempted,
  begin,
  type CommandEntry,
  endAttempt,
  openedEntry,
  rejectedEntry,
} from "./command-entry.ts";
import { failureOf } from "./failure-of.ts";
import { beginsAnew, changesBy, emptyFold, type FoldableLine, foldStep } from "./fold-thread.ts";

export type { AttemptEntry, CommandEntry } from "./command-entry.ts";

export class CommandLog {
  static of(lines: Iterable<Pick<FoldableLine, "isRole" | "record" | "seq">>): CommandLog {
    const log = new CommandLog();
    const fold = emptyFold();
    for (const { isRole, record, seq } of lines) {
      // When a step was is of no interest here, and its line need not be parsed.
      if (isRole) foldStep(fold, 0, seq);
      else log.take(record, seq, changesBy(fold, record, seq));
    }
    return log;
  }

  readonly entries: CommandEntry[] = [];
  readonly annotations: { n: number; note: { [key: string]: Json }; timestamp: number }[] = [];
  /** Where those begin that count: behind the last restart or `continue`, like the steps. */
  private begun = 0;
  private start: StartRecord | null = null;
  private readonly entryOf = new Map<Leaf, CommandEntry>();
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

  /** A line that is no step, with what it changed in a fold of all lines before it. */
  take(record: JournalRecord, seq: number, changes: readonly Change[]): void {
    if (seq === 1 && "threadId" in record) this.start = record as StartRecord;
    if ("kind" in record) this.takeKind(record, seq);
    for (const change of changes) this.change(change, record.timestamp);
    if (beginsAnew(record)) this.begun = this.entries.length;
  }

  private takeKind(record: Extract<JournalRecord, { kind: string }>, seq: number): void {
    const { kind } = record;
    if (kind === "reject") this.entries.push(rejectedEntry(record, seq));
    else if (kind === "annotation") {
      const { n, note, timestamp } = record;
      this.annotations.push({ n, note, timestamp });
    } else if (kind === "control" && (record.action === "restart" || record.action === "branch")) {
      const at = record.action === "branch" ? (record.at ?? 1) : 0;
      for (const entry of this.entries.slice(this.begun)) if (entry.n >= at) this.left.add(entry);
    }
  }

  private change(change: Change, timestamp: number): void {
    const { leaf } = change;
    if (change.type === "opened") {
      const isTakenOver = this.start !== null && isCopiedLine(this.start, leaf.seq);
      const opened = openedEntry(leaf.opening, leaf.seq, isTakenOver);
      this.entries.push(opened);
      this.entryOf.set(leaf, opened);
      return;
    }
    const entry = this.entryOf.get(leaf);
    if (entry === undefined) return;
    switch (change.type) {
      case "started":
        endAttempt(entry, "failed", null, timestamp);
        return begin(entry, leaf.attempt, timestamp);
      case "noted":
        return noted(entry, change.record);
      case "settled":
        // What the line that opens it answers is told by that line.
        if (entry.completedAt !== null) return;
        settled(entry, leaf);
        entry.completedAt = timestamp;
        return;
      case "abandoned":
        abandoned(entry, timestamp);
        if (change.by === "anew") this.left.add(entry);
    }
  }
}

function noted(entry: CommandEntry, record: Extract<Change, { type: "noted" }>["record"]): void {
  switch (record.kind) {
    case "attempt":
      return attempted(entry, record);
    case "fault":
      return faulted(entry, record);
    case "decision":
      entry.decision = toldBy(record);
      entry.status = "pending";
  }
}

function faulted(entry: CommandEntry, { code, message, timestamp }: FaultRecord): void {
  entry.answer = { code, message };
  endAttempt(entry, "failed", { code, message }, timestamp);
  entry.status = "failed";
}

function settled(entry: CommandEntry, { settled: how }: Leaf): void {
  if (how?.by === "receipt") return received(entry, how.receipt);
  if (how?.by === "decision") return decided(entry, how.decision);
  entry.status = "completed";
  entry.answer = how?.value ?? null;
}

function received(entry: CommandEntry, record: ReceiptRecord): void {
  const isOk = record.status === "ok";
  endAttempt(entry, isOk ? "completed" : "failed", record.error ?? null, record.timestamp);
  entry.status = isOk ? "completed" : record.status === "unknown" ? "unknown" : "failed";
  entry.receipt = record.status;
  const failure = failureOf(record.payload, record.error ?? null);
  if (failure !== null) entry.failure = failure;
  addCost(entry, record.costUsd);
  entry.answer = record.payload ?? (record.error as Json | undefined) ?? null;
}

function decided(entry: CommandEntry, record: DecisionRecord): void {
  entry.decision = toldBy(record);
  entry.status = record.decision === "deny" ? "cancelled" : "completed";
  entry.answer = record.value ?? { ...entry.decision };
}

function toldBy({ decision, actor, at, reason, simulated }: DecisionRecord): CommandEntry["decision"] & {} {
  return {
    decision,
    actor,
    at,
    ...(reason === undefined ? {} : { reason }),
    ...(simulated === undefined ? {} : { simulated }),
  };
}

function abandoned(entry: CommandEntry, timestamp: number): void {
  endAttempt(entry, "failed", null, timestamp);
  const isBegun = entry.attempts.length > 0 || entry.status !== "pending";
  if (entry.status !== "failed") entry.status = isBegun ? "cancelled" : "skipped";
  entry.completedAt = timestamp;
}

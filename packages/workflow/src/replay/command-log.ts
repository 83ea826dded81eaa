// Every command of a thread with what became of it, for people and programs to read. Pure.
import { fileOfOpening } from "#commands/registry.ts";
import { assertNever } from "#contract/assert-never.ts";
import type { Json } from "#contract/command.ts";
import {
  type CommandRecord,
  type DecisionRecord,
  type EventRecord,
  isCopiedLine,
  type JournalRecord,
  type ReceiptRecord,
  type StartRecord,
} from "#contract/record.ts";
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
import { beginsAnew } from "./fold-thread.ts";
import { foldYield, isCommandRecord, type Opening, type YieldState } from "./fold-yield.ts";
import { deliver, emptyMailbox, forgetTaken, giveBack, takeOpened } from "./mailbox.ts";

export type { AttemptEntry, CommandEntry } from "./command-entry.ts";

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

  /** The commands of the yield that was opened last, and the events that no command has taken. */
  private state: YieldState | null = null;
  private readonly mailbox = emptyMailbox();
  /** A yes is no answer of theirs: it lets them be carried out. */
  private readonly letsGo = new Set<CommandEntry>();
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
      giveBack(this.mailbox, at);
      this.state = null;
      for (const entry of this.entries.slice(this.begun)) if (entry.n >= at) this.left.add(entry);
    }
    if ("kind" in record && record.kind === "result") this.closeAll(record.timestamp);
    if ("kind" in record && record.kind === "event") this.delivered(record, seq);
    if (isCommandRecord(record)) {
      this.state = foldYield(this.state, record, seq);
      this.takeCommand(record, seq);
      if (record.kind === "intent" && takeOpened(this.mailbox, this.state, record.index))
        this.received(record.index, record.timestamp);
    }
    if (!beginsAnew(record)) return;
    forgetTaken(this.mailbox);
    this.begun = this.entries.length;
  }

  private delivered(event: EventRecord, seq: number): void {
    const index = deliver(this.mailbox, this.state, event, seq);
    if (index !== null) this.received(index, event.timestamp);
  }

  /** The command at this place took an event. */
  private received(index: number, timestamp: number): void {
    const settled = this.state?.leaves.get(index)?.settled;
    const entry = this.open.get(`${this.state?.n}.${index}`);
    if (entry === undefined || settled?.by !== "value") return;
    entry.status = "completed";
    entry.answer = settled.value ?? null;
    this.answered(entry, timestamp);
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
    if (record.kind === "reject") {
      this.entries.push(rejectedEntry(record, seq));
      return;
    }
    const entry = this.open.get(`${record.n}.${record.index}`);
    if (entry === undefined) return;
    switch (record.kind) {
      case "attempt":
        return attempted(entry, record);
      case "receipt":
        return this.receipt(entry, record);
      case "decision":
        return this.decided(entry, record);
      case "fault": {
        const { code, message, timestamp } = record;
        entry.answer = { code, message };
        endAttempt(entry, "failed", { code, message }, timestamp);
        entry.status = "failed";
        return;
      }
      default:
        return assertNever(record, "the line");
    }
  }

  private opened(record: Opening, seq: number): void {
    const { n, index, timestamp } = record;
    if (record.group?.type !== "any") this.any = null;
    else if (this.any?.n !== n) this.any = { n, isWon: false };
    const entry = openedEntry(record, seq, this.start !== null && isCopiedLine(this.start, seq));
    const before = this.open.get(`${n}.${index}`);
    if (before !== undefined) {
      this.abandon(before, timestamp);
      this.left.add(before);
    }
    this.entries.push(entry);
    if (fileOfOpening(record).waiting?.yesLetsGo) this.letsGo.add(entry);
    if (entry.completedAt !== null) return this.answered(entry, timestamp);
    this.open.set(`${n}.${index}`, entry);
    if ("attempt" in record && record.attempt === 1) begin(entry, 1, timestamp);
    if (this.any?.isWon) this.abandon(entry, timestamp);
  }

  private receipt(entry: CommandEntry, record: ReceiptRecord): void {
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
    switch (decision) {
      case "retry":
        entry.status = "pending";
        return;
      case "approve":
        if (!this.letsGo.has(entry)) break;
        entry.status = "pending";
        return;
      case "deny":
      case "answer":
        break;
      default:
        assertNever(decision, "the decision");
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

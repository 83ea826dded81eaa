// What happens in a thread, told as events. A function of its journal lines: who reads the file later is told the same,
// in the same order, as who watched. Only tokens and progress frames are known to those who watch alone.
import { fileOfOpening } from "#commands/registry.ts";
import type { JournalRecord, RejectRecord, ResultRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { Change } from "#replay/change.ts";
import { changesBy, emptyFold, type ThreadFold } from "#replay/fold-thread.ts";
import { isSettled, type Leaf, type Opening } from "#replay/fold-yield.ts";
import { attempted, cancelled, decided, nameOf, settled } from "./command-events.ts";
import type { ThreadEvent } from "./event-body.ts";

type Noted = Extract<Change, { type: "noted" }>["record"];

export type EventLine = { record: JournalRecord; seq: number; sum: string };

/** A generator that thinks this long about its next yield is told to have begun it; a shorter time is not worth a word. */
export const WORKING_AFTER_MS = 2_000;

export class ThreadEvents {
  private readonly fold: ThreadFold;
  /** The generator is at work on its next yield since then; null while it waits for an answer. */
  private workingSince: number | null = null;
  /** The next yield was told as begun. */
  private isTold = false;
  /** The last yield was refused or faulted: the result that follows repeats it. */
  private hasFailed = false;

  /** `known`: what was there before the first line. */
  constructor(known?: ThreadFold) {
    this.fold = structuredClone(known ?? emptyFold());
    if (isWorking(this.fold)) this.workingSince = this.fold.updatedAt;
  }

  take({ record, seq, sum }: EventLine): ThreadEvent[] {
    const { timestamp } = record;
    const early = timestamp - (this.workingSince ?? timestamp) >= WORKING_AFTER_MS ? this.begun() : [];
    const before = [...early, ...this.before(record)];
    const durable: ThreadEvent = { type: "record.durable", timestamp, seq, sum };
    const after = this.after(record, seq);
    this.note(record);
    return [...before, durable, ...after];
  }

  /** When a watcher may say that the next yield was begun; null when there is nothing to say. */
  get beginsAt(): number | null {
    return this.workingSince === null || this.isTold ? null : this.workingSince + WORKING_AFTER_MS;
  }

  /** The generator is at work on its next yield: told once. */
  begun(): ThreadEvent[] {
    if (this.isTold || this.workingSince === null) return [];
    this.isTold = true;
    return [{ type: "step.started", timestamp: this.workingSince, stepId: this.nextId, attempt: 1 }];
  }

  private get nextId(): string {
    return `n${this.fold.yields + 1}`;
  }

  /** What a line says about the time before it. */
  private before(record: JournalRecord): ThreadEvent[] {
    if ("role" in record) return this.begun();
    const isFailure = "kind" in record && record.kind === "result" && this.isStepFailure(record);
    return isFailure || ("kind" in record && record.kind === "reject") ? this.begun() : [];
  }

  private after(record: JournalRecord, seq: number): ThreadEvent[] {
    const { timestamp } = record;
    const stepId = this.nextId;
    const failed = "kind" in record && record.kind === "result" ? this.failedWith(record) : [];
    const changes = changesBy(this.fold, record, seq);
    if ("role" in record)
      return [{ type: "step.completed", timestamp, stepId, attempt: 1, role: record.role }];
    if ("kind" in record && record.kind === "reject") return [this.rejected(record)];
    return [...changes.flatMap((change) => this.changed(change, record, stepId)), ...failed];
  }

  private rejected({ code, message, n, timestamp }: RejectRecord): ThreadEvent {
    this.hasFailed = true;
    return { type: "step.failed", timestamp, stepId: `n${n}`, attempt: 1, error: { code, message } };
  }

  /** `nextId`: of the yield that the generator was at work on. */
  private changed(change: Change, record: JournalRecord, nextId: string): ThreadEvent[] {
    const { leaf } = change;
    const { timestamp } = record;
    switch (change.type) {
      case "opened":
        return this.opened(leaf.opening, nextId);
      case "started":
        // The first attempt may be told by the line that opens the command.
        return "kind" in record && record.kind === "attempt" ? attempted(record, leaf) : [];
      case "noted":
        return this.noted(change.record, leaf);
      case "settled":
        return settled(leaf, timestamp);
      case "won":
        return [];
      case "abandoned":
        // Its place is used anew, or its fault was told.
        return change.by === "anew" || leaf.fault !== null ? [] : [cancelled(leaf, timestamp)];
    }
  }

  private noted(record: Noted, leaf: Leaf): ThreadEvent[] {
    if (record.kind === "attempt") return attempted(record, leaf);
    if (record.kind === "decision") return decided(record, leaf);
    if (isDelivered(leaf)) return [];
    this.hasFailed = true;
    const { code, message, timestamp } = record;
    const error = { code, message };
    return [{ type: "step.failed", timestamp, stepId: nameOf(leaf), attempt: leaf.attempt, error }];
  }

  private opened(opening: Opening, nextId: string): ThreadEvent[] {
    const { timestamp } = opening;
    const stepId = stepIdAt(opening);
    const isTold = this.isTold && stepId === nextId;
    const started: ThreadEvent[] = isTold ? [] : [{ type: "step.started", timestamp, stepId, attempt: 1 }];
    if (fileOfOpening(opening).answerIn(opening) !== null) return started;
    const required = requiredBy(opening);
    if (opening.kind !== "intent" || opening.do !== "effect") return [...started, ...required];
    // An effect is begun when it is dispatched, which is later when policy holds it back.
    if (required.length > 0) return required;
    return opening.attempt === 1 ? started.map((event) => ({ ...event, effect: opening.effect })) : [];
  }

  private failedWith(result: ResultRecord): ThreadEvent[] {
    if (!this.isStepFailure(result)) return [];
    const { error, timestamp } = result;
    return [{ type: "step.failed", timestamp, stepId: this.nextId, attempt: 1, error }];
  }

  /** The generator threw, yielded what it must not, or took too long; one that returned a bad code had no step left. */
  private isStepFailure({ status, error }: ResultRecord): boolean {
    if (this.hasFailed || this.workingSince === null) return false;
    return status === "failed" && error?.details?.returnCode === undefined;
  }

  /** Who is at work after this line. */
  private note(record: JournalRecord): void {
    if (!isWorking(this.fold)) {
      this.workingSince = null;
      return;
    }
    const isAnew = this.workingSince === null || isBeginning(record) || "role" in record || "n" in record;
    if (!isAnew) return;
    this.workingSince = record.timestamp;
    this.isTold = false;
  }
}

/** Nobody but the generator can bring the thread on. */
function isWorking(fold: ThreadFold): boolean {
  const { start, result, paused, queued, stopping, current } = fold;
  if (start === null || result !== null || paused || queued || stopping !== null) return false;
  return current === null || isSettled(current);
}

function isBeginning(record: JournalRecord): boolean {
  if (!("kind" in record) || record.kind !== "control") return false;
  return record.action === "resume" || record.action === "restart" || record.action === "branch";
}

function requiredBy(opening: Opening): ThreadEvent[] {
  const required = fileOfOpening(opening).waiting?.required(opening) ?? null;
  if (required === null) return [];
  const { type, ...more } = required;
  return [{ type, timestamp: opening.timestamp, stepId: stepIdAt(opening), ...more } as ThreadEvent];
}

function isDelivered({ opening }: Leaf): boolean {
  return opening.kind === "intent" && opening.do === "effect" && opening.onFault === "deliver";
}

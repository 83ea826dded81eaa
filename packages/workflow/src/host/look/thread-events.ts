// What happens in a thread, told as events. A function of its journal lines: who reads the file later is told the same,
// in the same order, as who watched. Only tokens and progress frames are known to those who watch alone.
import { fileOfOpening } from "#commands/registry.ts";
import type { CommandRecord, JournalRecord, ReceiptRecord, ResultRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { emptyFold, foldRecord, type ThreadFold } from "#replay/fold-thread.ts";
import { isCommandRecord, isSettled, type Leaf, type Opening } from "#replay/fold-yield.ts";
import { attempted, cancelled, decided, nameOf, received } from "./command-events.ts";
import type { ThreadEvent } from "./event-body.ts";

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
    if ("role" in record) {
      const stepId = this.nextId;
      foldRecord(this.fold, record, seq);
      return [{ type: "step.completed", timestamp, stepId, attempt: 1, role: record.role }];
    }
    const abandoned = this.abandonedBy(record);
    const failed = "kind" in record && record.kind === "result" ? this.failedWith(record) : [];
    const told = isCommandRecord(record) ? this.command(record, seq) : this.other(record, seq);
    return [...abandoned, ...failed, ...told];
  }

  /** An event may be the answer of a command that waits. */
  private other(record: JournalRecord, seq: number): ThreadEvent[] {
    const open = [...(this.fold.current?.leaves.values() ?? [])].filter(({ settled }) => settled === null);
    this.folded(record, seq);
    return open.flatMap((leaf) => this.received(leaf, record.timestamp));
  }

  /** What a command has taken from the mailbox. */
  private received(leaf: Leaf, timestamp: number): ThreadEvent[] {
    if (leaf.settled?.by !== "value") return [];
    const { index } = leaf.opening;
    const end: ThreadEvent = { type: "step.completed", timestamp, stepId: nameOf(leaf), attempt: 1 };
    return [end, ...this.losersOf({ index, timestamp })];
  }

  private folded(record: JournalRecord, seq: number): ThreadEvent[] {
    foldRecord(this.fold, record, seq);
    return [];
  }

  private command(record: CommandRecord, seq: number): ThreadEvent[] {
    const { timestamp } = record;
    if (record.kind === "reject") {
      const { code, message, n } = record;
      this.hasFailed = true;
      const error = { code, message };
      return [{ type: "step.failed", timestamp, stepId: `n${n}`, attempt: 1, error }];
    }
    if (record.kind === "intent" || record.kind === "checkpoint" || record.kind === "annotation") {
      const told = this.opened(record);
      foldRecord(this.fold, record, seq);
      const leaf = this.leafOf(record);
      if (leaf === undefined || fileOfOpening(record).answerIn(record) !== null) return told;
      return [...told, ...this.received(leaf, timestamp)];
    }
    const leaf = this.leafOf(record);
    if (leaf === undefined) return this.folded(record, seq);
    // What a leaf was before this line.
    const { attempt, settled } = leaf;
    foldRecord(this.fold, record, seq);
    if (settled !== null) return [];
    switch (record.kind) {
      case "attempt":
        return attempted(record, leaf);
      case "receipt":
        return [...received(record, leaf, attempt), ...this.losersOf(record)];
      case "decision":
        return [...decided(record, leaf), ...(leaf.settled === null ? [] : this.losersOf(record))];
      case "fault": {
        if (isDelivered(leaf)) return [];
        this.hasFailed = true;
        const error = { code: record.code, message: record.message };
        return [{ type: "step.failed", timestamp, stepId: nameOf(leaf), attempt: leaf.attempt, error }];
      }
    }
  }

  private opened(opening: Opening): ThreadEvent[] {
    const { timestamp } = opening;
    const stepId = stepIdAt(opening);
    const isTold = this.isTold && stepId === this.nextId;
    const started: ThreadEvent[] = isTold ? [] : [{ type: "step.started", timestamp, stepId, attempt: 1 }];
    const { answerIn } = fileOfOpening(opening);
    if (answerIn(opening) !== null)
      return [...started, { type: "step.completed", timestamp, stepId, attempt: 1 }];
    const required = requiredBy(opening);
    if (opening.kind !== "intent" || opening.do !== "effect") return [...started, ...required];
    // An effect is begun when it is dispatched, which is later when policy holds it back.
    if (required.length > 0) return required;
    return opening.attempt === 1 ? started.map((event) => ({ ...event, effect: opening.effect })) : [];
  }

  /** What was open and will never be answered: the thread ended, or went another way. */
  private abandonedBy(record: JournalRecord): ThreadEvent[] {
    const isEnd = "kind" in record && record.kind === "result";
    const isTurn =
      "kind" in record &&
      record.kind === "control" &&
      (record.action === "restart" || record.action === "branch");
    const { current } = this.fold;
    if ((!isEnd && !isTurn) || current === null || isSettled(current)) return [];
    return cancelled([...current.leaves.values()], record.timestamp);
  }

  /** The others of an `any` that was just won. */
  private losersOf({ index, timestamp }: Pick<ReceiptRecord, "index" | "timestamp">): ThreadEvent[] {
    const { current } = this.fold;
    if (current?.group?.type !== "any" || current.order[0] !== index) return [];
    return cancelled([...current.leaves.values()], timestamp);
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

  private leafOf({ n, index }: { n: number; index: number }): Leaf | undefined {
    const { current } = this.fold;
    return current?.n === n ? current.leaves.get(index) : undefined;
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

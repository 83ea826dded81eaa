// Lines fold back into a thread. Pure: what is known about a thread is a function of its records, in order.
import type { Bill } from "#contract/bill.ts";
import type { Json } from "#contract/command.ts";
import {
  type CommandRecord,
  type ControlRecord,
  type DecisionRecord,
  isCopiedLine,
  type JournalRecord,
  type KeptState,
  type ReceiptRecord,
  type RoleRecord,
  type Unkept,
} from "#contract/record.ts";
import type { Change, Changes } from "./change.ts";
import { foldRoleCost, foldSpent, NOTHING_UNKNOWN } from "./fold-spent.ts";
import { abandonYield, foldYield, isCommandRecord, isEnded } from "./fold-yield.ts";
import { foldInFlight } from "./in-flight.ts";
import { deliver, forgetTaken, giveBack, takeOpened } from "./mailbox.ts";
import type { FoldableLine, ThreadFold } from "./thread-fold.ts";

export { emptyFold, type FoldableLine, type ThreadFold } from "./thread-fold.ts";

export type Step = {
  seq: number;
  /** Its position among the yields. */
  n: number;
  role: string;
  content: string;
  meta: Record<string, unknown>;
  /** See role-time.ts. */
  startedAt: number;
  timestamp: number;
};

export function foldLine(fold: ThreadFold, line: FoldableLine): void {
  if (!line.isRole) return foldRecord(fold, line.record, line.seq);
  if (line.mentionsCost !== false) foldRoleCost(fold.spent, (line.record as RoleRecord).meta);
  foldStep(fold, line.timestamp, line.seq);
}

/** Takes one more record into account, and returns what became of the thread's commands. */
export function changesBy(fold: ThreadFold, record: JournalRecord, seq: number): Change[] {
  const changes: Change[] = [];
  foldRecord(fold, record, seq, changes);
  return changes;
}

/** A step, of which no more has to be known. */
export function foldStep(fold: ThreadFold, timestamp: number, seq: number): void {
  fold.lastSeq = seq;
  fold.updatedAt = timestamp;
  foldRole(fold);
  noteBefore(fold, seq);
}

/** Takes one more record into account. `changes` collects what became of the thread's commands. */
export function foldRecord(fold: ThreadFold, record: JournalRecord, seq: number, changes?: Changes): void {
  fold.lastSeq = seq;
  fold.updatedAt = record.timestamp;
  if (endsCommands(record)) abandonOpen(fold, changes);
  if ("role" in record) {
    foldRoleCost(fold.spent, record.meta);
    foldRole(fold);
  } else if (!("kind" in record)) fold.start = record;
  else if (record.kind === "control") foldControl(fold, record);
  else if (record.kind === "result") fold.result = record;
  else if (record.kind === "seal") fold.seals += 1;
  else if (record.kind === "event") deliver(fold.mailbox, fold.current, record, seq, changes);
  else if (isCommandRecord(record)) foldCommand(fold, record, seq, changes);
  noteBefore(fold, seq);
}

/** No command that is open now will be answered: the thread ended, began anew or went another way. */
function endsCommands(record: JournalRecord): boolean {
  if (!("kind" in record)) return false;
  if (record.kind === "result") return true;
  return record.kind === "control" && (record.action === "restart" || record.action === "branch");
}

/** A `finally` that left steps came after the yield that ended the thread. */
function abandonOpen({ current, ending }: ThreadFold, changes: Changes): void {
  const last = current ?? (ending !== null && "leaves" in ending ? ending : null);
  if (last !== null) abandonYield(last, changes);
}

/** Copied lines come first. */
function noteBefore(fold: ThreadFold, seq: number): void {
  if (!isCopied(fold, seq)) return;
  const { microUsd, paidCalls, unpriced } = fold.spent;
  fold.spentBefore = { microUsd, paidCalls, unpriced };
}

/** What a thread paid itself: of a fork, without what its origin had paid; of a dry run, nothing. */
export function ownBill({ start, spent, spentBefore }: ThreadFold): Bill {
  if (start?.parameters.options.isDryRun) return { microUsd: 0, paidCalls: 0, unpriced: 0 };
  return {
    microUsd: spent.microUsd - spentBefore.microUsd,
    paidCalls: spent.paidCalls - spentBefore.paidCalls,
    unpriced: spent.unpriced - spentBefore.unpriced,
  };
}

function foldRole(fold: ThreadFold): void {
  // A step after what ends the thread can only be of its `finally`.
  if (fold.current !== null && isEnded(fold.current)) fold.ending = fold.current;
  else if (fold.rejected !== null) fold.ending = fold.rejected;
  fold.steps += 1;
  fold.yields += 1;
  fold.current = null;
}

function foldCommand(fold: ThreadFold, record: CommandRecord, seq: number, changes: Changes): void {
  if (record.kind !== "reject" && record.kind !== "checkpoint" && record.kind !== "annotation")
    foldSpent(fold.spent, record, fold.current?.leaves.get(record.index)?.opening);
  // What is made up costs nothing, and everybody knows it.
  if (fold.start?.parameters.options.isDryRun) Object.assign(fold.spent, NOTHING_UNKNOWN);
  const isOwn = !isCopied(fold, seq);
  // What a fork took over runs, if it does, for its origin.
  if (isOwn) foldInFlight(fold.inFlight, record);
  fold.current = foldYield(fold.current, record, seq, changes);
  if (record.kind === "intent") takeOpened(fold.mailbox, fold.current, record.index, changes);
  if (isOwn && record.kind === "decision") forgetCopied(fold, record, changes);
  fold.yields = Math.max(fold.yields, fold.current?.n ?? 0);
  if (record.kind === "receipt") foldReceipt(fold, record);
  fold.rejected = record.kind === "reject" ? record : null;
  if (record.kind !== "checkpoint") return;
  fold.state = record.state;
  if (record.epoch) beginEpoch(fold, record.state);
}

/** An effect that a fork took over from its origin is sent by the fork in its own name: it is opened anew. */
function forgetCopied(fold: ThreadFold, { decision, index }: DecisionRecord, changes: Changes): void {
  const leaf = decision === "retry" ? fold.current?.leaves.get(index) : undefined;
  if (leaf === undefined || !isCopied(fold, leaf.seq)) return;
  fold.current?.leaves.delete(index);
  changes?.push({ type: "abandoned", leaf, by: "anew" });
}

function isCopied({ start }: ThreadFold, seq: number): boolean {
  return start !== null && isCopiedLine(start, seq);
}

function foldReceipt(fold: ThreadFold, { effect, status, payload, index }: ReceiptRecord): void {
  fold.receipts += 1;
  if (effect !== "sys/fs.write@1" || status !== "ok") return;
  const asked = fold.current?.leaves.get(index)?.opening as { params?: { content?: Json } } | undefined;
  const { path } = (payload ?? {}) as { path?: Json };
  if (typeof path !== "string") return;
  const isSecret = typeof asked?.params?.content !== "string";
  fold[isSecret ? "secretFiles" : "written"].add(path);
  fold[isSecret ? "written" : "secretFiles"].delete(path);
}

/** What is in no state of the thread's files, for those who show it. */
export function unkeptIn({ tree }: Pick<ThreadFold, "tree">): { unkept?: Unkept[]; filesLost?: string } {
  const { unkept, lost } = tree ?? {};
  return {
    ...(unkept === undefined ? {} : { unkept }),
    ...(lost === undefined ? {} : { filesLost: lost }),
  };
}

/** What a `tree` line says. */
export function keptState({ commit, head, files, unkept, unkeptMore, lost }: ControlRecord): KeptState {
  return Object.fromEntries(
    Object.entries({ commit, head, files, unkept, unkeptMore, lost }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

function beginEpoch(fold: ThreadFold, state: Json | undefined): void {
  fold.epoch += 1;
  forgetTaken(fold.mailbox);
  fold.steps = 0;
  fold.yields = 0;
  fold.current = null;
  fold.rejected = null;
  fold.ending = null;
  fold.state = state;
  fold.epochState = state;
  // Positions are counted anew.
  fold.spent.recent = [];
}

function foldControl(fold: ThreadFold, record: ControlRecord): void {
  switch (record.action) {
    case "queue":
      fold.queued = true;
      return;
    case "start":
      fold.queued = false;
      return;
    case "pause":
      fold.paused = true;
      return;
    case "resume":
      fold.paused = false;
      fold.attempts += 1;
      return;
    case "restart":
      fold.paused = false;
      fold.attempts += 1;
      giveBack(fold.mailbox, 0);
      beginEpoch(fold, undefined);
      return;
    case "branch":
      giveBack(fold.mailbox, record.at ?? 1);
      fold.steps = record.steps ?? 0;
      fold.yields = (record.at ?? 1) - 1;
      fold.current = null;
      fold.rejected = null;
      fold.ending = null;
      return;
    case "tree":
      fold.keptReceipts = fold.receipts;
      // What cannot be kept leaves the one before as the last.
      fold.tree = { ...(record.lost === undefined ? {} : fold.tree), ...keptState(record) };
      return;
    case "kill":
    case "cancel":
      fold.stopping = record.action;
      fold.stopReason = record.reason;
  }
}

/** Collects something of every step that counts, beside a fold. */
export function collectSteps<S>(steps: S[], line: FoldableLine, stepOf: () => S): void {
  if (line.isRole) steps.push(stepOf());
  else steps.length = Math.min(steps.length, stepsLeftBy(line.record));
}

/** `fold` has taken the line already. */
export function stepOf({ record, seq }: FoldableLine, fold: ThreadFold, startedAt: number): Step {
  const { role, content, meta, timestamp } = record as RoleRecord;
  return { seq, n: fold.yields, role, content, meta, startedAt, timestamp };
}

/** How many of the steps before this record still count after it. */
export function stepsLeftBy(record: JournalRecord): number {
  if (beginsAnew(record)) return 0;
  const isBranch = "kind" in record && record.kind === "control" && record.action === "branch";
  return isBranch ? (record.steps ?? 0) : Infinity;
}

/** A new generator begins: a restart, or a `continue`. What stands before no longer counts. */
export function beginsAnew(record: JournalRecord): boolean {
  if (!("kind" in record)) return false;
  if (record.kind === "checkpoint") return record.epoch === true;
  return record.kind === "control" && record.action === "restart";
}

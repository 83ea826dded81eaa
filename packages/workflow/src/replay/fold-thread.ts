// Lines fold back into a thread. Pure: what is known about a thread is a function of its records, in order.
import type {
  ControlRecord,
  JournalRecord,
  ResultRecord,
  RoleRecord,
  StartRecord,
} from "#contract/record.ts";

export type Step = {
  seq: number;
  role: string;
  content: string;
  meta: Record<string, unknown>;
  timestamp: number;
};

export type ThreadFold = {
  start: StartRecord | null;
  /** Role outputs that count: those after the last restart. */
  steps: number;
  paused: boolean;
  queued: boolean;
  /** A kill or cancel was recorded; the result may still be missing if the process died in between. */
  stopping: "kill" | "cancel" | null;
  stopReason: string | undefined;
  result: ResultRecord | null;
  seals: number;
  updatedAt: number;
  lastSeq: number;
};

export function emptyFold(): ThreadFold {
  return {
    start: null,
    steps: 0,
    paused: false,
    queued: false,
    stopping: null,
    stopReason: undefined,
    result: null,
    seals: 0,
    updatedAt: 0,
    lastSeq: 0,
  };
}

/** A line of a journal, as far as a fold cares: a role line is counted without being parsed. */
export type FoldableLine = { isRole: boolean; timestamp: number; seq: number; record: JournalRecord };

export function foldLine(fold: ThreadFold, line: FoldableLine): void {
  if (!line.isRole) return foldRecord(fold, line.record, line.seq);
  fold.lastSeq = line.seq;
  fold.updatedAt = line.timestamp;
  fold.steps += 1;
}

/** Takes one more record into account. */
export function foldRecord(fold: ThreadFold, record: JournalRecord, seq: number): void {
  fold.lastSeq = seq;
  fold.updatedAt = record.timestamp;
  if ("role" in record) fold.steps += 1;
  else if (!("kind" in record)) fold.start = record;
  else if (record.kind === "control") foldControl(fold, record);
  else if (record.kind === "result") fold.result = record;
  else fold.seals += 1;
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
      return;
    case "restart":
      fold.paused = false;
      fold.steps = 0;
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
  else if (isRestart(line.record)) steps.length = 0;
}

export function stepOf({ record, seq }: FoldableLine): Step {
  const { role, content, meta, timestamp } = record as RoleRecord;
  return { seq, role, content, meta, timestamp };
}

function isRestart(record: JournalRecord): boolean {
  return "kind" in record && record.kind === "control" && record.action === "restart";
}

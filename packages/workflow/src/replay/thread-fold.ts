// What the lines of a thread add up to.
import type { Bill } from "#contract/bill.ts";
import type { Json } from "#contract/command.ts";
import type { Sha256 } from "#contract/ids.ts";
import type { JournalRecord, KeptState, RejectRecord, ResultRecord, StartRecord } from "#contract/record.ts";
import { nothingSpent, type Spent } from "./fold-spent.ts";
import type { YieldState } from "./fold-yield.ts";
import { emptyMailbox, type Mailbox } from "./mailbox.ts";

export type ThreadFold = {
  start: StartRecord | null;
  /** Role outputs that count: those after the last restart. */
  steps: number;
  /** Yields of this epoch so far, role outputs included: the position of the last one. */
  yields: number;
  /** The yield whose commands were recorded last, until a step or another yield follows. */
  current: YieldState | null;
  /** Events that were sent to it. */
  mailbox: Mailbox;
  /** A yield that was not admitted, until something follows. */
  rejected: RejectRecord | null;
  /** What ended the thread, once its `finally` has left a step: the generator must not be asked again. */
  ending: YieldState | RejectRecord | null;
  /** Effects that were handed over and have no receipt: something of them may still run. */
  inFlight: Set<Sha256>;
  /** How often it was taken up: once, and again by every resume and restart. */
  attempts: number;
  /** How often a generator began from the start: restarts and `continue`s. */
  epoch: number;
  /** What the last checkpoint holds, and what the epoch began with. */
  state: Json | undefined;
  epochState: Json | undefined;
  paused: boolean;
  queued: boolean;
  /** A kill or cancel was recorded; the result may still be missing if the process died in between. */
  stopping: "kill" | "cancel" | null;
  stopReason: string | undefined;
  result: ResultRecord | null;
  seals: number;
  receipts: number;
  spent: Spent;
  /** How much of it stands in lines that a fork took over: its origin paid that. */
  spentBefore: Bill;
  /** The state of its files that was kept last. */
  tree: KeptState | null;
  /** How many receipts there were by then: without a new one, nothing has changed the files. */
  keptReceipts: number;
  /** Files that its effects wrote for sure. */
  written: Set<string>;
  /** Files that `fs.write` wrote a secret into: they stay out of every state, as the secret stays out of the journal. */
  secretFiles: Set<string>;
  updatedAt: number;
  lastSeq: number;
};

export function emptyFold(): ThreadFold {
  return {
    start: null,
    steps: 0,
    yields: 0,
    current: null,
    mailbox: emptyMailbox(),
    rejected: null,
    ending: null,
    inFlight: new Set(),
    attempts: 1,
    epoch: 0,
    state: undefined,
    epochState: undefined,
    paused: false,
    queued: false,
    stopping: null,
    stopReason: undefined,
    result: null,
    seals: 0,
    receipts: 0,
    spent: nothingSpent(),
    spentBefore: { microUsd: 0, paidCalls: 0, unpriced: 0 },
    tree: null,
    keptReceipts: -1,
    written: new Set(),
    secretFiles: new Set(),
    updatedAt: 0,
    lastSeq: 0,
  };
}

/** A line of a journal, as far as a fold cares: a role line is counted without being parsed. */
export type FoldableLine = {
  isRole: boolean;
  timestamp: number;
  seq: number;
  record: JournalRecord;
  /** False: nothing in a role line says what it cost, so it need not be parsed. */
  mentionsCost?: boolean;
};

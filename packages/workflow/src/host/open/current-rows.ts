// The threads of the store, newest first, as their journals have them.
//
// ROWS-1. A row of the index speaks for its journal only when its size is the file's; otherwise, and where there is no
//     row, the journal is read. So an index that was lost, is behind, or is another day's copy hides no thread and lets none
//     sleep.
//
// A journal that fits its row is not opened. What was read is put into the index, unless somebody wrote the row meanwhile,
// or a worker says that it has the thread; where the index cannot be written, nobody minds: it is read again.
import type { Database } from "bun:sqlite";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import type { ThreadStatus } from "#contract/status.ts";
import type { Live } from "#control/live-threads.ts";
import { tryNow } from "#disk/database.ts";
import { fileSize } from "#disk/whole-file.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { ownBill } from "#replay/fold-thread.ts";
import { claimStart, executionKey } from "#store/starts.ts";
import {
  getRow,
  type IndexRow,
  keyOf,
  forksOf as knownForks,
  mendRows,
  type ReadAnew,
  readableKeys,
  rowOf,
  rowsBetween,
} from "#store/thread-index.ts";
import { journalPlaces, type ThreadPlace } from "./find-thread.ts";
import { foldThread } from "./read-thread.ts";
import type { Store } from "./store.ts";
import { databaseOf } from "./store-database.ts";

export type CurrentFilter = {
  name?: string | undefined;
  /** What the workers say they have; without it, a thread is described as if none had it. */
  live?: Live | undefined;
};

/** `isRead`: from its journal, just now. */
export type CurrentRow = IndexRow & { isRead: boolean };

export function* currentRows(store: Store, filter: CurrentFilter = {}): Generator<CurrentRow> {
  const places = [...journalPlaces(store)].sort((a, b) => (a.threadId < b.threadId ? 1 : -1));
  const read: ReadRow[] = [];
  try {
    for (let from = 0; from < places.length; from += AT_ONCE) {
      const some = places.slice(from, from + AT_ONCE);
      const rows = knownRows(store, some);
      for (const place of some) {
        const before = rows.get(keyOf(place)) ?? null;
        if (filter.name !== undefined && before !== null && before.name !== filter.name) continue;
        const known = before === null ? null : asKnown(place, before, filter.live);
        const anew = known === null ? readAnew(place, before) : null;
        if (anew !== null) read.push(anew);
        const row = known ?? (anew === null ? null : asHosted(anew.row, filter.live));
        if (row !== null && (filter.name === undefined || row.name === filter.name))
          yield { ...row, isRead: anew !== null };
      }
    }
  } finally {
    mend(store, read);
  }
}

/** Oldest first. Journals that the index does not know are read: it may have been lost. Where a thread comes from never changes. */
export function forksOf(store: Store, threadId: ThreadId): ThreadId[] {
  const database = databaseOf(store);
  const known = readableKeys(database);
  const unknown = [...journalPlaces(store)].filter((place) => !known.has(keyOf(place)));
  const read = unknown.flatMap((place) => readAnew(place, getRow(database, place)) ?? []);
  mend(store, read);
  const found = read.filter(({ row }) => row.fork_from === threadId).map(({ row }) => row.thread_id);
  return [...new Set([...knownForks(database, threadId), ...found])].sort();
}

/** Rows are asked for so many at a time: who wants the newest few does not pay for all. */
const AT_ONCE = 500;

function knownRows(store: Store, newestFirst: readonly ThreadPlace[]): Map<string, IndexRow> {
  const first = newestFirst.at(-1) as ThreadPlace;
  const last = newestFirst[0] as ThreadPlace;
  const rows = rowsBetween(databaseOf(store), first.threadId, last.threadId);
  return new Map(rows.map((row) => [keyOf(placeOf(row)), row]));
}

/** The row as it may be believed, or null. */
function asKnown(place: ThreadPlace, row: IndexRow, live: Live | undefined): IndexRow | null {
  const hosted = asHosted(row, live);
  if (hosted !== row) return hosted;
  // What a worker wrote as it began says nothing about where the thread is now.
  if (row.status === "running" || row.status === "queued") {
    const isSilent = row.worker !== null && live?.silentWorkers.has(row.worker);
    return isSilent && row.status === "running" ? row : null;
  }
  // Written before the index kept what a thread paid.
  if (row.micro_usd === null || row.unpriced === null) return null;
  return fileSize(place.path) === row.size ? row : null;
}

/** As the worker describes it that has the thread; else the same row. */
function asHosted(row: IndexRow, live: Live | undefined): IndexRow {
  const hosted = live?.threads.get(keyOf(placeOf(row)));
  if (hosted === undefined) return row;
  const { status, waitingOn, steps, bill } = hosted;
  const paid =
    bill === undefined
      ? {}
      : { micro_usd: bill.microUsd, paid_calls: bill.paidCalls, unpriced: bill.unpriced ?? 0 };
  return { ...row, status, waiting_on: waitingOn, steps, ...paid };
}

function placeOf(row: IndexRow): { threadId: string; hash: string } {
  return { threadId: row.thread_id, hash: row.hash };
}

export type ReadRow = ReadAnew & { start: StartRecord | null };

/** Null when the journal is gone: the thread was removed. One that cannot be read is listed too, so that nobody thinks it is gone. */
export function readAnew(place: ThreadPlace, before: IndexRow | null): ReadRow | null {
  const worker = before?.worker ?? null;
  try {
    const { fold, end } = foldThread(place);
    if (fold.start === null) return { row: unreadable(place, "empty", before), before, start: null };
    const { start, steps, updatedAt } = fold;
    const known = { start, steps, updatedAt, bill: ownBill(fold), wait: deriveWait(fold) };
    const row = rowOf(place, known, { worker, status: deriveStatus(fold, false), size: end.bytes });
    return { row, before, start };
  } catch (error) {
    if (error instanceof WorkflowError && error.code === "NOT_FOUND") return null;
    return { row: unreadable(place, "corrupt", before), before, start: null };
  }
}

function unreadable(place: ThreadPlace, status: ThreadStatus, before: IndexRow | null): IndexRow {
  const known = before ?? { name: "?", prompt: "", started_at: 0, fork_from: null, steps: 0, updated_at: 0 };
  return {
    worker: null,
    micro_usd: null,
    paid_calls: null,
    unpriced: null,
    ...known,
    thread_id: place.threadId,
    hash: place.hash,
    status,
    // Fits no file: it is looked at again, since somebody may put a good copy there.
    size: 0,
    waiting_on: null,
    wake_at: null,
  };
}

/** Into the index, as far as that can be written right now; or with a `write` that waits for it. */
export function mend(store: Store, read: readonly ReadRow[], write: Write = tryNow): void {
  const wrong = read.filter(({ row, before }) => !isOfWorker(before) && !isSame(row, before));
  if (wrong.length === 0) return;
  const database = databaseOf(store);
  write(database, () => {
    mendRows(database, wrong);
    for (const { row, before, start } of wrong)
      if (before === null && start !== null) claimKeys(store, row.thread_id, start);
  });
}

type Write = (database: Database, write: () => void) => unknown;

/** What a thread was started with, so that it stays unique when the database was lost. */
export function claimKeys(store: Store, threadId: string, start: StartRecord): void {
  const { name, idempotencyKey, executionId } = start;
  const database = databaseOf(store);
  const claim = { threadId, claimedBy: null };
  if (idempotencyKey !== undefined) claimStart(database, { workflow: name, key: idempotencyKey }, claim);
  if (executionId !== undefined) claimStart(database, executionKey(executionId), claim);
}

/** Whoever takes over from a worker that was killed finds its threads by these rows. */
function isOfWorker(before: IndexRow | null): boolean {
  return before !== null && (before.status === "running" || before.status === "queued");
}

function isSame(row: IndexRow, before: IndexRow | null): boolean {
  return (
    before !== null && Object.entries(row).every(([key, value]) => before[key as keyof IndexRow] === value)
  );
}

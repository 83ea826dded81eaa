// fsck --rebuild: the thread index made anew from the journals, beside whatever runs.
import { WorkflowError } from "#contract/errors.ts";
import { type Live, liveThreads } from "#control/live-threads.ts";
import { inTransaction, isDamaged } from "#disk/database.ts";
import { removeFiles } from "#disk/whole-file.ts";
import { sweepTemporaries } from "#store/sweep-temporaries.ts";
import { deleteRow, getRow, type IndexRow, keyOf, listRows, mendRows } from "#store/thread-index.ts";
import { claimKeys, type ReadRow, readAnew } from "../open/current-rows.ts";
import { journalPlaces, placeOfRow } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";

/** Also clears away what crashes left. The database itself is replaced when it is damaged. Answers how many journals there are. */
export async function rebuildIndex(store: Store): Promise<number> {
  sweepTemporaries(store.layout);
  try {
    return await rebuild(store);
  } catch (error) {
    const isStateInvalid = error instanceof WorkflowError && error.code === "STATE_INVALID";
    if (!isStateInvalid && !isDamaged(error)) throw error;
    store.close();
    const { database } = store.layout;
    removeFiles(database, `${database}-wal`, `${database}-shm`);
    return rebuild(store);
  }
}

/** What is written while we look stays as it was written: the rows of before tell. */
async function rebuild(store: Store): Promise<number> {
  const database = databaseOf(store);
  const before = new Map(listRows(database).map((row) => [keyOf(placeOfRow(store, row)), row]));
  const live = await liveThreads(store.layout);
  const read = [...journalPlaces(store)].flatMap(
    (place) => readAnew(place, before.get(keyOf(place)) ?? null) ?? [],
  );
  const there = new Set(read.map(({ row }) => keyOf(placeOfRow(store, row))));
  inTransaction(database, () => {
    mendRows(
      database,
      read.flatMap((one) => withWorker(store, one, live)),
    );
    for (const [key, row] of before) if (!there.has(key)) dropUnchanged(store, row);
    for (const { row, start } of read) if (start !== null) claimKeys(store, row.thread_id, start);
  });
  return read.length;
}

/** Who takes over from a worker that hangs finds its threads by their rows. */
function withWorker(store: Store, read: ReadRow, live: Live): ReadRow[] {
  const { row, before } = read;
  const hosted = live.threads.get(keyOf(placeOfRow(store, row)));
  if (hosted !== undefined) {
    const status = row.status === "interrupted" ? "running" : row.status;
    return [{ ...read, row: { ...row, status, worker: hosted.worker } }];
  }
  // A worker that does not answer may have it still.
  const isSilent = before?.status === "running" && live.silentWorkers.has(before.worker ?? "");
  return isSilent ? [] : [read];
}

/** A row without a journal. */
function dropUnchanged(store: Store, row: IndexRow): void {
  const database = databaseOf(store);
  const place = placeOfRow(store, row);
  if (JSON.stringify(getRow(database, place)) === JSON.stringify(row)) deleteRow(database, place);
}

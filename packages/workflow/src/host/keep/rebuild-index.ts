// fsck --rebuild: the thread index made anew from the journals, beside whatever runs.
import { WorkflowError } from "#contract/errors.ts";
import { type Live, liveThreads } from "#control/live-threads.ts";
import { inTransaction, isDamaged } from "#disk/database.ts";
import { removeFiles } from "#disk/whole-file.ts";
import { sweepTemporaries } from "#store/sweep-temporaries.ts";
import { deleteRow, getRow, type IndexRow, keyOf, listRows, mendRows } from "#store/thread-index.ts";
import { claimKeys, type ReadRow, readAnew } from "../open/current-rows.ts";
import { journalPlaces, placeOfRow } from "../open/find-thread.ts";
import type { House } from "../open/house.ts";
import { databaseOf } from "../open/house-database.ts";

/** Also clears away what crashes left. The database itself is replaced when it is damaged. Answers how many journals there are. */
export async function rebuildIndex(house: House): Promise<number> {
  sweepTemporaries(house.layout);
  try {
    return await rebuild(house);
  } catch (error) {
    const isStateInvalid = error instanceof WorkflowError && error.code === "STATE_INVALID";
    if (!isStateInvalid && !isDamaged(error)) throw error;
    house.close();
    const { database } = house.layout;
    removeFiles(database, `${database}-wal`, `${database}-shm`);
    return rebuild(house);
  }
}

/** What is written while we look stays as it was written: the rows of before tell. */
async function rebuild(house: House): Promise<number> {
  const database = databaseOf(house);
  const before = new Map(listRows(database).map((row) => [keyOf(placeOfRow(house, row)), row]));
  const live = await liveThreads(house.layout);
  const read = [...journalPlaces(house)].flatMap(
    (place) => readAnew(place, before.get(keyOf(place)) ?? null) ?? [],
  );
  const there = new Set(read.map(({ row }) => keyOf(placeOfRow(house, row))));
  inTransaction(database, () => {
    mendRows(
      database,
      read.flatMap((one) => withWorker(house, one, live)),
    );
    for (const [key, row] of before) if (!there.has(key)) dropUnchanged(house, row);
    for (const { row, start } of read) if (start !== null) claimKeys(house, row.thread_id, start);
  });
  return read.length;
}

/** Who takes over from a worker that hangs finds its threads by their rows. */
function withWorker(house: House, read: ReadRow, live: Live): ReadRow[] {
  const { row, before } = read;
  const hosted = live.threads.get(keyOf(placeOfRow(house, row)));
  if (hosted !== undefined) {
    const status = row.status === "interrupted" ? "running" : row.status;
    return [{ ...read, row: { ...row, status, worker: hosted.worker } }];
  }
  // A worker that does not answer may have it still.
  const isSilent = before?.status === "running" && live.silentWorkers.has(before.worker ?? "");
  return isSilent ? [] : [read];
}

/** A row without a journal. */
function dropUnchanged(house: House, row: IndexRow): void {
  const database = databaseOf(house);
  const place = placeOfRow(house, row);
  if (JSON.stringify(getRow(database, place)) === JSON.stringify(row)) deleteRow(database, place);
}

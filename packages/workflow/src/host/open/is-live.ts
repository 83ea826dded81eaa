import { liveThreadsOf } from "#control/live-threads.ts";
import { fileSize } from "#disk/whole-file.ts";
import type { JournalEnd } from "#journal/read-journal.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { getRow, keyOf } from "#store/thread-index.ts";
import type { ThreadPlace } from "./find-thread.ts";
import type { Store } from "./store.ts";
import { databaseOf } from "./store-database.ts";

/** A worker has it, or a worker that does not answer had it last. */
export async function isLive(store: Store, place: ThreadPlace): Promise<boolean> {
  const live = await liveThreadsOf(store.layout, place.hash);
  if (live.threads.has(keyOf(place))) return true;
  if (live.silentWorkers.size === 0) return false;
  const row = getRow(databaseOf(store), place);
  return row?.status === "running" && row.worker !== null && live.silentWorkers.has(row.worker);
}

/**
 * Reads a thread and asks whether a worker has it, as of one moment. A thread that left its worker between the two is
 * read again: otherwise one that has just completed would be called interrupted.
 */
export async function readWithWorker<Read extends { fold: ThreadFold; end: JournalEnd }>(
  store: Store,
  place: ThreadPlace,
  read: (place: ThreadPlace) => Read,
): Promise<Read & { live: boolean }> {
  for (;;) {
    const found = read(place);
    if (found.fold.result !== null) return { ...found, live: false };
    if (await isLive(store, place)) return { ...found, live: true };
    if (fileSize(place.path) === found.end.bytes + found.end.tailBytes) return { ...found, live: false };
  }
}

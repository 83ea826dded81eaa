import { liveThreadsOf } from "#control/live-threads.ts";
import { getRow, keyOf } from "#store/thread-index.ts";
import type { ThreadPlace } from "./find-thread.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";

/** A worker has it, or a worker that does not answer had it last. */
export async function isLive(house: House, place: ThreadPlace): Promise<boolean> {
  const live = await liveThreadsOf(house.layout, place.hash);
  if (live.threads.has(keyOf(place))) return true;
  if (live.silentWorkers.size === 0) return false;
  const row = getRow(databaseOf(house), place);
  return row?.status === "running" && row.worker !== null && live.silentWorkers.has(row.worker);
}

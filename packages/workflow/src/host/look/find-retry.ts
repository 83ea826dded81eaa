// The thread that a retry made of another one.
import { findClaim, type StartKey } from "#store/starts.ts";
import { placeStarted, type ThreadPlace } from "../open/find-thread.ts";
import type { House } from "../open/house.ts";
import { databaseOf } from "../open/house-database.ts";

/** Where a thread went on that was retried; null when it was not, or that thread is gone. */
export function retryOf(house: House, place: ThreadPlace): ThreadPlace | null {
  const claim = findClaim(databaseOf(house), retryKey(place));
  return claim === null ? null : placeStarted(house, claim.threadId);
}

/** No workflow has such a name. */
export function retryKey({ threadId }: ThreadPlace): StartKey {
  return { workflow: "", key: `retry:${threadId}` };
}

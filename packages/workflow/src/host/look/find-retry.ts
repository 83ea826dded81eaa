// The thread that a retry made of another one.
import { findClaim, type StartKey } from "#store/starts.ts";
import { placeStarted, type ThreadPlace } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";

/** Where a thread went on that was retried; null when it was not, or that thread is gone. */
export function retryOf(store: Store, place: ThreadPlace): ThreadPlace | null {
  const claim = findClaim(databaseOf(store), retryKey(place));
  return claim === null ? null : placeStarted(store, claim.threadId);
}

/** No workflow has such a name. */
export function retryKey({ threadId }: ThreadPlace): StartKey {
  return { workflow: "", key: `retry:${threadId}` };
}

// A key that starts one thread only is taken, or its thread waited for.
//
// KEY-1. A key is taken only from a process that is gone. As long as that process is about to write the journal, however
//     long its worktree takes, whoever comes second waits, and is given the thread.
import { isGone } from "#disk/process/process-identity.ts";
import { type Claim, claimStart, releaseStart, type StartKey } from "#store/starts.ts";
import { placeStarted, type ThreadPlace } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";

/** Null when the key is ours now; else where the thread is that was started with it. */
export async function takeKey(store: Store, key: StartKey, claim: Claim): Promise<ThreadPlace | null> {
  const database = databaseOf(store);
  const patience = performance.now() + PATIENCE_MS;
  for (;;) {
    const holder = claimStart(database, key, claim);
    if (holder === null) return null;
    const isOver = holder.claimedBy === null ? performance.now() > patience : isGone(holder.claimedBy);
    // Looked for after that: whoever is gone may have written it last.
    const existing = placeStarted(store, holder.threadId);
    if (existing !== null) return existing;
    if (isOver) releaseStart(database, key, holder);
    else await Bun.sleep(10);
  }
}

/** For a key that does not say whose it is: it was confirmed and its thread removed, or an older version claimed it. */
const PATIENCE_MS = 5_000;

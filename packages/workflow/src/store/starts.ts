// What a thread was started with, each of which starts one thread only: the key of a request, and the execution id of a
// caller's own.
import type { Database } from "bun:sqlite";
import type { ThreadId } from "#contract/ids.ts";
import { inTransaction } from "#disk/database.ts";

/** `workflow`: whose key it is. */
export type StartKey = { workflow: string; key: string };

/** `claimedBy`: the process that starts the thread; null once it has, or where nobody knows. */
export type Claim = { threadId: ThreadId; claimedBy: string | null };

/** Where execution ids stand among the keys of workflows: no workflow has this name. */
const EXECUTIONS = "execution id";

export function executionKey(executionId: string): StartKey {
  return { workflow: EXECUTIONS, key: executionId };
}

/** Null when the key is this claim's from now on; else the one that was before. */
export function claimStart(database: Database, at: StartKey, claim: Claim): Claim | null {
  return inTransaction(database, () => {
    const { changes } = database
      .query("INSERT OR IGNORE INTO starts (workflow, key, thread_id, claimed_by) VALUES (?, ?, ?, ?)")
      .run(at.workflow, at.key, claim.threadId, claim.claimedBy);
    return changes > 0 ? null : findClaim(database, at);
  });
}

export function findClaim(database: Database, at: StartKey): Claim | null {
  return database
    .query<Claim, [string, string]>(
      "SELECT thread_id AS threadId, claimed_by AS claimedBy FROM starts WHERE workflow = ? AND key = ?",
    )
    .get(at.workflow, at.key);
}

/** Gives the key back, if it is still this claim's: the thread never came to be. */
export function releaseStart(database: Database, at: StartKey, claim: Claim): void {
  database
    .query("DELETE FROM starts WHERE workflow = ? AND key = ? AND thread_id = ? AND claimed_by IS ?")
    .run(at.workflow, at.key, claim.threadId, claim.claimedBy);
}

/** The thread is in a worker: nobody has to wait for its process any more. */
export function confirmStarts(database: Database, threadId: ThreadId): void {
  database.query("UPDATE starts SET claimed_by = NULL WHERE thread_id = ?").run(threadId);
}

/** Gives back everything that this process claimed for a thread that never came to be. */
export function releaseClaims(database: Database, { threadId, claimedBy }: Claim): void {
  database.query("DELETE FROM starts WHERE thread_id = ? AND claimed_by IS ?").run(threadId, claimedBy);
}

/** The thread is gone; its key may start another. */
export function releaseStarts(database: Database, threadId: ThreadId): void {
  database.query("DELETE FROM starts WHERE thread_id = ?").run(threadId);
}

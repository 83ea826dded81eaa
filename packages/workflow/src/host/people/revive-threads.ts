import type { BundleId, ThreadId } from "#contract/ids.ts";
import { reachWorker } from "#control/start-worker.ts";
import { listRows } from "#store/thread-index.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";

/** After a worker was killed from outside, the threads it held go on in a new one. What cannot come back stays interrupted. */
export async function reviveThreads(
  store: Store,
  hash: BundleId,
  endedWorker: string,
  except: ThreadId,
): Promise<ThreadId[]> {
  const rows = listRows(databaseOf(store), { hash }).filter(
    (row) => row.worker === endedWorker && row.status === "running" && row.thread_id !== except,
  );
  if (rows.length === 0) return [];
  const client = await reachWorker(store, hash);
  const revived: ThreadId[] = [];
  for (const { thread_id: threadId } of rows) {
    try {
      await client.ask({ op: "host", threadId, how: "resume", actor: store.actor }, 10_000);
      revived.push(threadId);
    } catch {
      // It says why when somebody resumes it.
    }
  }
  client.close();
  return revived;
}

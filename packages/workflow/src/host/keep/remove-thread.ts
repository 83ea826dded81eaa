// thread rm: by the worker when there is one, else under its lock; nobody can take the thread up in between.
import { TIMES } from "#contract/limits.ts";
import { lockBundle } from "#control/take-over.ts";
import { ConnectionLost, NoAnswer, WorkerClient } from "#control/worker-client.ts";
import { tryTransaction } from "#disk/database.ts";
import { dropFiles } from "#store/drop-thread.ts";
import { releaseStarts } from "#store/starts.ts";
import { deleteRow } from "#store/thread-index.ts";
import { auditChange } from "../open/audit.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import { silentWorker } from "../open/silent-worker.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";

const TRIES_MAX = 20;

export async function removeThread(
  store: Store,
  typed: string,
): Promise<{ threadId: string; removed: true }> {
  const place = findThread(store, typed);
  await dropThread(store, place);
  auditChange(store, { action: "thread rm", subject: place.threadId });
  return { threadId: place.threadId, removed: true };
}

/** Its journal, its debug lines, its row and its keys. */
export async function dropThread(store: Store, place: ThreadPlace): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    if ((await removedByWorker(store, place)) || removedHere(store, place)) return;
    await Bun.sleep(25);
  }
  throw silentWorker(place.threadId);
}

async function removedByWorker(store: Store, place: ThreadPlace): Promise<boolean> {
  const client = await WorkerClient.connect(store.layout.socket(place.hash));
  if (client === null) return false;
  try {
    await client.ask({ op: "remove", threadId: place.threadId }, TIMES.answerMs);
    return true;
  } catch (error) {
    if (error instanceof ConnectionLost || error instanceof NoAnswer) return false;
    throw error;
  } finally {
    client.close();
  }
}

function removedHere(store: Store, place: ThreadPlace): boolean {
  const lock = lockBundle(store.layout, place.hash);
  if (lock === null) return false;
  try {
    dropFiles(store.layout, place);
    const database = databaseOf(store);
    tryTransaction(database, () => {
      deleteRow(database, place);
      releaseStarts(database, place.threadId);
    });
    return true;
  } finally {
    lock.release();
  }
}

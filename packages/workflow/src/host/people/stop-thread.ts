// kill, cancel and pause. A decision is durable before it acts; where no worker has the thread, it is written here.
import { WorkflowError } from "#contract/errors.ts";
import { TIMES } from "#contract/limits.ts";
import type { ThreadStatus } from "#contract/status.ts";
import { endHungWorker, lockBundle } from "#control/take-over.ts";
import { ConnectionLost, NoAnswer, WorkerClient } from "#control/worker-client.ts";
import { tryTransaction } from "#disk/database.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { openSealer } from "#journal/sealer.ts";
import type { StopAnswer } from "#protocol/messages.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { type IndexRow, putRow as putIndexRow } from "#store/thread-index.ts";
import { notRunning } from "#thread/refusals.ts";
import { type Stop, stopOnDisk } from "#worker/stop-on-disk.ts";
import { auditChange } from "../open/audit.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import { silentWorker } from "../open/silent-worker.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { reviveThreads } from "./revive-threads.ts";

const TRIES_MAX = 20;
const STATUS_OF = { kill: "killed", cancel: "cancelled" } as const;

/**
 * Answers when the thread is stopped. One that had ended differently is refused with what it ended as; `again` says that
 * it was killed before.
 */
export async function stopThread(
  store: Store,
  typed: string,
  stop: Pick<Stop, "action" | "reason">,
): Promise<{ threadId: string; again: boolean }> {
  const place = findThread(store, typed);
  const byUs = { ...stop, actor: store.actor };
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const answer = (await stopInWorker(store, place, byUs)) ?? (await stopUnderLock(store, place, byUs));
    if (answer === null) {
      await Bun.sleep(25);
      continue;
    }
    const isRepeatedCancel = answer.again && stop.action === "cancel";
    if (answer.status !== STATUS_OF[stop.action] || isRepeatedCancel)
      throw notRunning(place.threadId, answer.status);
    const { action, reason } = stop;
    if (!answer.again) auditChange(store, { action, subject: place.threadId, reason });
    return { threadId: place.threadId, again: answer.again };
  }
  throw new WorkflowError("STATE_INVALID", `the thread ${place.threadId} changes hands too fast; try again`);
}

export async function pauseThread(
  store: Store,
  typed: string,
): Promise<{ threadId: string; status: "paused" }> {
  const place = findThread(store, typed);
  const client = await WorkerClient.connect(store.layout.socket(place.hash));
  try {
    if (client === null) throw notRunning(place.threadId, statusOnDisk(place));
    await client.ask({ op: "pause", threadId: place.threadId, actor: store.actor }, PAUSE_PATIENCE_MS);
    return { threadId: place.threadId, status: "paused" };
  } catch (error) {
    if (error instanceof ConnectionLost || isNotHosted(error))
      throw notRunning(place.threadId, statusOnDisk(place));
    if (error instanceof NoAnswer) throw silentWorker(place.threadId);
    throw error;
  } finally {
    client?.close();
  }
}

const PAUSE_PATIENCE_MS = 5_000;
/** Beyond what a cancelled thread gets to end: what does not hear is killed, and the end is written. */
const CANCEL_SPARE_MS = 5_000;

/** Null when the bundle has no worker. One that is there stops any of its threads, running or not: it has the lock. */
async function stopInWorker(store: Store, place: ThreadPlace, stop: Stop): Promise<StopAnswer | null> {
  const client = await WorkerClient.connect(store.layout.socket(place.hash));
  if (client === null) return null;
  try {
    const patience = stop.action === "kill" ? TIMES.answerMs : TIMES.closeMs + CANCEL_SPARE_MS;
    return (await client.ask({ op: "stop", threadId: place.threadId, ...stop }, patience)) as StopAnswer;
  } catch (error) {
    if (error instanceof ConnectionLost) return null;
    if (!(error instanceof NoAnswer)) throw error;
    if (stop.action === "cancel") throw silentWorker(place.threadId);
    return endFromOutside(store, place, stop);
  } finally {
    client.close();
  }
}

/** The worker hangs: it is killed, the decision is written, and its other threads go on in a new one. */
async function endFromOutside(store: Store, place: ThreadPlace, stop: Stop): Promise<StopAnswer | null> {
  const worker = await endHungWorker(store.layout, place.hash);
  const answer = await stopUnderLock(store, place, stop);
  if (worker !== null) await reviveThreads(store, place.hash, worker, place.threadId);
  return answer;
}

/** Null when a worker took the lock meanwhile. */
async function stopUnderLock(store: Store, place: ThreadPlace, stop: Stop): Promise<StopAnswer | null> {
  const lock = lockBundle(store.layout, place.hash);
  if (lock === null) return null;
  try {
    return await stopOnDisk(place, stop, {
      layout: store.layout,
      clock: store.clock,
      group: new SyncGroup(),
      sealer: openSealer(store.layout.sealKey),
      putRow: (row) => putRow(store, row),
    });
  } finally {
    lock.release();
  }
}

/** The journal has it; where the index cannot be written, that is read. */
function putRow(store: Store, row: IndexRow): void {
  const database = databaseOf(store);
  tryTransaction(database, () => putIndexRow(database, row));
}

function statusOnDisk(place: ThreadPlace): ThreadStatus {
  return deriveStatus(foldThread(place).fold, false);
}

function isNotHosted(error: unknown): boolean {
  return error instanceof WorkflowError && error.details?.notHosted === true;
}

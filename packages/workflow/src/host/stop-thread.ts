// kill, cancel and pause. A decision is durable before it acts; where no worker has the thread, it is written here.
import { WorkflowError } from "#contract/errors.ts";
import { TIMES } from "#contract/limits.ts";
import type { StartRecord } from "#contract/record.ts";
import { isTerminal, type ThreadStatus } from "#contract/status.ts";
import { endHungWorker, lockBundle } from "#control/take-over.ts";
import { ConnectionLost, NoAnswer, WorkerClient } from "#control/worker-client.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { stoppedBy } from "#engine/outcome.ts";
import { FileJournal } from "#journal/file-journal.ts";
import { openSealer } from "#journal/sealer.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { emptyFold, foldLine } from "#replay/fold-thread.ts";
import { putRow, rowOf } from "#store/thread-index.ts";
import type { StopAnswer } from "#worker/messages.ts";
import { findThread, type ThreadPlace } from "./find-thread.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { foldThread } from "./read-thread.ts";
import { reviveThreads } from "./revive-threads.ts";

export type Stop = { action: "kill" | "cancel"; reason?: string | undefined };

const TRIES_MAX = 20;

/** Answers what became of the thread: the stop, or the end it had reached a moment before (then refused). */
export async function stopThread(
  house: House,
  typed: string,
  stop: Stop,
): Promise<{ threadId: string; again: boolean }> {
  const place = findThread(house, typed);
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const status = (await stopInWorker(house, place, stop)) ?? (await stopOnDisk(house, place, stop));
    if (status !== null) return { threadId: place.threadId, again: status.again };
    await Bun.sleep(25);
  }
  throw new WorkflowError("STATE_INVALID", `the thread ${place.threadId} changes hands too fast; try again`);
}

export async function pauseThread(
  house: House,
  typed: string,
): Promise<{ threadId: string; status: "paused" }> {
  const place = findThread(house, typed);
  const client = await WorkerClient.connect(house.layout.socket(place.hash));
  try {
    if (client === null) throw notRunning(place, statusOnDisk(place));
    await client.ask({ op: "pause", threadId: place.threadId, actor: house.actor }, PAUSE_PATIENCE_MS);
    return { threadId: place.threadId, status: "paused" };
  } catch (error) {
    if (error instanceof ConnectionLost || isNotHosted(error)) throw notRunning(place, statusOnDisk(place));
    if (error instanceof NoAnswer) throw silent(place);
    throw error;
  } finally {
    client?.close();
  }
}

const PAUSE_PATIENCE_MS = 5_000;

const STATUS_OF = { kill: "killed", cancel: "cancelled" } as const;

type Stopped = { again: boolean };

/** Null when no worker has the thread (any more). */
async function stopInWorker(house: House, place: ThreadPlace, stop: Stop): Promise<Stopped | null> {
  const client = await WorkerClient.connect(house.layout.socket(place.hash));
  if (client === null) return null;
  try {
    const patience = stop.action === "kill" ? TIMES.answerMs : TIMES.closeMs + 2_000;
    const request = { op: "stop" as const, threadId: place.threadId, actor: house.actor, ...stop };
    const answer = (await client.ask(request, patience)) as StopAnswer;
    if (answer.status !== STATUS_OF[stop.action]) throw notRunning(place, answer.status);
    return { again: answer.again };
  } catch (error) {
    if (error instanceof ConnectionLost || isNotHosted(error)) return null;
    if (!(error instanceof NoAnswer)) throw error;
    if (stop.action === "cancel") throw silent(place);
    return endFromOutside(house, place, stop);
  } finally {
    client.close();
  }
}

/** The worker hangs: it is killed, the decision is written, and its other threads go on in a new one. */
async function endFromOutside(house: House, place: ThreadPlace, stop: Stop): Promise<Stopped | null> {
  const worker = await endHungWorker(house.layout, place.hash);
  const stopped = await stopOnDisk(house, place, stop);
  if (worker !== null) await reviveThreads(house, place.hash, worker, place.threadId);
  return stopped;
}

/** Null when a worker took the lock meanwhile. */
async function stopOnDisk(house: House, place: ThreadPlace, stop: Stop): Promise<Stopped | null> {
  const lock = lockBundle(house.layout, place.hash);
  if (lock === null) return null;
  const fold = emptyFold();
  const ports = { clock: house.clock, group: new SyncGroup() };
  const { journal } = FileJournal.open(place.path, ports, (line) => foldLine(fold, line));
  try {
    const status = deriveStatus(fold, false);
    if (status === "killed" && stop.action === "kill") return { again: true };
    if (isTerminal(status) || status === "empty") throw notRunning(place, status);
    const reason = stop.reason === undefined ? {} : { reason: stop.reason };
    journal.append({ kind: "control", action: stop.action, actor: house.actor, ...reason });
    const outcome = stoppedBy(stop.action, stop.reason);
    await journal.end({ kind: "result", ...outcome }, openSealer(house.layout.sealKey));
    const known = { start: fold.start as StartRecord, steps: fold.steps, updatedAt: house.clock.now() };
    const now = { worker: null, status: outcome.status, size: journal.bytes };
    putRow(databaseOf(house), rowOf(place, known, now));
    return { again: false };
  } finally {
    journal.close();
    lock.release();
  }
}

function statusOnDisk(place: ThreadPlace): ThreadStatus {
  return deriveStatus(foldThread(place).fold, false);
}

function isNotHosted(error: unknown): boolean {
  return error instanceof WorkflowError && error.details?.notHosted === true;
}

function notRunning(place: ThreadPlace, status: ThreadStatus): WorkflowError {
  const hint = status === "paused" || status === "interrupted" ? "resume" : "thread";
  return new WorkflowError("STATE_INVALID", `the thread ${place.threadId} is ${status}, not running`, {
    hint: `uncaged-workflow ${hint} ${place.threadId}`,
    details: { status },
  });
}

function silent(place: ThreadPlace): WorkflowError {
  return new WorkflowError("STATE_INVALID", `the worker of ${place.threadId} does not answer`, {
    hint: `uncaged-workflow kill ${place.threadId}`,
  });
}

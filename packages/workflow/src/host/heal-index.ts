// The index is written by workers, and not synced. Two things can leave a journal out of it: a command line that died
// before a worker took its thread up, and a power cut. Both are found by looking at the folders: once after each boot of
// the machine, and whenever everything interrupted is resumed.
import { WorkflowError } from "#contract/errors.ts";
import type { StartRecord } from "#contract/record.ts";
import { bootId } from "#disk/process-identity.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { sweepTemporaries } from "#store/sweep-temporaries.ts";
import {
  claimStart,
  EXECUTIONS,
  getMark,
  hasRow,
  type IndexRow,
  putMark,
  putRow,
  rowOf,
} from "#store/thread-index.ts";
import { journalPlaces, type ThreadPlace } from "./find-thread.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { foldThread } from "./read-thread.ts";

export function healIndexAfterBoot(house: House): void {
  const boot = bootId();
  if (getMark(databaseOf(house), "boot") === boot) return;
  healIndex(house);
  sweepTemporaries(house.layout);
  putMark(databaseOf(house), "boot", boot);
}

/** Adds the journals the index does not know. */
export function healIndex(house: House): void {
  for (const place of journalPlaces(house))
    if (!hasRow(databaseOf(house), place.threadId)) indexPlace(house, place);
}

export function indexPlace(house: House, place: ThreadPlace): void {
  putRow(databaseOf(house), readRow(place));
  healStart(house, place);
}

/** What a thread was started with, so that it stays unique when the database was lost. */
export function healStart(house: House, place: ThreadPlace): void {
  const { name, idempotencyKey, executionId } = startOf(place) ?? {};
  const database = databaseOf(house);
  if (name !== undefined && idempotencyKey !== undefined)
    claimStart(database, name, idempotencyKey, place.threadId);
  if (executionId !== undefined) claimStart(database, EXECUTIONS, executionId, place.threadId);
}

function startOf(place: ThreadPlace): StartRecord | null {
  try {
    return foldThread(place).fold.start;
  } catch (error) {
    if (error instanceof WorkflowError) return null;
    throw error;
  }
}

/** A row from the journal itself. One that cannot be read is listed too, so that nobody thinks it is gone. */
export function readRow(place: ThreadPlace): IndexRow {
  try {
    const { fold, end } = foldThread(place);
    if (fold.start === null) return unreadableRow(place, "empty");
    const { start, steps, updatedAt } = fold;
    const known = { start, steps, updatedAt, wait: deriveWait(fold) };
    return rowOf(place, known, { worker: null, status: deriveStatus(fold, false), size: end.bytes });
  } catch (error) {
    if (error instanceof WorkflowError) return unreadableRow(place, "corrupt");
    throw error;
  }
}

function unreadableRow(place: ThreadPlace, status: "empty" | "corrupt"): IndexRow {
  return {
    thread_id: place.threadId,
    hash: place.hash,
    name: "?",
    prompt: "",
    started_at: 0,
    fork_from: null,
    worker: null,
    status,
    steps: 0,
    updated_at: 0,
    size: 0,
    waiting_on: null,
    wake_at: null,
  };
}

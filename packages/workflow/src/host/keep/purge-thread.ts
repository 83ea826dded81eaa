// thread rm --purge, for personal data.
//
// PURGE-1. Afterwards no file of the store holds anything the thread was given, said or did. What stays elsewhere is
//     named.
//
// The journal goes first, under the lock of its bundle: from then on nobody takes the thread up. Everything behind it can be
// done again, so a purge that was interrupted is repeated with the whole id.
import { isUlid } from "#codec/ulid.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import { lockBundle } from "#control/take-over.ts";
import { inTransaction, scrubDatabase } from "#disk/database.ts";
import { isRealFolder, removeFolder } from "#disk/directory.ts";
import { lastUse } from "#disk/unused-file.ts";
import { fileSize, readWhole, removeFiles } from "#disk/whole-file.ts";
import { commitOf, removeObjects } from "#disk/workspace/git-purge.ts";
import { claimWorktree, findWorktree, removeWorktree, type Worktree } from "#disk/workspace/git-worktree.ts";
import { worktreeOf, worktreeRef } from "#disk/workspace/thread-files.ts";
import { purgeAudit } from "#store/audit-log.ts";
import { findBlob, type KeptBlob } from "#store/blob-store.ts";
import { releaseStarts } from "#store/starts.ts";
import { sweepTemporaries } from "#store/sweep-temporaries.ts";
import { deleteRow, findRows } from "#store/thread-index.ts";
import { auditChange } from "../open/audit.ts";
import { currentRows } from "../open/current-rows.ts";
import { findThread, placeOfRow, placesOf, type ThreadPlace } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { hashesIn } from "./blob-references.ts";
import { type CollectedBlobs, dropUnused } from "./gc-blobs.ts";
import { dropThread } from "./remove-thread.ts";

/** `forks`: threads that copied lines of it, and keep them. `stays`: what could not be removed, or is not ours to remove. */
export type Purged = CollectedBlobs & { auditLines: number; forks: ThreadId[]; stays: string[] };
export type PurgedThread = { threadId: ThreadId; removed: true; purged: Purged };

export async function purgeThread(store: Store, typed: string): Promise<PurgedThread> {
  const place = placeOrGone(store, typed);
  const threadId = place?.threadId ?? typed.toUpperCase();
  const known = place === null ? NOTHING : lookAt(store, place);
  const forks = forksBelow(store, threadId);
  if (place !== null) await dropThread(store, place);
  const stays = known.workspace === null ? [] : [`${known.workspace}: the files in it are yours`];
  // No verb makes two threads of one id; where there are, the rest is still the other's.
  const isLast = placesOf(store, threadId).length === 0;
  if (isLast) stays.push(...(await dropFolders(store, threadId, known.start, forks)));
  if (place !== null) stays.push(...dropLog(store, place.hash));
  const { blobs, bytes } = dropBlobs(store, known);
  sweepTemporaries(store.layout);
  stays.push(...scrubIndex(store, threadId, isLast));
  const auditLines = isLast ? purgeAudit(store.layout, threadId) : 0;
  auditChange(store, { action: "thread purge", subject: threadId });
  return { threadId, removed: true, purged: { auditLines, blobs, bytes, forks, stays } };
}

/** Null for a thread that was deleted before: its id is given in full, and what is left of it goes. */
function placeOrGone(store: Store, typed: string): ThreadPlace | null {
  try {
    return findThread(store, typed);
  } catch (error) {
    if (error instanceof WorkflowError && error.code === "NOT_FOUND" && hasTraces(store, typed.toUpperCase()))
      return null;
    throw error;
  }
}

function hasTraces({ layout }: Store, threadId: string): boolean {
  if (!isUlid(threadId)) return false;
  if (isRealFolder(layout.workspace(threadId)) || isRealFolder(layout.statesOf(threadId))) return true;
  return Buffer.from(readWhole(layout.audit, Infinity) ?? "").includes(threadId);
}

/** `workspace`: a folder of the user's. `updatedAt`: when its last line was written. */
type Known = {
  start: StartRecord | null;
  workspace: string | null;
  blobs: KeptBlob[];
  updatedAt: number;
};
const NOTHING: Known = { start: null, workspace: null, blobs: [], updatedAt: 0 };

function lookAt({ layout }: Store, place: ThreadPlace): Known {
  const blobs = [...new Set(hashesIn(place.path))].flatMap((sha256) => findBlob(layout, sha256) ?? []);
  try {
    const { start, updatedAt } = foldThread(place).fold;
    const { path, worktreeOf: checkout } = start?.parameters.workspace ?? {};
    return { start, workspace: checkout === undefined ? (path ?? null) : null, blobs, updatedAt };
  } catch {
    // A damaged journal goes as any other.
    return { ...NOTHING, blobs, updatedAt: lastUse(place.path)?.usedAt ?? 0 };
  }
}

/** Forks of it, and forks of those. */
function forksBelow(store: Store, threadId: ThreadId): ThreadId[] {
  const rows = [...currentRows(store)];
  const found = new Set([threadId]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const row of rows) if (row.fork_from !== null && found.has(row.fork_from)) found.add(row.thread_id);
  }
  found.delete(threadId);
  return [...found].sort();
}

async function dropFolders(
  { layout }: Store,
  threadId: ThreadId,
  start: StartRecord | null,
  forks: ThreadId[],
): Promise<string[]> {
  const worktree =
    (start === null ? null : worktreeOf(layout, start)) ??
    findWorktree(layout.workspace(threadId), layout.statesOf(threadId));
  const stays: string[] = [];
  if (worktree === null) removeFolder(layout.workspace(threadId));
  else if (claimWorktree(worktree) !== null)
    // In a copy of the store it belongs to the first.
    stays.push(
      `${worktree.checkout}: the worktree and its states belong to the store this one was copied from`,
    );
  else stays.push(...(await dropWorktree(worktree, threadId, forks)));
  for (const folder of [layout.statesOf(threadId), layout.scratchOf(threadId)]) removeFolder(folder);
  removeFiles(layout.starting(threadId));
  return stays;
}

async function dropWorktree(worktree: Worktree, threadId: ThreadId, forks: ThreadId[]): Promise<string[]> {
  const { checkout } = worktree;
  const commit = await commitOf(checkout, worktreeRef(threadId));
  await removeWorktree(worktree, worktreeRef(threadId));
  if (commit === null) return [];
  if (forks.length > 0) return [`${checkout}: objects of git that its forks may need`];
  const packed = await removeObjects(checkout, commit);
  return packed === 0 ? [] : [`${checkout}: packed objects of git. Remove them: git gc --prune=now`];
}

/** What a worker of the bundle printed as it crashed may be about any of its threads. */
function dropLog({ layout }: Store, hash: BundleId): string[] {
  const path = layout.workerLog(hash);
  if ((fileSize(path) ?? 0) === 0) return [];
  const lock = lockBundle(layout, hash);
  if (lock === null) return [`${path}: a worker that runs writes to it. It goes when the worker leaves`];
  try {
    removeFiles(path);
    return [];
  } finally {
    lock.release();
  }
}

/** A blob that was put after the last line of the thread was put by another. */
function dropBlobs(store: Store, { blobs, updatedAt }: Known): CollectedBlobs {
  return dropUnused(store, blobs, {
    before: Infinity,
    whileLive: updatedAt + CLOCK_SLACK_MS,
    dryRun: false,
  });
}

const CLOCK_SLACK_MS = 2_000;

/** A worker that could not write leaves a row behind, which counts for nothing and has the prompt in it. */
function scrubIndex(store: Store, threadId: ThreadId, isLast: boolean): string[] {
  const database = databaseOf(store);
  inTransaction(database, () => {
    const rows = findRows(database, threadId).map((row) => placeOfRow(store, row));
    for (const place of rows) if (fileSize(place.path) === null) deleteRow(database, place);
    if (isLast) releaseStarts(database, threadId);
  });
  if (scrubDatabase(database)) return [];
  return [`${store.layout.database}: another process uses it. Purge the thread again when that has ended`];
}

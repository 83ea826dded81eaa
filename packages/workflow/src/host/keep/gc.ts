// gc: the folders that threads worked in, once nobody will go on in them, and blobs that nobody refers to.
import { isUlid } from "#codec/ulid.ts";
import { type ErrorCode, WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord, Unkept } from "#contract/record.ts";
import { isTerminal, type ThreadStatus } from "#contract/status.ts";
import { folderTime, listDirectory, removeFolder } from "#disk/directory.ts";
import { isStarting } from "#disk/process/starting-file.ts";
import { nameLast } from "#disk/workspace/folder-states.ts";
import { claimWorktree, findWorktree, removeWorktree, type Worktree } from "#disk/workspace/git-worktree.ts";
import { assertOwnWorktree, threadFiles, worktreeOf, worktreeRef } from "#disk/workspace/thread-files.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { type ThreadFold, unkeptIn } from "#replay/fold-thread.ts";
import { placesOf } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { type CollectedBlobs, collectBlobs } from "./gc-blobs.ts";

/** `status`: of its thread; null when that was deleted. */
export type WorkFolder = {
  threadId: ThreadId;
  path: string;
  kind: "worktree" | "folder";
  status: ThreadStatus | null;
  /** When anything last happened to its thread. */
  updatedAt: number;
  /** Of what is kept for it: files that would be lost, or why none of them could be kept. `--force` removes it all the same. */
  unkept?: Unkept[];
  filesLost?: string;
};

type Place = Pick<WorkFolder, "threadId" | "path">;

/** What kept one folder from being looked at or removed. The others were dealt with all the same. */
export type GcProblem = { threadId: ThreadId; path: string; code: ErrorCode; message: string };

/** `blobs` and `bytes`: of those that nobody refers to. */
export type Collected = CollectedBlobs & {
  removed: WorkFolder[];
  kept: WorkFolder[];
  problems: GcProblem[];
  dryRun: boolean;
};
export type CollectRequest = { olderThanMs: number; dryRun: boolean; force: boolean };

export async function collectGarbage(store: Store, request: CollectRequest): Promise<Collected> {
  const { dryRun, olderThanMs } = request;
  const collected: Collected = { removed: [], kept: [], problems: [], dryRun, blobs: 0, bytes: 0 };
  const before = store.clock.now() - olderThanMs;
  for (const threadId of listDirectory(store.layout.workspaces).filter(isUlid)) {
    const found = lookAt(store, threadId, store.layout.workspace(threadId));
    const { folder } = found;
    const isOver = folder.status === null || isTerminal(folder.status);
    const goes = found.problem === null && isOver && !found.isStarting && folder.updatedAt <= before;
    const { loss, problem } = goes
      ? await removeOr(store, found, request)
      : { loss: {}, problem: found.problem };
    if (problem !== null) collected.problems.push(problemOf(folder, problem));
    const isGone = goes && problem === null && Object.keys(loss).length === 0;
    collected[isGone ? "removed" : "kept"].push({ ...folder, ...loss });
  }
  if (!dryRun) collected.problems.push(...(await dropOrphans(store)));
  return { ...collected, ...collectBlobs(store, before, dryRun) };
}

/** `isStarting`: its journal is about to be written. `problem`: it cannot be said whether its thread has ended. */
type Found = { folder: WorkFolder; fold: ThreadFold | null; isStarting: boolean; problem: unknown };

function lookAt(store: Store, threadId: ThreadId, path: string): Found {
  // Before the journal is looked for: it is there when this no longer is.
  const isStartingNow = isStarting(store.layout.starting(threadId));
  try {
    return {
      ...describe(store, threadId, path, foldOf(store, threadId)),
      isStarting: isStartingNow,
      problem: null,
    };
  } catch (problem) {
    const { folder } = describe(store, threadId, path, null);
    return { folder: { ...folder, status: "corrupt" }, fold: null, isStarting: isStartingNow, problem };
  }
}

function describe(
  store: Store,
  threadId: ThreadId,
  path: string,
  fold: ThreadFold | null,
): Pick<Found, "folder" | "fold"> {
  const isWorktree = worktreeIn(store, threadId, fold) !== null;
  const folder: WorkFolder = {
    threadId,
    path,
    kind: isWorktree ? "worktree" : "folder",
    // Whether a worker has it does not matter here: it has not ended either way.
    status: fold === null ? null : deriveStatus(fold, false),
    updatedAt: fold?.updatedAt ?? folderTime(path),
  };
  return { folder, fold };
}

/** Null when there is no such thread any more; of two with one id, one that has not ended. A journal that cannot be read keeps its folder. */
function foldOf(store: Store, threadId: ThreadId): ThreadFold | null {
  const folds = placesOf(store, threadId).map((place) => foldThread(place).fold);
  return folds.find(({ result }) => result === null) ?? folds[0] ?? null;
}

type Loss = Pick<WorkFolder, "unkept" | "filesLost">;

/** A secret is meant to go with the folder. */
function isLossless({ unkept = [], filesLost }: Loss): boolean {
  return filesLost === undefined && unkept.every(({ why }) => why === "secret");
}

/** It is gone when there is neither a loss nor a problem. */
async function removeOr(
  store: Store,
  { folder, fold }: Found,
  { dryRun, force }: CollectRequest,
): Promise<{ loss: Loss; problem: unknown }> {
  try {
    const isAsked = !force && fold !== null;
    const loss = !isAsked ? {} : dryRun ? unkeptIn(fold) : await keepLast(store, fold);
    if (isLossless(loss)) {
      if (!dryRun) await remove(store, folder, fold);
      return { loss: {}, problem: null };
    }
    return { loss, problem: null };
  } catch (problem) {
    return { loss: {}, problem };
  }
}

function problemOf({ threadId, path }: Place, error: unknown): GcProblem {
  if (error instanceof WorkflowError) return { threadId, path, code: error.code, message: error.message };
  return { threadId, path, code: "INTERNAL", message: String(error) };
}

/** What stands in the folder is kept as a state first, as long as there is a thread to ask for it. Answers what is not. */
async function keepLast({ layout }: Store, fold: ThreadFold): Promise<Loss> {
  const start = fold.start as StartRecord;
  const files = threadFiles(layout, start);
  if (files === null) return {};
  try {
    await assertOwnWorktree(layout, start);
    const state = await files.keep(fold.tree, `${start.threadId} when its folder was removed`, fold);
    if (state?.files !== undefined) nameLast(layout.statesOf(start.threadId), state.files);
    return unkeptIn({ tree: state ?? fold.tree });
  } catch (error) {
    return { filesLost: error instanceof Error ? error.message : String(error) };
  }
}

async function remove(store: Store, { threadId, path }: Place, fold: ThreadFold | null): Promise<void> {
  const worktree = worktreeIn(store, threadId, fold);
  const dropsStates = fold === null;
  if (worktree === null) removeFolder(path);
  // In a copy of the store they belong to the first.
  else
    await removeWorktree(
      worktree,
      dropsStates && claimWorktree(worktree) === null ? worktreeRef(threadId) : null,
    );
  if (dropsStates) removeFolder(store.layout.statesOf(threadId));
}

/** Null for a folder that is none. */
function worktreeIn({ layout }: Store, threadId: ThreadId, fold: ThreadFold | null): Worktree | null {
  if (fold !== null && fold.start !== null) return worktreeOf(layout, fold.start);
  return findWorktree(layout.workspace(threadId), layout.statesOf(threadId));
}

/** The states of threads that were deleted after their folders; those of a worktree are in its repository. */
async function dropOrphans(store: Store): Promise<GcProblem[]> {
  const { layout } = store;
  const problems: GcProblem[] = [];
  const here = new Set(listDirectory(layout.workspaces));
  for (const threadId of listDirectory(layout.states).filter(isUlid)) {
    if (here.has(threadId) || isStarting(layout.starting(threadId))) continue;
    if (placesOf(store, threadId).length > 0) continue;
    const orphan = { threadId, path: layout.workspace(threadId) };
    try {
      await remove(store, orphan, null);
    } catch (problem) {
      problems.push(problemOf({ ...orphan, path: layout.statesOf(threadId) }, problem));
    }
  }
  return problems;
}

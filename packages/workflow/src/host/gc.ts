// gc: the folders that threads worked in, once nobody will go on in them.
import { join } from "node:path";
import { isUlid } from "#codec/ulid.ts";
import { type ErrorCode, WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { isTerminal, type ThreadStatus } from "#contract/status.ts";
import { folderTime, listDirectory, removeFolder } from "#disk/directory.ts";
import { keepState, removeWorktree } from "#disk/git-worktree.ts";
import { isStarting } from "#disk/starting-file.ts";
import { fileSize } from "#disk/whole-file.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { worktreeRef } from "#worker/worktree-watch.ts";
import { placesOf } from "./find-thread.ts";
import type { House } from "./house.ts";
import { foldThread } from "./read-thread.ts";

/** `status`: of its thread; null when that was deleted. */
export type WorkFolder = {
  threadId: ThreadId;
  path: string;
  kind: "worktree" | "folder";
  status: ThreadStatus | null;
  /** When anything last happened to its thread. */
  updatedAt: number;
};

/** What kept one folder from being looked at or removed. The others were dealt with all the same. */
export type GcProblem = { threadId: ThreadId; path: string; code: ErrorCode; message: string };

export type Collected = {
  removed: WorkFolder[];
  kept: WorkFolder[];
  problems: GcProblem[];
  dryRun: boolean;
};
export type CollectRequest = { olderThanMs: number; dryRun: boolean };

export async function collectGarbage(house: House, request: CollectRequest): Promise<Collected> {
  const { dryRun, olderThanMs } = request;
  const collected: Collected = { removed: [], kept: [], problems: [], dryRun };
  const before = house.clock.now() - olderThanMs;
  for (const threadId of listDirectory(house.layout.workspaces).filter(isUlid)) {
    const found = lookAt(house, threadId, house.layout.workspace(threadId));
    const { folder, fold } = found;
    const isOver = folder.status === null || isTerminal(folder.status);
    let problem = found.problem;
    const goes = problem === null && isOver && !found.isStarting && folder.updatedAt <= before;
    if (goes && !dryRun) problem = await removeOr(folder, fold);
    if (problem !== null) collected.problems.push(problemOf(folder, problem));
    collected[goes && problem === null ? "removed" : "kept"].push(folder);
  }
  return collected;
}

/** `isStarting`: its journal is about to be written. `problem`: it cannot be said whether its thread has ended. */
type Found = { folder: WorkFolder; fold: ThreadFold | null; isStarting: boolean; problem: unknown };

function lookAt(house: House, threadId: ThreadId, path: string): Found {
  // Before the journal is looked for: it is there when this no longer is.
  const isStartingNow = isStarting(house.layout.starting(threadId));
  try {
    return { ...describe(threadId, path, foldOf(house, threadId)), isStarting: isStartingNow, problem: null };
  } catch (problem) {
    const { folder } = describe(threadId, path, null);
    return { folder: { ...folder, status: "corrupt" }, fold: null, isStarting: isStartingNow, problem };
  }
}

function describe(threadId: ThreadId, path: string, fold: ThreadFold | null): Pick<Found, "folder" | "fold"> {
  const isWorktree = fileSize(join(path, ".git")) !== null;
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
function foldOf(house: House, threadId: ThreadId): ThreadFold | null {
  const folds = placesOf(house, threadId).map((place) => foldThread(place).fold);
  return folds.find(({ result }) => result === null) ?? folds[0] ?? null;
}

/** Null when it is gone; else why it is not. */
async function removeOr(folder: WorkFolder, fold: ThreadFold | null): Promise<unknown> {
  try {
    await remove(folder, fold);
    return null;
  } catch (error) {
    return error;
  }
}

function problemOf({ threadId, path }: WorkFolder, error: unknown): GcProblem {
  if (error instanceof WorkflowError) return { threadId, path, code: error.code, message: error.message };
  return { threadId, path, code: "INTERNAL", message: String(error) };
}

/** What stands in a worktree is kept as a state first, as long as there is a thread to ask for it. */
async function remove({ threadId, path, kind }: WorkFolder, fold: ThreadFold | null): Promise<void> {
  if (kind === "folder") return removeFolder(path);
  const ref = worktreeRef(threadId);
  if (fold === null) return removeWorktree(path, ref);
  await keepState(path, ref, fold.tree, `${threadId} when its worktree was removed`);
  await removeWorktree(path, null);
}

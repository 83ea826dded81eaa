// gc: the folders that threads worked in, once nobody will go on in them.
import { join } from "node:path";
import { isUlid } from "#codec/ulid.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { isTerminal, type ThreadStatus } from "#contract/status.ts";
import { folderTime, listDirectory, removeFolder } from "#disk/directory.ts";
import { keepState, removeWorktree } from "#disk/git-worktree.ts";
import { fileSize } from "#disk/whole-file.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { worktreeRef } from "#worker/worktree-watch.ts";
import { findThread } from "./find-thread.ts";
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

export type Collected = { removed: WorkFolder[]; kept: WorkFolder[]; dryRun: boolean };
export type CollectRequest = { olderThanMs: number; dryRun: boolean };

export async function collectGarbage(house: House, request: CollectRequest): Promise<Collected> {
  const { dryRun, olderThanMs } = request;
  const collected: Collected = { removed: [], kept: [], dryRun };
  const before = house.clock.now() - olderThanMs;
  for (const { folder, fold } of foldersOf(house)) {
    const isOver = folder.status === null || isTerminal(folder.status);
    if (!isOver || folder.updatedAt > before) collected.kept.push(folder);
    else {
      if (!dryRun) await remove(folder, fold);
      collected.removed.push(folder);
    }
  }
  return collected;
}

type Found = { folder: WorkFolder; fold: ThreadFold | null };

function foldersOf(house: House): Found[] {
  const { workspaces } = house.layout;
  return listDirectory(workspaces)
    .filter(isUlid)
    .map((name) => lookAt(house, name, join(workspaces, name)));
}

function lookAt(house: House, threadId: ThreadId, path: string): Found {
  const fold = foldOf(house, threadId);
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

/** Null when there is no such thread any more. A journal that cannot be read keeps its folder. */
function foldOf(house: House, threadId: ThreadId): ThreadFold | null {
  try {
    return foldThread(findThread(house, threadId)).fold;
  } catch (error) {
    if (error instanceof WorkflowError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** What stands in a worktree is kept as a state first, as long as there is a thread to ask for it. */
async function remove({ threadId, path, kind }: WorkFolder, fold: ThreadFold | null): Promise<void> {
  if (kind === "folder") return removeFolder(path);
  const ref = worktreeRef(threadId);
  if (fold === null) return removeWorktree(path, ref);
  await keepState(path, ref, fold.tree, `${threadId} when its worktree was removed`);
  await removeWorktree(path, null);
}

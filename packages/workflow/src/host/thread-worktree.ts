// A git worktree for one thread: made before its journal is, from a commit that its start line names.
import { join, relative } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord, Workspace } from "#contract/record.ts";
import { ensureDirectory } from "#disk/directory.ts";
import { addWorktree, checkoutOf, removeWorktree, restoreState } from "#disk/git-worktree.ts";
import type { KeptTree } from "#replay/fork-lines.ts";
import type { House } from "./house.ts";

/** Where the thread will work: the same folder as the one named, in a worktree of its own. */
export async function planWorktree(house: House, threadId: ThreadId, given: Workspace): Promise<Workspace> {
  const { path, commit } = given;
  const checkout = await checkoutOf(path);
  if (checkout === null || commit === undefined)
    throw new WorkflowError(
      "USAGE",
      `${path} is not in a git checkout with a commit: no worktree can be made of it`,
      {
        hint: "leave --worktree out, or git init && git commit first",
        details: { flag: "--worktree" },
      },
    );
  const within = relative(checkout, path);
  return { ...given, path: join(house.layout.workspace(threadId), within), worktreeOf: checkout };
}

/** That of a fork: a new folder, and the files as they were after the last yield it keeps. */
export function forkWorktree(
  house: House,
  threadId: ThreadId,
  origin: StartRecord,
  trees: readonly KeptTree[],
): Workspace | undefined {
  const { workspace } = origin.parameters;
  if (workspace?.worktreeOf === undefined) return workspace;
  const within = relative(house.layout.workspace(origin.threadId), workspace.path);
  const last = trees.at(-1);
  const state = last === undefined ? {} : { commit: last.head, tree: last.commit };
  return { ...workspace, ...state, path: join(house.layout.workspace(threadId), within) };
}

/** Makes the worktree that a start line speaks of, if it does. Nothing of it stays when that fails. */
export async function makeWorktree(house: House, { threadId, parameters }: StartRecord): Promise<void> {
  const { worktreeOf, commit, tree } = parameters.workspace ?? {};
  if (worktreeOf === undefined || commit === undefined) return;
  const path = house.layout.workspace(threadId);
  ensureDirectory(house.layout.root);
  ensureDirectory(house.layout.workspaces);
  try {
    await addWorktree(worktreeOf, path, commit);
    if (tree !== undefined) await restoreState(path, { commit: tree, head: commit });
  } catch (error) {
    await removeWorktree(path, null);
    throw error;
  }
}

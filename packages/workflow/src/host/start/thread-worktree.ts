// A git worktree for one thread: made before its journal is, from a commit that its start line names.
import { relative } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord, Workspace } from "#contract/record.ts";
import { ensureDirectory, removeFolder } from "#disk/directory.ts";
import { checkoutAbove } from "#disk/workspace/git-folders.ts";
import { addWorktree, removeWorktree } from "#disk/workspace/git-worktree.ts";
import { worktreeOf, worktreeRef } from "#disk/workspace/thread-files.ts";
import { placeInStore } from "#disk/workspace/work-folder.ts";
import type { Store } from "../open/store.ts";

/** Where the thread will work: the same folder as the one named, in a worktree of its own. */
export function planWorktree(threadId: ThreadId, given: Workspace): Workspace {
  const { path, commit } = given;
  const checkout = checkoutAbove(path);
  if (checkout === null || commit === undefined)
    throw new WorkflowError(
      "USAGE",
      `${path} is not in a git checkout with a commit: no worktree can be made of it`,
      {
        hint: "leave --worktree out, or git init && git commit first",
        details: { flag: "--worktree" },
      },
    );
  return { ...given, path: placeInStore(threadId, relative(checkout, path)), worktreeOf: checkout };
}

/** Makes the worktree that a start line speaks of, if it does. Nothing of it stays when that fails. */
export async function makeWorktree(store: Store, start: StartRecord): Promise<void> {
  const worktree = worktreeOf(store.layout, start);
  const { commit, tree } = start.parameters.workspace ?? {};
  if (worktree === null || commit === undefined) return;
  const { layout } = store;
  for (const folder of [layout.root, layout.workspaces, layout.states, worktree.states])
    ensureDirectory(folder);
  try {
    await addWorktree(worktree, commit, tree ?? null, worktreeRef(start.threadId));
  } catch (error) {
    await removeWorktree(worktree, worktreeRef(start.threadId));
    removeFolder(worktree.states);
    throw error;
  }
}

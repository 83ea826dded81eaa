// The files of a thread that are ours to keep: those of its worktree, or of the folder the store gave it. What is in a
// folder of the user's belongs to the user.
import { relative } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { KeptState, StartRecord, Unkept } from "#contract/record.ts";
import type { Layout } from "../layout.ts";
import type { FolderStates } from "./folder-states.ts";
import type { KnownFiles } from "./git-states.ts";
import type { Worktree } from "./git-worktree.ts";
import { workFolder } from "./work-folder.ts";

export type ThreadFiles = {
  kind: "worktree" | "folder";
  /** Null when there are no files yet. */
  keep(before: KeptState | null, title: string, known: KnownFiles): Promise<KeptState | null>;
};

/** Null when they are the user's, or nothing really happens to them. `keeper`: a fork that takes them over. */
export function threadFiles(layout: Layout, start: StartRecord, keeper = start.threadId): ThreadFiles | null {
  const { workspace, options } = start.parameters;
  if (options.isDryRun) return null;
  if (workspace === undefined) return ofFolder(layout, start.threadId, keeper);
  return workspace.worktreeOf === undefined ? null : ofWorktree(layout, start, keeper);
}

export function worktreeRef(threadId: ThreadId): string {
  return `refs/uncaged/${threadId}`;
}

/** Null when the thread has none. */
export function worktreeOf(layout: Layout, { threadId, parameters }: StartRecord): Worktree | null {
  const checkout = parameters.workspace?.worktreeOf;
  if (checkout === undefined) return null;
  return { path: layout.workspace(threadId), states: layout.statesOf(threadId), checkout };
}

/** Refuses a worktree that belongs to the store ours was copied from, before anything is done in it. */
export async function assertOwnWorktree(layout: Layout, start: StartRecord): Promise<void> {
  const worktree = worktreeOf(layout, start);
  if (worktree === null) return;
  const { claimWorktree } = await import("./git-worktree.ts");
  const claim = claimWorktree(worktree);
  if (claim === null) return;
  throw new WorkflowError(
    "WORKTREE_FOREIGN",
    `this store is a copy: the worktree of ${start.threadId} belongs to ${claim.first}`,
    {
      hint: `go on with it there, or here with files of its own: uncaged-workflow fork ${start.threadId}`,
      details: { first: claim.first },
    },
  );
}

function ofFolder(layout: Layout, threadId: ThreadId, keeper: ThreadId): ThreadFiles {
  let states: FolderStates | undefined;
  return {
    kind: "folder",
    async keep(_before, _title, { secretFiles }) {
      const { FolderStates } = await import("./folder-states.ts");
      states ??= new FolderStates(layout.workspace(threadId), layout.statesOf(keeper));
      const kept = await states.keep(secretFiles);
      if (kept === null) return null;
      return { files: kept.files, ...named(kept.unkept) };
    },
  };
}

function ofWorktree(layout: Layout, start: StartRecord, keeper: ThreadId): ThreadFiles {
  const worktree = worktreeOf(layout, start) as Worktree;
  const ref = worktreeRef(keeper);
  const within = relative(worktree.path, workFolder(layout, start));
  const below = (path: string) => (within === "" ? path : `${within}/${path}`);
  return {
    kind: "worktree",
    async keep(before, title, { written, secretFiles }) {
      const { keepState } = await import("./git-worktree.ts");
      const { commit = "" } = start.parameters.workspace ?? {};
      const last = before?.commit === undefined ? null : { commit: before.commit, head: before.head ?? "" };
      const known = {
        written: new Set([...written].map(below)),
        secretFiles: new Set([...secretFiles].map(below)),
      };
      const { state, unkept } = await keepState(worktree, ref, last, commit, title, known);
      return { ...state, ...named(unkept) };
    },
  };
}

function named(unkept: Unkept[]): Pick<KeptState, "unkept" | "unkeptMore"> {
  if (unkept.length === 0) return {};
  const more = unkept.length - LIMITS.unkeptNamed;
  return {
    unkept: unkept.slice(0, LIMITS.unkeptNamed),
    ...(more > 0 ? { unkeptMore: more } : {}),
  };
}

// The files a fork begins with: those of its origin as they were after the last step it keeps, or it is refused.
import { isAbsolute, relative } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { KeptState, StartRecord, Unkept, Workspace } from "#contract/record.ts";
import { isDirectory } from "#disk/directory.ts";
import { hasFolderState, putFolderState, shareFolderState } from "#disk/workspace/folder-states.ts";
import { hasState } from "#disk/workspace/git-worktree.ts";
import { threadFiles, worktreeOf } from "#disk/workspace/thread-files.ts";
import { placeInStore, workFolder } from "#disk/workspace/work-folder.ts";
import type { ReadLine } from "#journal/read-journal.ts";
import { keptState } from "#replay/fold-thread.ts";
import type { Cut, ForkLines, TakenOver } from "#replay/fork-lines.ts";
import type { KeptTree } from "#replay/touched-files.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { isLive } from "../open/is-live.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";

/**
 * user: the workspace is the user's, and as it is now. none: it has not written any. start: those of the commit its
 * worktree began with. state: as they were kept. folder: the origin's as they are now, since nothing has changed them after
 * the kept steps.
 */
export type ForkFiles = { from: "user" | "none" | "start" | "state" | "folder"; unkept?: Unkept[] };

/** Its states up to the last kept step, and where the files come from. */
export type PreparedFiles = { files: ForkFiles; trees: KeptTree[] };

/** Says how far the files of the origin are known, before it is decided which of its effects are finished. */
export async function limitFiles(
  store: Store,
  source: ThreadPlace,
  start: StartRecord,
  lines: ForkLines<ReadLine>,
  { keep, isRetry }: Cut,
): Promise<void> {
  if (threadFiles(store.layout, start) === null || !lines.files.isTouched) return;
  const isAll = keep === Infinity || isRetry === true;
  if (isAll && isDirectory(store.layout.workspace(start.threadId)) && !(await isLive(store, source))) return;
  if (isAll) lines.files.knownTo = lines.files.upTo(Infinity).at(-1)?.at ?? 0;
  else lines.files.knownTo = keep;
}

export async function prepareFiles(
  store: Store,
  source: ThreadPlace,
  start: StartRecord,
  lines: ForkLines<ReadLine>,
  { keep, isRetry }: Cut,
  { lines: history, yields, steps }: TakenOver<ReadLine>,
): Promise<PreparedFiles> {
  const isAll = keep === Infinity || isRetry === true;
  const trees = lines.files.upTo(isAll ? Infinity : yields);
  if (threadFiles(store.layout, start) === null) return { files: { from: "user" }, trees };
  const last = trees.at(-1);
  const touched = lines.files.lastTouch(history);
  if (last === undefined && touched === 0) {
    const hasTree = start.parameters.workspace !== undefined;
    return { files: { from: hasTree ? "start" : "none" }, trees };
  }
  if (last !== undefined && covers(start, last, touched) && (await isThere(store, start, last)))
    return { files: { from: "state", ...unkeptOf(last) }, trees };
  const rest = new Set<ReadLine>(history);
  const left = lines.after(keep).filter((line) => !rest.has(line));
  const isLast = isAll || lines.files.lastTouch(left) === 0;
  const hasFolder = isDirectory(store.layout.workspace(start.threadId));
  if (isLast && hasFolder && !(await isLive(store, source))) return { files: { from: "folder" }, trees };
  throw unknownFiles(start, steps, last);
}

/** Where the fork works: in a worktree of its own if its origin had one, at the state that was chosen. */
export function forkWorkspace(
  store: Store,
  threadId: ThreadId,
  origin: StartRecord,
  state: KeptState | undefined,
): Workspace | undefined {
  const { workspace } = origin.parameters;
  if (workspace?.worktreeOf === undefined) return workspace;
  const within = relative(store.layout.workspace(origin.threadId), workFolder(store.layout, origin));
  const { commit, head } = state ?? {};
  const files = commit === undefined || head === undefined ? {} : { commit: head, tree: commit };
  return { ...workspace, ...files, path: placeInStore(threadId, within) };
}

/** The states the fork can go back to later, the one it begins with last. Those of a folder are made its own. */
export async function takeStates(
  store: Store,
  threadId: ThreadId,
  source: ThreadPlace,
  origin: StartRecord,
  { files, trees }: PreparedFiles,
  at: number,
): Promise<KeptTree[]> {
  const from = store.layout.statesOf(origin.threadId);
  const known = trees.filter((tree) => tree.files === undefined || hasFolderState(from, tree.files));
  for (const tree of known)
    if (tree.files !== undefined) shareFolderState(from, store.layout.statesOf(threadId), tree.files);
  if (files.from !== "folder") return known;
  const before = known.at(-1);
  const title = `${origin.name} ${origin.threadId} when it was forked`;
  const { fold } = foldThread(source);
  const now = await threadFiles(store.layout, origin, threadId)?.keep(before ?? null, title, fold);
  const state = now ?? (before === undefined ? {} : keptState(before));
  return [...known, { kind: "control", action: "tree", ...state, at, timestamp: 0 }];
}

/** Puts the files into the folder of a fork that has no worktree. */
export async function putFiles(
  store: Store,
  threadId: ThreadId,
  state: KeptState | undefined,
): Promise<void> {
  if (state?.files === undefined) return;
  const { layout } = store;
  await putFolderState(layout.statesOf(threadId), state.files, layout.workspace(threadId));
}

/** Older threads have no line for a state that was the same as the one before; their worktrees are named in full. */
function covers({ parameters }: StartRecord, { at }: KeptTree, touched: number): boolean {
  return at >= touched || isAbsolute(parameters.workspace?.path ?? "");
}

async function isThere(store: Store, start: StartRecord, state: KeptTree): Promise<boolean> {
  if (state.lost !== undefined) return false;
  const worktree = worktreeOf(store.layout, start);
  if (worktree !== null) return state.commit !== undefined && hasState(worktree.checkout, state.commit);
  return state.files !== undefined && hasFolderState(store.layout.statesOf(start.threadId), state.files);
}

function unkeptOf({ unkept }: KeptTree): Pick<ForkFiles, "unkept"> {
  return unkept === undefined ? {} : { unkept };
}

function unknownFiles(start: StartRecord, kept: number, last: KeptTree | undefined): WorkflowError {
  const why = last?.lost === undefined ? "" : `: ${last.lost}`;
  return new WorkflowError(
    "FILES_UNKNOWN",
    `the files of ${start.threadId} as they were after step ${kept} were not kept${why}`,
    {
      hint: `begin from an earlier step: uncaged-workflow fork ${start.threadId} --from-step ${Math.max(0, kept - 1)}`,
      details: { step: kept },
    },
  );
}

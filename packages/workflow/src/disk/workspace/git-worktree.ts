// Worktrees of git: a folder of its own for a thread, and the states it was in.
//
// WORKTREE-1. Nothing of the user's checkout is touched: not its files, its index, its branches or its configuration.
// WORKTREE-2. A state is a commit that only `refs/uncaged/<thread>` leads to; all earlier ones are behind it, so none is
//     pruned.
// WORKTREE-3. A worktree belongs to one store. A copy of the store never touches it, a store that was moved takes its
//     links along.
import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { Unkept } from "#contract/record.ts";
import { replaceWhole } from "../whole-file.ts";
import { git } from "./git.ts";
import {
  checkoutAbove,
  type GitFolders,
  gitFolders,
  headOf,
  linkIn,
  textOf,
  type WorktreeAdmin,
  worktreeAdmins,
} from "./git-folders.ts";
import {
  checkOut,
  type KnownFiles,
  makeSettings,
  must,
  putState,
  stateRepository,
  writeFiles,
} from "./git-states.ts";

/** `path` is named after the thread. `states`: a folder of the store for what we keep about it. */
export type Worktree = { path: string; states: string; checkout: string };

/** `commit` holds every file that is not ignored; `head` is where the worktree's own HEAD stood. */
export type TreeState = { commit: string; head: string };

export type KeptTreeState = { state: TreeState; unkept: Unkept[] };

/** `state`: the files it is given, when they are not those of `head`; they are its own from then on (WORKTREE-2). */
export async function addWorktree(
  worktree: Worktree,
  head: string,
  state: string | null,
  ref: string,
): Promise<void> {
  const { path, checkout } = worktree;
  const { common } = gitFolders(checkout);
  await must({ gitDir: common, workTree: checkout }, [
    "worktree",
    "add",
    "--quiet",
    "--no-checkout",
    "--detach",
    path,
    head,
  ]);
  const admin = adminOf(worktree, common);
  if (admin === undefined) throw new WorkflowError("IO_FAILED", `git made no worktree at ${path}`);
  makeSettings(settingsOf(worktree), common, head);
  notePlace(worktree);
  const repository = repositoryOf(worktree, common);
  const index = join(admin.folder, "index");
  if (state === null) return checkOut(repository, head, index);
  await putState(repository, state);
  await must({ ...repository, index }, ["read-tree", head]);
  await must({ gitDir: common }, ["update-ref", ref, state]);
}

/** Keeps the state of a worktree; when nothing changed, it is the one before. */
export async function keepState(
  worktree: Worktree,
  ref: string,
  before: TreeState | null,
  start: string,
  title: string,
  files: KnownFiles,
): Promise<KeptTreeState> {
  const { common } = gitFolders(worktree.checkout);
  if (!existsSync(join(settingsOf(worktree), "HEAD"))) makeSettings(settingsOf(worktree), common, start);
  const repository = repositoryOf(worktree, common);
  const { tree, unkept } = await writeFiles(repository, start, files);
  const head = (await headIn(worktree, common)) ?? before?.head ?? start;
  const known =
    before === null
      ? null
      : await git(repository, ["rev-parse", "--verify", "--quiet", `${before.commit}^{tree}`]);
  if (known?.text.trim() === tree && before?.head === head) return { state: before, unkept };
  const parents = before === null || known?.ok !== true ? [head] : [head, before.commit];
  const links = parents.flatMap((parent) => ["-p", parent]);
  const commit = await must(repository, ["commit-tree", tree, ...links, "-m", title]);
  await must({ gitDir: common }, ["update-ref", ref, commit]);
  return { state: { commit, head }, unkept };
}

/** True when the repository has everything of a state. */
export async function hasState(checkout: string, commit: string): Promise<boolean> {
  const { common } = gitFolders(checkout);
  return (await git({ gitDir: common }, ["cat-file", "-e", `${commit}^{tree}`])).ok;
}

/** The folder goes, and what git knows of it. `dropRef`: its states, too. */
export async function removeWorktree(worktree: Worktree, dropRef: string | null): Promise<void> {
  const { common } = gitFolders(worktree.checkout);
  const admin = adminOf(worktree, common);
  rmSync(worktree.path, { recursive: true, force: true });
  if (admin !== undefined) rmSync(admin.folder, { recursive: true, force: true });
  rmSync(join(settingsOf(worktree), "index"), { force: true });
  if (dropRef !== null && existsSync(common)) await git({ gitDir: common }, ["update-ref", "-d", dropRef]);
}

/** WORKTREE-3: mends the links of one that was moved with its store. `first`: the folder that it belongs to instead, of a copy. */
export function claimWorktree(worktree: Worktree): { first: string } | null {
  const place = readPlace(worktree.states)?.states ?? worktree.states;
  if (!isSame(place, worktree.states)) {
    if (existsSync(place)) return { first: place };
    notePlace(worktree);
  }
  const { common } = gitFolders(worktree.checkout);
  const admins = worktreeAdmins(common, basename(worktree.path));
  if (admins.length === 0 || admins.some(({ claims }) => isSame(claims, worktree.path))) return null;
  const first = admins.find(({ folder, claims }) => isSame(linkIn(join(claims, ".git")) ?? "", folder));
  if (first !== undefined) return { first: first.claims };
  const link = linkIn(join(worktree.path, ".git")) ?? "";
  const moved = admins.find(({ folder }) => isSame(link, folder));
  if (moved !== undefined)
    replaceWhole(join(moved.folder, "gitdir"), `${join(worktree.path, ".git")}\n`, 0o644);
  return null;
}

/** Files that differ from HEAD or that git does not know. */
export async function uncommittedFiles(path: string): Promise<number> {
  const checkout = checkoutAbove(path);
  const head = checkout === null ? null : headOf(gitFolders(checkout))?.commit;
  if (checkout === null || head === undefined || head === null) return 0;
  const { own, common } = gitFolders(checkout);
  const settings = mkdtempSync(join(tmpdir(), "uncaged-status-"));
  try {
    makeSettings(settings, common, head);
    const repository = stateRepository(settings, checkout, common);
    if (existsSync(join(own, "index"))) copyFileSync(join(own, "index"), repository.index);
    const { ok, text } = await git(repository, ["status", "--porcelain", "--ignore-submodules=all"]);
    return ok && text !== "" ? text.trimEnd().split("\n").length : 0;
  } finally {
    rmSync(settings, { recursive: true, force: true });
  }
}

/** Where HEAD stands, when its files do not say it in a way we read. */
export async function askHead({ own }: GitFolders): Promise<{ ref?: string; commit?: string }> {
  const commit = await git({ gitDir: own }, ["rev-parse", "--verify", "HEAD"]);
  if (!commit.ok) return {};
  const ref = await git({ gitDir: own }, ["symbolic-ref", "-q", "HEAD"]);
  return { commit: commit.text.trim(), ...(ref.ok ? { ref: ref.text.trim() } : {}) };
}

/** Of a thread that was deleted: what was noted when it was made, or what its `.git` says. Null when nobody knows. */
export function findWorktree(path: string, states: string): Worktree | null {
  const noted = readPlace(states)?.checkout;
  if (noted !== undefined) return { path, states, checkout: noted };
  const folder = linkIn(join(path, ".git"));
  if (folder === undefined) return null;
  const { common } = gitFolders(path);
  return { path, states, checkout: dirname(common) };
}

/** Which store a worktree was made in, and what of. */
type Place = { states: string; checkout: string };

function notePlace({ states, checkout }: Worktree): void {
  replaceWhole(join(states, "place.json"), JSON.stringify({ states, checkout } satisfies Place));
}

function readPlace(states: string): Place | null {
  try {
    return JSON.parse(textOf(join(states, "place.json")) ?? "null") as Place | null;
  } catch {
    return null;
  }
}

function settingsOf({ states }: Worktree): string {
  return join(states, "git");
}

function repositoryOf(worktree: Worktree, common: string) {
  return stateRepository(settingsOf(worktree), worktree.path, common);
}

function adminOf({ path }: Worktree, common: string): WorktreeAdmin | undefined {
  return worktreeAdmins(common, basename(path)).find(({ claims }) => isSame(claims, path));
}

async function headIn(worktree: Worktree, common: string): Promise<string | undefined> {
  const admin = adminOf(worktree, common);
  if (admin === undefined) return undefined;
  const folders = { own: admin.folder, common };
  return (headOf(folders) ?? (await askHead(folders))).commit;
}

function isSame(one: string, other: string): boolean {
  return one !== "" && (one === other || real(one) === real(other));
}

/** The last folder need not be there any more. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return join(realpathSync(dirname(path)), basename(path));
    } catch {
      return path;
    }
  }
}

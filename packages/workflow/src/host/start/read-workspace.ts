// The folder a thread works in, and what stands in it when it starts: repository, branch and commit.
import { homedir } from "node:os";
import { join, relative, resolve } from "node:path";
import { EFFECT_MARK, WORKER_MARK } from "#contract/effect.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Workspace } from "#contract/record.ts";
import type { Layout } from "#disk/layout.ts";
import { isUserFolder, realUserPath } from "#disk/user-file.ts";
import { checkoutAbove, gitFolders, headOf, textOf } from "#disk/workspace/git-folders.ts";

/** What asks for a folder of the thread's own in the store. A folder of that name is `./own`. */
export const OWN_FOLDER = "own";

export type AskedFolder = {
  /** A folder, `own`, or nothing. */
  typed: string | undefined;
  worktree: boolean;
  env: Record<string, string | undefined>;
};

/** `workspace`: undefined for a folder of the thread's own. `note`: why it is not the current folder. */
export type ChosenFolder = { workspace?: Workspace; note?: string };

/** For a run that a person or a script types: the folder that was named, else the current one. */
export async function chooseWorkspace(
  layout: Layout,
  { typed, worktree, env }: AskedFolder,
): Promise<ChosenFolder> {
  if (typed === OWN_FOLDER) return {};
  if (typed !== undefined) return { workspace: await readWorkspace(typed) };
  // A program of an effect, or of a bundle's own code: whose folder it stands in is another thread's business.
  if (env[EFFECT_MARK] !== undefined || env[WORKER_MARK] !== undefined) return {};
  const folder = currentFolder();
  // A worktree is made of what it is; the folder itself is not touched.
  const note = worktree ? null : unfitFolder(layout, folder, env);
  return note === null ? { workspace: await readWorkspace(folder) } : { note };
}

/** Where a fork or a retry works, when that is not where its origin did. */
export type OtherFolder = Workspace | typeof OWN_FOLDER;

export async function otherFolder(typed: string | undefined): Promise<OtherFolder | undefined> {
  return typed === undefined || typed === OWN_FOLDER ? typed : readWorkspace(typed);
}

function currentFolder(): string {
  try {
    return realUserPath(process.cwd());
  } catch (cause) {
    throw new WorkflowError("USAGE", "the current folder no longer exists", {
      hint: 'cd "$PWD" if it was made again, or give --workspace own',
      details: { flag: "--workspace" },
      cause,
    });
  }
}

/** Services and schedulers start programs in `/` or at home, where nobody means all the files that are there. */
function unfitFolder(layout: Layout, folder: string, env: AskedFolder["env"]): string | null {
  const own = "so the thread has a folder of its own; --workspace . works in it all the same";
  if (folder === "/") return `the current folder is /, ${own}`;
  if (folder === realOr(env.HOME || homedir())) return `the current folder is your home folder, ${own}`;
  if (isStoreFolder(layout, folder))
    return "the current folder is in the store, so the thread has a folder of its own";
  return null;
}

/** Effects that write there would change journals and settings. The folders of threads are not meant. */
export function assertOutsideStore(layout: Layout, { path }: Workspace): void {
  if (!isStoreFolder(layout, path)) return;
  throw new WorkflowError("USAGE", `${path} is in the store: a thread cannot work there`, {
    hint: "--workspace own gives it a folder of its own",
    details: { flag: "--workspace" },
  });
}

function isStoreFolder(layout: Layout, path: string): boolean {
  const below = relative(realOr(layout.root), path);
  if (below === ".." || below.startsWith("../")) return false;
  const [first, thread] = below.split("/");
  return !(first === "workspaces" && thread !== undefined);
}

function realOr(path: string): string {
  try {
    return realUserPath(path);
  } catch {
    return path;
  }
}

export async function readWorkspace(typed: string): Promise<Workspace> {
  if (!isUserFolder(typed))
    throw new WorkflowError("USAGE", `the workspace ${typed} is not a folder`, {
      details: { flag: "--workspace" },
    });
  const path = realUserPath(resolve(typed));
  return { path, ...(await gitFacts(path)) };
}

async function gitFacts(path: string): Promise<Omit<Workspace, "path">> {
  const root = checkoutAbove(path);
  if (root === null) return {};
  const folders = gitFolders(root);
  const { ref, commit } =
    headOf(folders) ?? (await (await import("#disk/workspace/git-worktree.ts")).askHead(folders));
  if (commit === undefined) return {};
  return { repo: repoOf(root), ...(ref === undefined ? {} : { ref }), commit };
}

/** Where it was cloned from, without a password in it; else the folder itself. */
function repoOf(root: string): string {
  const config = textOf(join(gitFolders(root).common, "config")) ?? "";
  const origin = /^\[remote "origin"\]\s*\n((?:[ \t]+.*\n?)*)/m.exec(config)?.[1] ?? "";
  const url = /^\s*url\s*=\s*(\S+)\s*$/m.exec(origin)?.[1];
  return url === undefined ? root : withoutCredentials(url);
}

/** Everything before the last @ of the host, and what comes behind a question mark, may be a key. */
export function withoutCredentials(url: string): string {
  const [address = ""] = url.split(/[?#]/);
  return address.replace(/^([a-z][a-z0-9+.-]*:\/{1,2})[^/]*@/i, "$1");
}

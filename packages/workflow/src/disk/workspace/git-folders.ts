// Where a repository is, and where its HEAD stands: read from its files, so that nothing of it is run.
import { lstatSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isUserFolder, readUserFileIfAny } from "../user-file.ts";

/** `own`: of the checkout. `common`: of the repository; another one when the checkout is a linked worktree. */
export type GitFolders = { own: string; common: string };
export type Head = { ref?: string; commit?: string };

const SMALL_BYTES = 1024 * 1024;
export const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The nearest folder above that holds `.git`. */
export function checkoutAbove(path: string): string | null {
  if (isUserFolder(join(path, ".git")) || textOf(join(path, ".git")) !== null) return path;
  const above = dirname(path);
  return above === path ? null : checkoutAbove(above);
}

/** A worktree has a file that says where its folder is. */
export function gitFolders(checkout: string): GitFolders {
  const at = join(checkout, ".git");
  const linked = isUserFolder(at) ? undefined : linkIn(at);
  if (linked === undefined) return { own: at, common: at };
  const own = isAbsolute(linked) ? linked : resolve(checkout, linked);
  return { own, common: resolve(own, textOf(join(own, "commondir"))?.trim() ?? ".") };
}

/** Null when git keeps it in a way we do not read. */
export function headOf({ own, common }: GitFolders): Head | null {
  const head = textOf(join(own, "HEAD"))?.trim();
  if (head !== undefined && COMMIT.test(head)) return { commit: head };
  const ref = /^ref: (refs\/\S+)$/.exec(head ?? "")?.[1];
  if (ref === undefined || ref.includes("..")) return null;
  const loose = (textOf(join(own, ref)) ?? textOf(join(common, ref)))?.trim();
  if (loose !== undefined && COMMIT.test(loose)) return { ref, commit: loose };
  const packed = (textOf(join(common, "packed-refs")) ?? "").split("\n");
  const commit = packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
  return commit !== undefined && COMMIT.test(commit) ? { ref, commit } : null;
}

/** What the repository keeps about a worktree of it. `claims`: the folder that it says is the worktree. */
export type WorktreeAdmin = { folder: string; claims: string };

/** By its name, which git takes from the folder's, with a number behind it when that was taken. */
export function worktreeAdmins(common: string, name: string): WorktreeAdmin[] {
  let names: string[];
  try {
    names = readdirSync(join(common, "worktrees"));
  } catch {
    return [];
  }
  return names
    .filter((one) => one.startsWith(name))
    .flatMap((one) => {
      const folder = join(common, "worktrees", one);
      const file = textOf(join(folder, "gitdir"))?.trim();
      return file === undefined ? [] : [{ folder, claims: dirname(resolve(folder, file)) }];
    });
}

/** The folder a worktree's `.git` names; undefined when that is no such file. */
export function linkIn(file: string): string | undefined {
  return /^gitdir: (.+)$/m.exec(textOf(file) ?? "")?.[1];
}

export function textOf(path: string): string | null {
  const stat = lstatOf(path);
  if (stat === undefined || isUserFolder(path)) return null;
  try {
    const bytes = readUserFileIfAny(path, SMALL_BYTES);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

function lstatOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

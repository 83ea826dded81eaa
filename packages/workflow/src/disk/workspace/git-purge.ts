// What a repository holds of a thread's states and of nothing else.
//
// GIT-PURGE-1. An object that a branch, a tag, a reflog, a stash, an index or another thread's ref leads to is not
//     touched.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { git } from "./git.ts";
import { gitFolders } from "./git-folders.ts";

/** The commit a ref names; null when there is no such ref or no such repository. */
export async function commitOf(checkout: string, ref: string): Promise<string | null> {
  const { common } = gitFolders(checkout);
  if (!existsSync(common)) return null;
  const told = await git({ gitDir: common }, ["rev-parse", "--verify", "--quiet", ref]);
  return told.ok ? told.text.trim() : null;
}

/** Removes the loose objects that only this commit leads to. Answers how many stay because they are in a pack. */
export async function removeObjects(checkout: string, commit: string): Promise<number> {
  const { common } = gitFolders(checkout);
  const others = ["--not", "--all", "--reflog", "--indexed-objects"];
  const told = await git({ gitDir: common }, ["rev-list", "--objects", commit, ...others]);
  if (!told.ok) return 1;
  let packed = 0;
  for (const line of told.text.split("\n")) {
    const [name = ""] = line.split(" ");
    if (name === "") continue;
    const path = join(common, "objects", name.slice(0, 2), name.slice(2));
    if (existsSync(path)) rmSync(path, { force: true });
    else packed += 1;
  }
  return packed;
}

// The folder a thread works in, and what stands in it when it starts: repository, branch and commit.
import { dirname, isAbsolute, join, resolve } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { Workspace } from "#contract/record.ts";
import { isUserFolder, readUserFileIfAny, realUserPath } from "#disk/user-file.ts";

const SMALL_BYTES = 1024 * 1024;

export function readWorkspace(typed: string): Workspace {
  if (!isUserFolder(typed))
    throw new WorkflowError("USAGE", `the workspace ${typed} is not a folder`, {
      details: { flag: "--workspace" },
    });
  const path = realUserPath(resolve(typed));
  return { path, ...gitFacts(path) };
}

function gitFacts(path: string): Omit<Workspace, "path"> {
  const root = rootOf(path);
  if (root === null) return {};
  const { ref, commit } = headOf(gitDirOf(root)) ?? askGit(root);
  if (commit === undefined) return {};
  return { repo: repoOf(root), ...(ref === undefined ? {} : { ref }), commit };
}

/** The nearest folder above that holds `.git`. */
function rootOf(path: string): string | null {
  if (isUserFolder(join(path, ".git")) || textOf(join(path, ".git")) !== null) return path;
  const above = dirname(path);
  return above === path ? null : rootOf(above);
}

/** A worktree has a file that says where its folder is. */
function gitDirOf(root: string): { own: string; common: string } {
  const at = join(root, ".git");
  const linked = isUserFolder(at) ? undefined : /^gitdir: (.+)$/m.exec(textOf(at) ?? "")?.[1];
  if (linked === undefined) return { own: at, common: at };
  const own = isAbsolute(linked) ? linked : resolve(root, linked);
  return { own, common: resolve(own, textOf(join(own, "commondir"))?.trim() ?? ".") };
}

type Head = { ref?: string; commit?: string };

/** Null when git keeps it in a way we do not read. */
function headOf({ own, common }: { own: string; common: string }): Head | null {
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

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function askGit(root: string): Head {
  const commit = git(root, "rev-parse", "--verify", "HEAD");
  if (commit === null || !COMMIT.test(commit)) return {};
  const ref = git(root, "symbolic-ref", "-q", "HEAD");
  return ref === null ? { commit } : { ref, commit };
}

function git(root: string, ...args: string[]): string | null {
  try {
    const { stdout, success } = Bun.spawnSync(["git", "-C", root, ...args], { stderr: "ignore" });
    return success ? stdout.toString().trim() : null;
  } catch {
    // There is no git here.
    return null;
  }
}

/** Where it was cloned from, without a password in it; else the folder itself. */
function repoOf(root: string): string {
  const config = textOf(join(gitDirOf(root).common, "config")) ?? "";
  const origin = /^\[remote "origin"\]\s*\n((?:[ \t]+.*\n?)*)/m.exec(config)?.[1] ?? "";
  const url = /^\s*url\s*=\s*(\S+)\s*$/m.exec(origin)?.[1];
  return url === undefined ? root : url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");
}

function textOf(path: string): string | null {
  if (isUserFolder(path)) return null;
  const bytes = readUserFileIfAny(path, SMALL_BYTES);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

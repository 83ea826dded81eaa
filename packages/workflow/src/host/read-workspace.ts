// The folder a thread works in, and what stands in it when it starts: repository, branch and commit.
import { join, resolve } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import type { Workspace } from "#contract/record.ts";
import { checkoutAbove, gitFolders, headOf, textOf } from "#disk/git-folders.ts";
import { isUserFolder, realUserPath } from "#disk/user-file.ts";

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
  const { ref, commit } = headOf(folders) ?? (await (await import("#disk/git-worktree.ts")).askHead(folders));
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

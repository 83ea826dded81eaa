// A fork that works in another folder than its origin did: it has the files that are there, and none of its origin's.
import type { StartRecord, Workspace } from "#contract/record.ts";
import type { PreparedFiles } from "./fork-files.ts";
import type { OtherFolder } from "./read-workspace.ts";

/** Null when it works where a fork does anyway: the folder it asks for is the one its origin has. */
export function elsewhere(origin: StartRecord, folder: OtherFolder | undefined): OtherFolder | null {
  const { workspace } = origin.parameters;
  if (folder === undefined) return null;
  if (folder === "own") return workspace === undefined ? null : folder;
  return workspace?.worktreeOf === undefined && workspace?.path === folder.path ? null : folder;
}

export function filesElsewhere(folder: OtherFolder): PreparedFiles {
  return { files: { from: folder === "own" ? "none" : "user" }, trees: [] };
}

export function withFolder(
  { workspace: _origins, ...parameters }: StartRecord["parameters"],
  workspace: Workspace | undefined,
): StartRecord["parameters"] {
  return workspace === undefined ? parameters : { ...parameters, workspace };
}

export const ELSEWHERE = "the fork works in another folder: the files of its origin are not brought along";

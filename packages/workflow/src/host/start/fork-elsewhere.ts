// A fork that works in another folder than its origin did: it has the files that are there, and none of its origin's.
import type { StartRecord, Workspace } from "#contract/record.ts";
import type { PreparedFiles } from "./fork-files.ts";
import type { OtherFolder } from "./read-workspace.ts";

/** Null when it works where a fork does anyway: the folder it asks for is the one its origin has. */
export function elsewhere(origin: StartRecord, asked: OtherFolder | undefined): OtherFolder | null {
  const { workspace } = origin.parameters;
  if (asked === undefined) return null;
  if (asked === "own") return workspace === undefined ? null : asked;
  return workspace?.worktreeOf === undefined && workspace?.path === asked.path ? null : asked;
}

export function filesElsewhere(asked: OtherFolder): PreparedFiles {
  return { files: { from: asked === "own" ? "none" : "user" }, trees: [] };
}

export function withFolder(
  { workspace: _origins, ...parameters }: StartRecord["parameters"],
  workspace: Workspace | undefined,
): StartRecord["parameters"] {
  return workspace === undefined ? parameters : { ...parameters, workspace };
}

export const ELSEWHERE = "the fork works in another folder: the files of its origin are not brought along";

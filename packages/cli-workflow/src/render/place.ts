import type { ThreadView } from "@uncaged/workflow/host";
import { escapeText } from "./escape.ts";

/** Where a thread works, in a few words. */
export function placeText(workspace: ThreadView["parameters"]["workspace"]): string {
  if (workspace === undefined) return "in a folder of its own";
  const { path, worktreeOf } = workspace;
  return worktreeOf === undefined ? `in ${escapeText(path)}` : `in a worktree of ${escapeText(worktreeOf)}`;
}

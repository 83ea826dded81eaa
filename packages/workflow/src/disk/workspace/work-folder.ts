// The folder the effects of a thread work in. What is inside the store is named from there, so that the store can move.
import { join } from "node:path";
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import type { Layout } from "../layout.ts";

export function workFolder(layout: Layout, { threadId, parameters }: StartRecord): string {
  const { workspace } = parameters;
  if (workspace === undefined) return layout.workspace(threadId);
  if (workspace.worktreeOf === undefined) return workspace.path;
  // Older lines hold the whole path, with the place the store was in then.
  const place = placeOf(threadId);
  const at = workspace.path.lastIndexOf(place);
  return join(layout.workspace(threadId), at === -1 ? "" : workspace.path.slice(at + place.length));
}

/** As a start line names it. `within`: the folder of the worktree it works in. */
export function placeInStore(threadId: ThreadId, within: string): string {
  return join(placeOf(threadId), within);
}

function placeOf(threadId: ThreadId): string {
  return `workspaces/${threadId}`;
}

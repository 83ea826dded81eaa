import { dirname } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import { syncDirectory } from "#disk/directory.ts";
import { removeFiles } from "#disk/whole-file.ts";
import { deleteRow } from "#store/thread-index.ts";
import { findThread } from "./find-thread.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { isLive } from "./view-thread.ts";

/** Deletes both files of a thread. Refused while a worker has it: it would be writing to a file nobody can find. */
export async function removeThread(
  house: House,
  typed: string,
): Promise<{ threadId: string; removed: true }> {
  const place = findThread(house, typed);
  if (await isLive(house, place))
    throw new WorkflowError("STATE_INVALID", `the thread ${place.threadId} is running`, {
      hint: `uncaged-workflow kill ${place.threadId}`,
    });
  removeFiles(place.path, house.layout.info(place.hash, place.threadId));
  syncDirectory(dirname(place.path));
  deleteRow(databaseOf(house), place.threadId);
  return { threadId: place.threadId, removed: true };
}

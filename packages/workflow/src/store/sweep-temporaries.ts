// What a crash left beside the files it was replacing. Nobody reads these; they only take space.
import { join } from "node:path";
import { listDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { isRunning } from "#disk/process/process-identity.ts";
import { removeFiles } from "#disk/whole-file.ts";
import { threadFolders } from "./thread-folders.ts";

/** As disk/whole-file.ts names them: the process that makes one is in its name. */
const TEMPORARY = /^\..+\.(\d+)\.[0-9a-f]{12}\.tmp$/;

/** Removes those whose process is gone. Returns how many it removed. */
export function sweepTemporaries(layout: Layout): number {
  const blobs = listDirectory(layout.blobs).map((name) => join(layout.blobs, name));
  const folders = [layout.root, layout.bundles, ...threadFolders(layout).map(layout.threads), ...blobs];
  let swept = 0;
  for (const folder of folders)
    for (const name of listDirectory(folder)) {
      const pid = TEMPORARY.exec(name)?.[1];
      if (pid === undefined || isRunning(Number(pid))) continue;
      removeFiles(join(folder, name));
      swept += 1;
    }
  return swept;
}

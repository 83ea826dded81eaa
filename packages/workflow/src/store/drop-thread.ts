import { dirname } from "node:path";
import { syncDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { removeFiles } from "#disk/whole-file.ts";
import type { ThreadKey } from "./thread-index.ts";

/**
 * Deletes both files of a thread. Whoever calls holds the lock of the bundle, since nobody else may be writing, and takes
 * its row and its keys out of the database: without its journal they count for nothing.
 */
export function dropFiles(layout: Layout, { hash, threadId }: ThreadKey): void {
  const journal = layout.journal(hash, threadId);
  removeFiles(journal, layout.info(hash, threadId));
  syncDirectory(dirname(journal));
}

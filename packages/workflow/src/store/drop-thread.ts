import type { Database } from "bun:sqlite";
import { dirname } from "node:path";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { syncDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { removeFiles } from "#disk/whole-file.ts";
import { deleteRow, releaseStarts } from "./thread-index.ts";

/** Deletes both files of a thread and its row. Whoever calls holds the lock of the bundle: nobody else may be writing. */
export function dropThread(layout: Layout, database: Database, hash: BundleId, threadId: ThreadId): void {
  const journal = layout.journal(hash, threadId);
  removeFiles(journal, layout.info(hash, threadId));
  syncDirectory(dirname(journal));
  deleteRow(database, threadId);
  releaseStarts(database, threadId);
}

// Files that programs of effects read once. Whoever wrote one removes it; a process that is killed does not.
import type { BundleId } from "#contract/ids.ts";
import { listDirectory, removeFolder } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { fileSize } from "#disk/whole-file.ts";

/** Those of the bundle's threads, and of threads that are no more. Whoever calls holds the lock of the bundle. */
export function sweepScratch(layout: Layout, id: BundleId): void {
  const threads = listDirectory(layout.scratch);
  if (threads.length === 0) return;
  const others = listDirectory(layout.logs).filter((bundle) => bundle !== id);
  for (const thread of threads)
    if (!others.some((bundle) => fileSize(layout.journal(bundle, thread)) !== null))
      removeFolder(layout.scratchOf(thread));
}

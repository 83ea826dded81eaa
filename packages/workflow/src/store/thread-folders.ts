import { isBundleId } from "#codec/xxh64.ts";
import { isRealFolder, listDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";

/** The folders of journals, by the ids of their bundles. A file, a link or another name in their place is passed over. */
export function threadFolders(layout: Layout): string[] {
  return listDirectory(layout.logs).filter((name) => isBundleId(name) && isRealFolder(layout.threads(name)));
}

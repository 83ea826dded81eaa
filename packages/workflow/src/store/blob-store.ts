// Bytes by their sha256: what is too large for a journal line. A stored file is never changed.
//
// A blob that nobody refers to is removed by `gc`, and by the purge of the thread that made it (UNUSED-1).
//
// BLOB-1. Bytes are checked against their name whenever they are read: a damaged file is an error, not other data.
import { join } from "node:path";
import { sha256Hex } from "#codec/sha256.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Sha256 } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Blobs } from "#contract/ports.ts";
import { assertFolder, ensureDirectory, listDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { lastUse, markUsed, removeUnused } from "#disk/unused-file.ts";
import { readWhole, replaceWhole } from "#disk/whole-file.ts";

export function openBlobs(layout: Layout): Blobs {
  return {
    put(bytes) {
      if (bytes.length > LIMITS.blobBytes)
        throw new WorkflowError("USAGE", `a blob has at most ${LIMITS.blobBytes} bytes, not ${bytes.length}`);
      const sha256 = sha256Hex(bytes);
      const present = readBlob(layout, sha256);
      // A damaged copy is replaced: what it should be is at hand.
      if (present !== null && sha256Hex(present) === sha256 && markUsed(layout.blob(sha256))) return sha256;
      ensureDirectory(layout.root);
      ensureDirectory(layout.blobs);
      ensureDirectory(folderOf(layout, sha256));
      replaceWhole(layout.blob(sha256), bytes);
      return sha256;
    },
    get(sha256) {
      const bytes = readBlob(layout, sha256);
      if (bytes === null) return null;
      const actual = sha256Hex(bytes);
      if (actual === sha256) return bytes;
      throw new WorkflowError("HASH_MISMATCH", `${layout.blob(sha256)} was damaged after it was written`, {
        hint: `look for a good copy, or remove it: rm ${layout.blob(sha256)}`,
        details: { expected: sha256, actual },
      });
    },
  };
}

export type KeptBlob = { sha256: Sha256; bytes: number; usedAt: number };

export function findBlob(layout: Layout, sha256: Sha256): KeptBlob | null {
  const found = lastUse(layout.blob(sha256));
  return found === null ? null : { sha256, ...found };
}

export function listBlobs(layout: Layout): KeptBlob[] {
  assertFolder(layout.blobs);
  const folders = listDirectory(layout.blobs).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return folders.flatMap((folder) => {
    assertFolder(join(layout.blobs, folder));
    const names = listDirectory(join(layout.blobs, folder)).filter((name) => /^[0-9a-f]{62}$/.test(name));
    return names.flatMap((name) => findBlob(layout, folder + name) ?? []);
  });
}

/** Unless it was put again since. */
export function removeBlob(layout: Layout, sha256: Sha256, since: number): boolean {
  return removeUnused(layout.blob(sha256), since);
}

function readBlob(layout: Layout, sha256: Sha256): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new WorkflowError("USAGE", `"${sha256}" is not a sha256`);
  // A link in the place of a folder would lead out of the store.
  assertFolder(layout.blobs);
  assertFolder(folderOf(layout, sha256));
  return readWhole(layout.blob(sha256), LIMITS.blobBytes);
}

function folderOf(layout: Layout, sha256: Sha256): string {
  return layout.blob(sha256).slice(0, -63);
}

// Which blobs somebody refers to: a journal by a receipt, a prompt or a param, or a bundle by its code.
import type { Sha256 } from "#contract/ids.ts";
import { listDirectory } from "#disk/directory.ts";
import { BUNDLE_SUFFIX } from "#disk/layout.ts";
import { readPieces } from "#disk/read-lines.ts";
import { fileSize } from "#disk/whole-file.ts";
import { journalPlaces } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";

const HASH_CHARS = 64;
const HASHES = /[0-9a-f]{64,}/g;

/**
 * Takes those that are referred to out of the candidates. Journals that were written meanwhile are read once more: a fork
 * may have copied lines of a thread that is deleted by now.
 */
export function dropReferred(store: Store, candidates: Set<Sha256>): void {
  const read = new Map<string, number | null>();
  for (let round = 0; round < 2 && candidates.size > 0; round++)
    for (const path of textsOf(store)) {
      const size = fileSize(path);
      if (size === null || read.get(path) === size) continue;
      read.set(path, size);
      for (const sha256 of hashesIn(path)) candidates.delete(sha256);
    }
}

function* textsOf(store: Store): Generator<string> {
  for (const { path } of journalPlaces(store)) yield path;
  for (const name of listDirectory(store.layout.bundles))
    if (name.endsWith(BUNDLE_SUFFIX)) yield store.layout.bundle(name.slice(0, -BUNDLE_SUFFIX.length));
}

/** Everything in a file that may be the name of a blob; in longer runs of digits every part. */
export function* hashesIn(path: string): Generator<Sha256> {
  let carry = "";
  for (const piece of readPieces(path)) {
    const text = carry + Buffer.from(piece).toString("latin1");
    for (const [run] of text.matchAll(HASHES))
      for (let at = 0; at + HASH_CHARS <= run.length; at++) yield run.slice(at, at + HASH_CHARS);
    carry = text.slice(-(HASH_CHARS - 1));
  }
}

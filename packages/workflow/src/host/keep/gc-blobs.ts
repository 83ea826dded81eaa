// gc: blobs that nobody refers to.
//
// GC-1. A blob goes only when no journal and no bundle names it, and no worker can be about to write a line that does.
import type { Sha256 } from "#contract/ids.ts";
import { hasWorkers } from "#control/live-threads.ts";
import { type KeptBlob, listBlobs, removeBlob } from "#store/blob-store.ts";
import type { Store } from "../open/store.ts";
import { dropReferred } from "./blob-references.ts";

/** How many, and their bytes. */
export type CollectedBlobs = { blobs: number; bytes: number };

/** The line that names a blob is written after the blob is: a worker that lives may be about to write it. */
const LIVE_GRACE_MS = 3_600_000;

export function collectBlobs(store: Store, before: number, dryRun: boolean): CollectedBlobs {
  const whileLive = store.clock.now() - LIVE_GRACE_MS;
  return dropUnused(store, listBlobs(store.layout), { before, whileLive, dryRun });
}

/** Only what was last put before then goes; `whileLive`: the same while any worker lives. */
export type Unused = { before: number; whileLive: number; dryRun: boolean };

/** Removes those among them that nobody refers to. */
export function dropUnused(
  store: Store,
  blobs: readonly KeptBlob[],
  { before, whileLive, dryRun }: Unused,
): CollectedBlobs {
  const { layout } = store;
  // A worker that starts from now on puts later than this.
  const since = Math.min(before, store.clock.now(), hasWorkers(layout) ? whileLive : Infinity);
  const old = blobs.filter(({ usedAt }) => usedAt < since);
  const unused = new Set<Sha256>(old.map(({ sha256 }) => sha256));
  dropReferred(store, unused);
  const gone = old.filter(
    ({ sha256 }) => unused.has(sha256) && (dryRun || removeBlob(layout, sha256, since)),
  );
  return { blobs: gone.length, bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0) };
}

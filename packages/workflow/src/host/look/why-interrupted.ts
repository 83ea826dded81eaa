// Why a thread without a result has no worker: what keeps it from being taken up now, or what ended it the last time.
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import { HOSTED } from "#journal/info-log.ts";
import { getBundle } from "#store/bundle-store.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";
import { assertStoreFiles } from "../open/store-files.ts";
import { infoLinesAt } from "./info-lines.ts";

/** Everything that can be known before a worker is asked. */
export async function assertCanBeHosted(
  store: Store,
  { hash, sha256 }: { hash: string; sha256: string },
): Promise<void> {
  getBundle(store.layout, hash, sha256);
  await assertStoreFiles(store);
}

export type Obstacle = { now: boolean; error: ErrorReport };

/** `now`: it stands in the way still. Null when nobody knows of anything: its process died. */
export async function obstacleOf(
  store: Store,
  place: ThreadPlace,
  { sha256 }: { sha256: string },
): Promise<Obstacle | null> {
  try {
    await assertCanBeHosted(store, { hash: place.hash, sha256 });
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { now: true, error: error.toReport() };
  }
  const error = lastLoss(place);
  return error === null ? null : { now: false, error };
}

/** Why it was left without a result the last time; null when it was taken up after that, or its process died. */
export function lastLoss(place: ThreadPlace): ErrorReport | null {
  const lines = infoLinesAt(place, END_BYTES);
  return lines.findLast(({ tag, error }) => error !== undefined || tag === HOSTED)?.error ?? null;
}

/** The last lines are among these: each has 64 KiB of content at most. */
const END_BYTES = 512 * 1024;

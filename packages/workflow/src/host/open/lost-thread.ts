// A thread that cannot come back in the middle waits in the memory of its worker. When that worker is gone, so is its
// generator: the thread can be ended, or begun anew on purpose, but nothing brings it on.
import type { StartRecord } from "#contract/record.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { isEnded } from "#replay/fold-yield.ts";
import { getFacts } from "#store/bundle-store.ts";
import { cannotComeBack } from "#thread/refusals.ts";
import type { ThreadPlace } from "./find-thread.ts";
import { isLive } from "./is-live.ts";
import type { Store } from "./store.ts";
import { databaseOf } from "./store-database.ts";

/** The worker decides; this tells the same without starting one. */
export async function isLost(store: Store, place: ThreadPlace, fold: ThreadFold): Promise<boolean> {
  return needsItsWorker(store, fold) && !(await isLive(store, place));
}

export async function assertNotLost(store: Store, place: ThreadPlace, fold: ThreadFold): Promise<void> {
  if (await isLost(store, place, fold)) throw cannotComeBack(place.threadId, fold.steps);
}

/** It has finished a step, has no end on record, and its code would begin with the first step again. */
export function needsItsWorker(store: Store, fold: ThreadFold): boolean {
  const { start, steps, stopping, ending, current, result } = fold;
  const isEnding = result !== null || stopping !== null || ending !== null;
  if (start === null || steps === 0 || isEnding || (current !== null && isEnded(current))) return false;
  return startsOver(store, start);
}

/** What nobody knows of a bundle, its worker finds out. */
function startsOver(store: Store, { hash: id, sha256 }: StartRecord): boolean {
  const facts = getFacts(databaseOf(store), { id, sha256 });
  return facts !== null && !facts.readsSteps && facts.descriptor?.determinism !== "strict";
}

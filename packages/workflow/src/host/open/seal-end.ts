// Result and seal are one write. A kill -9 or a power cut may still leave the first line of it without the second: the
// thread has ended, and only its seal is missing.
import type { BundleId } from "#contract/ids.ts";
import { dismissEarly } from "#control/early-worker.ts";
import { lockBundle } from "#control/take-over.ts";
import type { Lock } from "#disk/lock.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { FileJournal } from "#journal/file-journal.ts";
import { openSealer } from "#journal/sealer.ts";
import type { ThreadPlace } from "./find-thread.ts";
import { indexPlace } from "./heal-index.ts";
import type { Store } from "./store.ts";

/** Seals the end of a thread that has one without a seal. False when there is nothing to do, or a worker is about. */
export async function sealEnd(store: Store, place: ThreadPlace): Promise<boolean> {
  const lock = await lockAlone(store, place.hash);
  if (lock === null) return false;
  try {
    let isUnsealed = false;
    const ports = { clock: store.clock, group: new SyncGroup() };
    const { journal } = FileJournal.open(place.path, ports, (line) => {
      isUnsealed = !line.isRole && "kind" in line.record && line.record.kind === "result";
    });
    try {
      if (isUnsealed) await journal.seal(openSealer(store.layout.sealKey));
    } finally {
      journal.close();
    }
    if (isUnsealed) indexPlace(store, place);
    return isUnsealed;
  } finally {
    lock.release();
  }
}

const TRIES_MAX = 20;

/** The worker that was started early for nothing may be the one that holds it. */
async function lockAlone({ layout }: Store, id: BundleId): Promise<Lock | null> {
  let lock = lockBundle(layout, id);
  if (lock !== null || !dismissEarly()) return lock;
  for (let tries = 1; lock === null && tries <= TRIES_MAX; tries++) {
    await Bun.sleep(25);
    lock = lockBundle(layout, id);
  }
  return lock;
}

// Result and seal are one write. A kill -9 or a power cut may still leave the first line of it without the second: the
// thread has ended, and only its seal is missing.
import { lockBundle } from "#control/take-over.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { FileJournal } from "#journal/file-journal.ts";
import { openSealer } from "#journal/sealer.ts";
import type { ThreadPlace } from "./find-thread.ts";
import { indexPlace } from "./heal-index.ts";
import type { House } from "./house.ts";

/** Seals the end of a thread that has one without a seal. False when there is nothing to do, or a worker is about. */
export async function sealEnd(house: House, place: ThreadPlace): Promise<boolean> {
  const lock = lockBundle(house.layout, place.hash);
  if (lock === null) return false;
  try {
    let isUnsealed = false;
    const ports = { clock: house.clock, group: new SyncGroup() };
    const { journal } = FileJournal.open(place.path, ports, ({ isRole, record }) => {
      isUnsealed = !isRole && "kind" in record && record.kind === "result";
    });
    try {
      if (isUnsealed) await journal.seal(openSealer(house.layout.sealKey));
    } finally {
      journal.close();
    }
    if (isUnsealed) indexPlace(house, place);
    return isUnsealed;
  } finally {
    lock.release();
  }
}

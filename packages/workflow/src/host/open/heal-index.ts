// The index is written by workers, and not synced. A command line that died before a worker took its thread up, a power
// cut, and a copy of another day leave journals that it does not know. They are found by looking at the folders.

import { inTransaction, tryNow } from "#disk/database.ts";
import { bootId } from "#disk/process/process-identity.ts";
import { sweepTemporaries } from "#store/sweep-temporaries.ts";
import { getMark, getRow, keyOf, putMark, rowKeys } from "#store/thread-index.ts";
import { currentRows, mend, readAnew } from "./current-rows.ts";
import type { ThreadPlace } from "./find-thread.ts";
import { journalPlaces } from "./find-thread.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";

export function healIndexAfterBoot(house: House): void {
  const boot = bootId();
  const database = databaseOf(house);
  if (getMark(database, "boot") === boot) return;
  for (const _row of currentRows(house));
  sweepTemporaries(house.layout);
  tryNow(database, () => putMark(database, "boot", boot));
}

/** Adds the journals the index does not know, with the keys their threads were started with: on disk when it returns. Opens no other. */
export function healMissing(house: House): void {
  const known = rowKeys(databaseOf(house));
  const missing = [...journalPlaces(house)].filter((place) => !known.has(keyOf(place)));
  mend(
    house,
    missing.flatMap((place) => readAnew(place, null) ?? []),
    inTransaction,
  );
}

export function indexPlace(house: House, place: ThreadPlace): void {
  const read = readAnew(place, getRow(databaseOf(house), place));
  if (read !== null) mend(house, [read]);
}

// The index is written by workers, and not synced. A command line that died before a worker took its thread up, a power
// cut, and a copy of another day leave journals that it does not know. They are found by looking at the folders.

import { inTransaction, tryNow } from "#disk/database.ts";
import { bootId } from "#disk/process/process-identity.ts";
import { sweepTemporaries } from "#store/sweep-temporaries.ts";
import { getMark, getRow, keyOf, putMark, rowKeys } from "#store/thread-index.ts";
import { currentRows, mend, readAnew } from "./current-rows.ts";
import type { ThreadPlace } from "./find-thread.ts";
import { journalPlaces } from "./find-thread.ts";
import type { Store } from "./store.ts";
import { databaseOf } from "./store-database.ts";

export function healIndexAfterBoot(store: Store): void {
  const boot = bootId();
  const database = databaseOf(store);
  if (getMark(database, "boot") === boot) return;
  for (const _row of currentRows(store));
  sweepTemporaries(store.layout);
  tryNow(database, () => putMark(database, "boot", boot));
}

/** Adds the journals the index does not know, with the keys their threads were started with: on disk when it returns. Opens no other. */
export function healMissing(store: Store): void {
  const known = rowKeys(databaseOf(store));
  const missing = [...journalPlaces(store)].filter((place) => !known.has(keyOf(place)));
  mend(
    store,
    missing.flatMap((place) => readAnew(place, null) ?? []),
    inTransaction,
  );
}

export function indexPlace(store: Store, place: ThreadPlace): void {
  const read = readAnew(place, getRow(databaseOf(store), place));
  if (read !== null) mend(store, [read]);
}

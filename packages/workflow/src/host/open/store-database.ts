import type { Database } from "bun:sqlite";
import { closeDatabase, openDatabase } from "#disk/database.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Store } from "./store.ts";

const opened = new WeakMap<Store, Database>();

/** The store's database, opened (and on first use created) once per store, until that is closed. */
export function databaseOf(store: Store): Database {
  const present = opened.get(store);
  if (present !== undefined) return present;
  ensureDirectory(store.layout.root);
  const database = openDatabase(store.layout.database);
  opened.set(store, database);
  store.onClose(() => {
    opened.delete(store);
    closeDatabase(database);
  });
  return database;
}

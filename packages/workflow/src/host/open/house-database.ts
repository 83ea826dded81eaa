import type { Database } from "bun:sqlite";
import { closeDatabase, openDatabase } from "#disk/database.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { House } from "./house.ts";

const opened = new WeakMap<House, Database>();

/** The store's database, opened (and on first use created) once per house, until that is closed. */
export function databaseOf(house: House): Database {
  const present = opened.get(house);
  if (present !== undefined) return present;
  ensureDirectory(house.layout.root);
  const database = openDatabase(house.layout.database);
  opened.set(house, database);
  house.onClose(() => {
    opened.delete(house);
    closeDatabase(database);
  });
  return database;
}

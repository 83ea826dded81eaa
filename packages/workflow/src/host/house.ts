// One store, opened. What every verb gets: where things are, the clock, ids, and the database when somebody needs it.
import type { Database } from "bun:sqlite";
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { monotonicUlid } from "#codec/ulid.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { Clock } from "#contract/ports.ts";
import { openDatabase } from "#disk/database.ts";
import { ensureDirectory, isDirectory } from "#disk/directory.ts";
import { defaultHome, type Layout, layoutOf } from "#disk/layout.ts";

export type House = {
  home: string;
  layout: Layout;
  clock: Clock;
  /** Who acts, for the record: UNCAGED_ACTOR or the OS user. */
  actor: string;
  newThreadId(): ThreadId;
  /** Nothing was ever stored here. Verbs that only look answer from that and create nothing. */
  isEmpty(): boolean;
  /** Opens (and on first use creates) the store's database. */
  database(): Database;
};

export type HouseOptions = { home?: string | undefined; env?: Record<string, string | undefined>; clock?: Clock };

export function openHouse(options: HouseOptions = {}): House {
  const env = options.env ?? process.env;
  const home = resolve(options.home ?? defaultHome(env));
  const layout = layoutOf(home);
  const clock = options.clock ?? { now: () => Date.now() };
  const nextId = monotonicUlid();
  let database: Database | undefined;
  return {
    home,
    layout,
    clock,
    get actor() {
      return env.UNCAGED_ACTOR ?? userInfo().username;
    },
    newThreadId: () => nextId(clock.now()),
    isEmpty: () => !isDirectory(layout.root),
    database() {
      if (database === undefined) {
        ensureDirectory(layout.root);
        database = openDatabase(layout.database);
      }
      return database;
    },
  };
}

// state.db: what processes must agree on. Plain SQL, WAL, every write an immediate transaction.
import { constants, Database } from "bun:sqlite";
import { lstatSync } from "node:fs";
import { WorkflowError } from "#contract/errors.ts";
import { ioFailed } from "./io-error.ts";
import { isBusy } from "./lock.ts";
import { touchPrivate } from "./whole-file.ts";

/** Each entry brings the schema from its index to the next `user_version`. Entries are only ever added. */
const STEPS = [
  `CREATE TABLE threads (
     thread_id  TEXT PRIMARY KEY,
     hash       TEXT NOT NULL,
     name       TEXT NOT NULL,
     prompt     TEXT NOT NULL,
     started_at INTEGER NOT NULL,
     fork_from  TEXT,
     worker     TEXT,
     status     TEXT NOT NULL,
     steps      INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     size       INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX threads_by_name ON threads (name, thread_id);
   CREATE INDEX threads_by_hash ON threads (hash, thread_id);
   CREATE INDEX threads_by_status ON threads (status, thread_id);
   CREATE INDEX threads_by_origin ON threads (fork_from) WHERE fork_from IS NOT NULL;
   CREATE TABLE marks (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE bundles (
     hash     TEXT PRIMARY KEY,
     sha256   TEXT NOT NULL,
     facts    TEXT NOT NULL,
     added_at INTEGER NOT NULL
   ) WITHOUT ROWID;`,
  `ALTER TABLE threads ADD COLUMN waiting_on TEXT;
   ALTER TABLE threads ADD COLUMN wake_at INTEGER;
   CREATE INDEX threads_by_wake ON threads (wake_at) WHERE wake_at IS NOT NULL;
   CREATE TABLE starts (
     workflow  TEXT NOT NULL,
     key       TEXT NOT NULL,
     thread_id TEXT NOT NULL,
     PRIMARY KEY (workflow, key)
   ) WITHOUT ROWID;`,
];

const WAIT_MS = 20_000;

/**
 * `durable: false` is for writes that can be made again from the journals: they survive a kill, and a power cut may take
 * the last of them.
 */
export function openDatabase(path: string, options: { durable: boolean } = { durable: true }): Database {
  const fresh = lstatSync(path, { throwIfNoEntry: false });
  if (fresh?.isSymbolicLink())
    throw new WorkflowError("IO_FAILED", `${path} is a symbolic link; the store holds none`);
  try {
    touchPrivate(path);
    const database = new Database(path, { readwrite: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${WAIT_MS}`);
    if (fresh === undefined || fresh.size === 0) beginLog(database);
    database.run(`PRAGMA synchronous = ${options.durable ? "FULL" : "NORMAL"}`);
    // Otherwise every command line would delete and make the log again as it closes and opens.
    database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    migrate(database);
    return database;
  } catch (error) {
    throw damagedOr(ioFailed("open", path, error), path);
  }
}

/** Of those who begin it at once, SQLite refuses some without waiting as it was told to: they ask again. */
function beginLog(database: Database): void {
  for (const until = performance.now() + WAIT_MS; ; Bun.sleepSync(1))
    try {
      database.run("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
    }
}

/**
 * Empties the log where nobody else uses it: whoever opens the database first would have to read all of it. Beside others
 * that is left to them.
 */
export function closeDatabase(database: Database): void {
  try {
    database.run("PRAGMA busy_timeout = 0");
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // A full disk, say. What was written is in the log, and what the command did is done.
  }
  database.close();
}

/** Runs `write` alone among all processes. Deferred transactions would fail at once under contention. */
export function inTransaction<T>(database: Database, write: () => T): T {
  return database.transaction(write).immediate();
}

function migrate(database: Database): void {
  if (versionOf(database) === STEPS.length) return;
  inTransaction(database, () => {
    const version = versionOf(database);
    if (version > STEPS.length)
      throw new WorkflowError(
        "STATE_INVALID",
        `state.db was written by a newer version (schema ${version})`,
        {
          hint: "update uncaged-workflow",
        },
      );
    for (const step of STEPS.slice(version)) database.run(step);
    database.run(`PRAGMA user_version = ${STEPS.length}`);
  });
}

function versionOf(database: Database): number {
  return database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

function damagedOr(error: WorkflowError, path: string): WorkflowError {
  const code = error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : "";
  if (code !== "SQLITE_NOTADB" && code !== "SQLITE_CORRUPT") return error;
  return new WorkflowError("STATE_INVALID", `${path} is damaged; the journals are not`, {
    cause: error,
    hint: "uncaged-workflow fsck --rebuild",
  });
}

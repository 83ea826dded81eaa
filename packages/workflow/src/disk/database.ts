// state.db: what processes must agree on. Plain SQL, WAL, every write an immediate transaction.
import { constants, Database } from "bun:sqlite";
import { lstatSync, type Stats } from "node:fs";
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
  // A store may hold two journals of one id: each has a row. A key says which process holds it.
  `CREATE TABLE threads_of_bundles (
     thread_id  TEXT NOT NULL,
     hash       TEXT NOT NULL,
     name       TEXT NOT NULL,
     prompt     TEXT NOT NULL,
     started_at INTEGER NOT NULL,
     fork_from  TEXT,
     worker     TEXT,
     status     TEXT NOT NULL,
     steps      INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     size       INTEGER NOT NULL,
     waiting_on TEXT,
     wake_at    INTEGER,
     PRIMARY KEY (thread_id, hash)
   ) WITHOUT ROWID;
   INSERT INTO threads_of_bundles SELECT thread_id, hash, name, prompt, started_at, fork_from, worker, status, steps,
     updated_at, size, waiting_on, wake_at FROM threads;
   DROP TABLE threads;
   ALTER TABLE threads_of_bundles RENAME TO threads;
   CREATE INDEX threads_by_name ON threads (name, thread_id);
   CREATE INDEX threads_by_hash ON threads (hash, thread_id);
   CREATE INDEX threads_by_status ON threads (status, thread_id);
   CREATE INDEX threads_by_origin ON threads (fork_from) WHERE fork_from IS NOT NULL;
   CREATE INDEX threads_by_wake ON threads (wake_at) WHERE wake_at IS NOT NULL;
   ALTER TABLE starts ADD COLUMN claimed_by TEXT;`,
  // Null in the rows that are there: their journals are read when somebody asks.
  `ALTER TABLE threads ADD COLUMN micro_usd INTEGER;
   ALTER TABLE threads ADD COLUMN paid_calls INTEGER;`,
  "ALTER TABLE threads ADD COLUMN unpriced INTEGER;",
];

const WAIT_MS = 20_000;

export type OpenOptions = {
  /** false: for writes that can be made again from the journals. They survive a kill; a power cut may take the last. */
  durable?: boolean;
  /** How long a command of it waits for a process that writes. Nothing else happens in this process meanwhile. */
  waitMs?: number;
};

export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const { durable = true, waitMs = WAIT_MS } = options;
  const fresh = assertNoLink(path);
  try {
    touchPrivate(path);
    const database = new Database(path, { readwrite: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${waitMs}`);
    if (fresh === undefined || fresh.size === 0) beginLog(database, waitMs);
    database.run(`PRAGMA synchronous = ${durable ? "FULL" : "NORMAL"}`);
    // Otherwise every command line would delete and make the log again as it closes and opens.
    database.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    migrate(database);
    return database;
  } catch (error) {
    throw damagedOr(ioFailed("open", path, error), path);
  }
}

/** Answers what stands there. */
export function assertNoLink(path: string): Stats | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isSymbolicLink()) return stat;
  throw new WorkflowError("IO_FAILED", `${path} is a symbolic link; the store holds none`);
}

/** Of those who begin it at once, SQLite refuses some without waiting as it was told to: they ask again. */
function beginLog(database: Database, waitMs: number): void {
  for (const until = performance.now() + waitMs; ; Bun.sleepSync(1))
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
  try {
    return database.transaction(write).immediate();
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new WorkflowError(
      "IO_FAILED",
      `${database.filename} is locked: another process writes for too long`,
      {
        cause: error,
        hint: `find it: fuser ${database.filename}`,
      },
    );
  }
}

/**
 * The same for a write that can be repeated later. Returns null when it is written, else the error. Whatever that is,
 * nobody's work depends on it.
 */
export function tryTransaction(database: Database, write: () => void): Error | null {
  try {
    database.transaction(write).immediate();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Without waiting for another process that writes. */
export function tryNow(database: Database, write: () => void): Error | null {
  const before = database.query<{ timeout: number }, []>("PRAGMA busy_timeout").get()?.timeout ?? WAIT_MS;
  database.run("PRAGMA busy_timeout = 0");
  try {
    return tryTransaction(database, write);
  } finally {
    database.run(`PRAGMA busy_timeout = ${before}`);
  }
}

/**
 * Rewrites the file, so that nothing is left in it of rows that were deleted, and empties the log. False when another
 * process uses it meanwhile.
 */
export function scrubDatabase(database: Database): boolean {
  try {
    database.run("VACUUM");
    const told = database.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get();
    return told?.busy === 0;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** The file is no database, or its pages make no sense. */
export function isDamaged(error: unknown): boolean {
  const codes = [error, (error as Error | undefined)?.cause].map((one) =>
    one instanceof Error && "code" in one ? String(one.code) : "",
  );
  return codes.some((code) => code.startsWith("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT"));
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
  if (!isDamaged(error)) return error;
  return new WorkflowError("STATE_INVALID", `${path} is damaged; the journals are not`, {
    cause: error,
    hint: "uncaged-workflow fsck --rebuild",
  });
}

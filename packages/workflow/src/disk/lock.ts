// One holder at a time, and the OS frees the lock when the holder dies: an exclusive transaction on an empty SQLite
// file. Pid files, mkdir locks and marker files stick after a kill -9.
import { Database } from "bun:sqlite";
import { lstatSync } from "node:fs";
import { WorkflowError } from "#contract/errors.ts";
import { ioFailed } from "./io-error.ts";
import { touchPrivate } from "./whole-file.ts";

export type Lock = { release(): void };

/** The lock, or null when another process holds it. `patienceMs` outlasts a probe, not a holder. */
export function tryLock(path: string, patienceMs = 50): Lock | null {
  const file = openLockFile(path);
  try {
    file.run(`PRAGMA busy_timeout = ${patienceMs}`);
    file.run("BEGIN EXCLUSIVE");
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw ioFailed("lock", path, error);
  }
}

/** Looks without taking: a shared read fails while somebody holds the file exclusively. */
export function isLocked(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  const file = openLockFile(path);
  try {
    file.query("SELECT 1 FROM sqlite_master").get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw ioFailed("look at the lock", path, error);
  } finally {
    file.close();
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

function openLockFile(path: string): Database {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new WorkflowError("IO_FAILED", `${path} is a symbolic link; the store holds none`);
  try {
    touchPrivate(path);
    return new Database(path, { readwrite: true });
  } catch (error) {
    throw ioFailed("open the lock", path, error);
  }
}

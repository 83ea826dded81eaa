// Files that several processes may come to need at any moment, and one wants to remove.
//
// UNUSED-1. Who needs a file that is there marks it (markUsed) before relying on it. Who removes it takes it aside first
//     and looks at the mark then: a file that was marked in time is put back, and a mark that comes later finds no file.
import { linkSync, lstatSync, renameSync, rmSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ioCode, ioFailed, isMissing } from "./io-error.ts";

/** False when it is no longer there. */
export function markUsed(path: string): boolean {
  try {
    const now = Date.now() / 1000;
    utimesSync(path, now, now);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw ioFailed("mark", path, error);
  }
}

/** When it was last written or marked, and its bytes; null when it is not there or no file. */
export function lastUse(path: string): { usedAt: number; bytes: number } | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? { usedAt: stat.mtimeMs, bytes: stat.size } : null;
}

/** Removes a file that nobody has used since; false when it stays, or is gone already. */
export function removeUnused(path: string, since: number): boolean {
  const aside = join(dirname(path), `.${basename(path)}.${process.pid}.${Bun.randomUUIDv7().slice(-12)}.tmp`);
  try {
    renameSync(path, aside);
    const isUsed = lstatSync(aside).mtimeMs >= since;
    if (isUsed) putBack(aside, path);
    rmSync(aside);
    return !isUsed;
  } catch (error) {
    if (isMissing(error)) return false;
    throw ioFailed("remove", path, error);
  }
}

function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    if (ioCode(error) !== "EEXIST") throw error;
  }
}

import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import { ioFailed, isMissing } from "./io-error.ts";

/** Makes sure of a private folder of the store. A link in its place is refused: it would move the store's files elsewhere. */
export function ensureDirectory(path: string): void {
  try {
    if (isDirectory(path)) return;
    const first = mkdirSync(path, { recursive: true, mode: 0o700 });
    syncParents(path, first ?? path);
  } catch (error) {
    throw ioFailed("create the folder", path, error);
  }
}

/** Each new folder is a name in the one around it: `outermost` was the first to be made, `path` the last. */
function syncParents(path: string, outermost: string): void {
  for (let at = path; ; at = dirname(at)) {
    syncDirectory(dirname(at));
    if (at.length <= outermost.length) return;
  }
}

/** True for a real folder, false when there is nothing; anything else is refused. */
export function isDirectory(path: string): boolean {
  const stat = statOf(path);
  if (stat === undefined) return false;
  if (stat.isDirectory()) return true;
  throw new WorkflowError(
    "IO_FAILED",
    `${path} is not a folder but ${stat.isSymbolicLink() ? "a symbolic link" : "a file"}`,
    {
      hint: `look at it: ls -ld ${path}`,
    },
  );
}

/** The same for whoever only wants to know. */
export function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw ioFailed("look at", path, error);
  }
}

/** Refuses a folder in a place where others make folders too, unless it is ours alone: who made it could be anybody. */
export function assertOwnFolder(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (stat.isDirectory() && isOurs(stat.uid) && (stat.mode & 0o077) === 0)) return;
  throw new WorkflowError(
    "IO_FAILED",
    `${path} is not a folder of ours alone; others could answer for a worker`,
    {
      hint: `look who made it: ls -ld ${path}, then remove it, or choose a home with a shorter path`,
    },
  );
}

function isOurs(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

/** Refuses a link in the place of a folder of the store, on the way to a file in it. */
export function assertFolder(path: string): void {
  isDirectory(path);
}

/** A new or renamed file survives a power cut only when its folder was synced too. */
export function syncDirectory(path: string): void {
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The names in a folder, sorted; none when it is missing. */
export function listDirectory(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw ioFailed("list", path, error);
  }
}

/** A folder and everything in it; links in it are removed, not followed. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    throw ioFailed("remove", path, error);
  }
}

/** When its names last changed; 0 when there is no such folder. */
export function folderTime(path: string): number {
  return Math.floor(lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

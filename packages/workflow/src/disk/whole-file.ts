// Small files read and replaced as a whole. A link is never followed, a half-written file never seen.
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { WorkflowError } from "#contract/errors.ts";
import { syncDirectory } from "./directory.ts";
import { ioCode, ioFailed, isMissing } from "./io-error.ts";
import { openRegular } from "./regular-file.ts";

/** The bytes of a file of the store, or null when there is none. */
export function readWhole(path: string, bytesMax: number): Uint8Array | null {
  return reading(path, (fd, size) => {
    if (size > bytesMax)
      throw new WorkflowError("IO_FAILED", `${path} has ${size} bytes, more than ${bytesMax}`);
    return readExactly(fd, size);
  });
}

/** The last bytes of a file of the store, or null when there is none. */
export function readEnd(path: string, bytesMax: number): { bytes: Uint8Array; isWhole: boolean } | null {
  return reading(path, (fd, size) => {
    const from = Math.max(0, size - bytesMax);
    return { bytes: readExactly(fd, size - from, from), isWhole: from === 0 };
  });
}

function reading<T>(path: string, work: (fd: number, size: number) => T): T | null {
  let fd: number;
  try {
    fd = openRegular(path, constants.O_RDONLY);
  } catch (error) {
    if (isMissing(error)) return null;
    throw ioFailed("read", path, error);
  }
  try {
    return work(fd, fstatSync(fd).size);
  } catch (error) {
    throw ioFailed("read", path, error);
  } finally {
    closeSync(fd);
  }
}

/** What a file is to hold; pieces are written one after the other. */
export type WholeData = Uint8Array | string | Uint8Array[];

/** Replaces a file so that a reader, or the machine after a power cut, sees the old bytes or the new ones. */
export function replaceWhole(path: string, data: WholeData, mode = 0o600): void {
  placeWhole(path, data, mode, (temp) => renameSync(temp, path));
}

/** The same where there is no file yet. Whoever comes second leaves the first one's as it is. */
export function createWhole(path: string, data: WholeData): void {
  placeWhole(path, data, 0o600, (temp) => {
    try {
      linkSync(temp, path);
    } catch (error) {
      if (ioCode(error) !== "EEXIST") throw error;
    }
    rmSync(temp);
  });
}

function placeWhole(path: string, data: WholeData, mode: number, place: (temp: string) => void): void {
  const temp = join(dirname(path), `.${basename(path)}.${process.pid}.${Bun.randomUUIDv7().slice(-12)}.tmp`);
  try {
    writeNew(temp, data, mode);
    place(temp);
    syncDirectory(dirname(path));
  } catch (error) {
    rmSync(temp, { force: true });
    throw ioFailed("write", path, error);
  }
}

/** Writes and syncs a file that must not exist yet. */
function writeNew(path: string, data: WholeData, mode: number): void {
  const fd = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    if (Array.isArray(data)) for (const piece of data) writeFully(fd, piece);
    else writeFully(fd, typeof data === "string" ? Buffer.from(data) : data);
    if (mode !== 0o600) fchmodSync(fd, mode);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Puts on disk whatever was written to a file, by whomever. */
export function syncFile(path: string): void {
  const fd = openRegular(path, constants.O_RDONLY);
  try {
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The size of a file, or null when there is none. */
export function fileSize(path: string): number | null {
  return statOf(path)?.size ?? null;
}

/** What tells one file from another of the same name, or null when there is none. */
export function fileNumber(path: string): number | null {
  return statOf(path)?.ino ?? null;
}

/** The permission bits of a file or folder, or null when there is none. */
export function fileMode(path: string): number | null {
  const stat = statOf(path);
  return stat === undefined ? null : stat.mode & 0o777;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw ioFailed("look at", path, error);
  }
}

/** Removes files for good; those that are not there are no matter. */
export function removeFiles(...paths: string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

/** Makes an empty file only we may read, where there is none: SQLite would make it as the umask says. */
export function touchPrivate(path: string): void {
  try {
    closeSync(openRegular(path, constants.O_WRONLY | constants.O_CREAT, 0o600));
  } catch (error) {
    throw ioFailed("open", path, error);
  }
}

/** The same for one that may be there already, made by somebody who goes by the umask. */
export function makePrivate(path: string): void {
  try {
    touchPrivate(path);
    chmodSync(path, 0o600);
  } catch (error) {
    throw ioFailed("open", path, error);
  }
}

/** Adds to a file nobody's promise depends on. */
export function appendUnsynced(path: string, data: string | Uint8Array): void {
  const fd = openRegular(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600);
  try {
    writeFully(fd, typeof data === "string" ? Buffer.from(data) : data);
  } finally {
    closeSync(fd);
  }
}

/** Adds whole lines to a file of ours, and has them on disk when it returns. A line cut short before stays alone. */
export function appendSynced(path: string, lines: string): void {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;
  try {
    const isNew = fileSize(path) === null;
    const fd = openRegular(path, flags, 0o600);
    try {
      writeFully(fd, Buffer.from(endsInLine(fd) ? lines : `\n${lines}`));
      fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (isNew) syncDirectory(dirname(path));
  } catch (error) {
    throw ioFailed("append to", path, error);
  }
}

function endsInLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  const last = new Uint8Array(1);
  return size === 0 || (readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === LINE_END);
}

const LINE_END = 10;

/** write(2) may take less than it was given; the rest is offered until an error says why. */
function writeFully(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}

function readExactly(fd: number, size: number, from = 0): Uint8Array {
  const bytes = new Uint8Array(size);
  let done = 0;
  while (done < size) {
    const got = readSync(fd, bytes, done, size - done, from + done);
    if (got === 0) break;
    done += got;
  }
  return done === size ? bytes : bytes.slice(0, done);
}

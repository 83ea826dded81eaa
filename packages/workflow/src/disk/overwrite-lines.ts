// Lines of a file that others append to, made unreadable where they stand. No byte moves, so an append beside it is not lost.
import { closeSync, constants, fdatasyncSync, fstatSync, readSync, writeSync } from "node:fs";
import { ioFailed, isMissing } from "./io-error.ts";
import { openRegular } from "./regular-file.ts";

const NEWLINE = 10;

/**
 * `change` returns the new text of a line, or null to leave it. A shorter text is padded with spaces; a longer one is not allowed.
 * The changes are on disk when it returns. Returns how many lines were changed.
 */
export function overwriteLines(path: string, change: (line: string) => string | null): number {
  let fd: number;
  try {
    fd = openRegular(path, constants.O_RDWR);
  } catch (error) {
    if (isMissing(error)) return 0;
    throw ioFailed("open", path, error);
  }
  try {
    return overwrite(fd, change);
  } catch (error) {
    throw ioFailed("write", path, error);
  } finally {
    closeSync(fd);
  }
}

function overwrite(fd: number, change: (line: string) => string | null): number {
  const bytes = Buffer.alloc(fstatSync(fd).size);
  for (let done = 0, got = -1; got !== 0 && done < bytes.length; done += got)
    got = readSync(fd, bytes, done, bytes.length - done, done);
  let changed = 0;
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found === -1 ? bytes.length : found;
    const text = change(bytes.toString("utf8", from, end));
    if (text !== null) {
      writeOver(fd, from, end - from, text);
      changed += 1;
    }
    from = end + 1;
  }
  if (changed > 0) fdatasyncSync(fd);
  return changed;
}

function writeOver(fd: number, from: number, length: number, text: string): void {
  const line = Buffer.alloc(length, " ");
  if (Buffer.byteLength(text) <= length) line.write(text);
  for (let done = 0; done < length; ) done += writeSync(fd, line, done, length - done, from + done);
}

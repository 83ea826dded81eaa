// A file of lines, read in chunks so that its size does not matter.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { ioFailed } from "./io-error.ts";

const CHUNK_BYTES = 1024 * 1024;
const CHUNK_BYTES_MIN = 64 * 1024;
const NEWLINE = 10;
const EMPTY = new Uint8Array(0);

/** Calls back with each whole line, its newline included; returns the bytes after the last one. */
export function readLines(
  path: string,
  range: { from: number; until: number },
  onLine: (line: Uint8Array) => void,
): Uint8Array {
  const fd = openForRead(path);
  try {
    let carry: Uint8Array = EMPTY;
    // A follower reads a few new lines many times a second: it must not pay for a big buffer each time.
    const size = Math.min(CHUNK_BYTES, Math.max(CHUNK_BYTES_MIN, fstatSync(fd).size - range.from));
    for (let position = range.from; position < range.until; ) {
      // A buffer of its own for every chunk: lines are views of it, and somebody may keep them.
      const chunk = new Uint8Array(size);
      const got = readSync(fd, chunk, 0, Math.min(chunk.length, range.until - position), position);
      if (got === 0) break;
      position += got;
      carry = splitLines(carry, chunk.subarray(0, got), onLine);
    }
    return carry;
  } finally {
    closeSync(fd);
  }
}

function splitLines(carry: Uint8Array, chunk: Uint8Array, onLine: (line: Uint8Array) => void): Uint8Array {
  let from = 0;
  for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
    const piece = chunk.subarray(from, end + 1);
    onLine(carry.length === 0 ? piece : joined(carry, piece));
    carry = EMPTY;
    from = end + 1;
  }
  return carry.length === 0 ? chunk.subarray(from) : joined(carry, chunk.subarray(from));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function openForRead(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    throw ioFailed("read", path, error);
  }
}

// A file of lines, read in chunks so that its size does not matter.
import { ioFailed } from "./io-error.ts";
import { type Disk, MACHINE_DISK, type OpenFile } from "./open-file.ts";

const CHUNK_BYTES = 1024 * 1024;
const CHUNK_BYTES_MIN = 64 * 1024;
const NEWLINE = 10;
const EMPTY = new Uint8Array(0);

/** Called with what was read, and where in it a line begins and its newline stands. */
export type OnLine = (source: Uint8Array, from: number, end: number) => void;

/** The whole file, or null when it is larger than that. */
export function readUpTo(path: string, bytesMax: number, disk: Disk = MACHINE_DISK): Uint8Array | null {
  const file = openForRead(path, disk);
  try {
    const size = file.size();
    if (size > bytesMax) return null;
    const bytes = new Uint8Array(size);
    let done = 0;
    for (let got = -1; got !== 0 && done < size; done += got) got = file.read(bytes, done, size - done, done);
    return bytes.subarray(0, done);
  } finally {
    file.close();
  }
}

/** The bytes of a file, in pieces. It is opened now, and closed with the last of them. */
export function readPieces(path: string, disk: Disk = MACHINE_DISK): Iterable<Uint8Array> {
  return piecesOf(openForRead(path, disk));
}

function* piecesOf(file: OpenFile): Generator<Uint8Array> {
  try {
    for (let position = 0; ; ) {
      const piece = new Uint8Array(CHUNK_BYTES);
      const got = file.read(piece, 0, piece.length, position);
      if (got === 0) return;
      position += got;
      yield piece.subarray(0, got);
    }
  } finally {
    file.close();
  }
}

/** Calls back with each whole line; returns the bytes after the last one. */
export function readLines(
  path: string,
  range: { from: number; until: number },
  onLine: OnLine,
  disk: Disk = MACHINE_DISK,
): Uint8Array {
  const file = openForRead(path, disk);
  try {
    let carry: Uint8Array = EMPTY;
    // A follower reads a few new lines many times a second: it must not pay for a big buffer each time.
    const size = Math.min(CHUNK_BYTES, Math.max(CHUNK_BYTES_MIN, file.size() - range.from));
    for (let position = range.from; position < range.until; ) {
      // A buffer of its own for every chunk: lines are views of it, and somebody may keep them.
      const chunk = new Uint8Array(size);
      const got = file.read(chunk, 0, Math.min(chunk.length, range.until - position), position);
      if (got === 0) break;
      position += got;
      carry = splitChunk(carry, chunk.subarray(0, got), onLine);
    }
    return carry;
  } finally {
    file.close();
  }
}

/** The same for bytes that are there already. */
export function splitLines(source: Uint8Array, onLine: OnLine): Uint8Array {
  let from = 0;
  for (let end = source.indexOf(NEWLINE); end !== -1; end = source.indexOf(NEWLINE, from)) {
    onLine(source, from, end);
    from = end + 1;
  }
  return source.subarray(from);
}

/** The first line of a chunk may have begun in the one before. */
function splitChunk(carry: Uint8Array, chunk: Uint8Array, onLine: OnLine): Uint8Array {
  if (carry.length === 0) return splitLines(chunk, onLine);
  const end = chunk.indexOf(NEWLINE);
  if (end === -1) return joined(carry, chunk);
  const first = joined(carry, chunk.subarray(0, end + 1));
  onLine(first, 0, first.length - 1);
  return splitLines(chunk.subarray(end + 1), onLine);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function openForRead(path: string, disk: Disk): OpenFile {
  try {
    return disk.openRead(path);
  } catch (error) {
    throw ioFailed("read", path, error);
  }
}

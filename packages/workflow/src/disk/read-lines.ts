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

/** A longer line is nobody's: what was read of it is answered as the bytes after the last one. */
export const LINE_BYTES_MAX = 256 * 1024 * 1024;

/** Calls back with each whole line; returns the bytes after the last one. */
export function readLines(
  path: string,
  range: { from: number; until: number },
  onLine: OnLine,
  disk: Disk = MACHINE_DISK,
): Uint8Array {
  const file = openForRead(path, disk);
  try {
    const carry = new Carry();
    // A follower reads a few new lines many times a second: it must not pay for a big buffer each time.
    const size = Math.min(CHUNK_BYTES, Math.max(CHUNK_BYTES_MIN, file.size() - range.from));
    for (let position = range.from; position < range.until; ) {
      // A buffer of its own for every chunk: lines are views of it, and somebody may keep them.
      const chunk = new Uint8Array(size);
      const got = file.read(chunk, 0, Math.min(chunk.length, range.until - position), position);
      if (got === 0) break;
      position += got;
      splitChunk(carry, chunk.subarray(0, got), onLine);
      if (carry.bytes > LINE_BYTES_MAX) break;
    }
    return carry.take();
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

/** The first line of a chunk may have begun in one before. */
function splitChunk(carry: Carry, chunk: Uint8Array, onLine: OnLine): void {
  const end = carry.bytes === 0 ? -1 : chunk.indexOf(NEWLINE);
  if (end !== -1) {
    carry.add(chunk.subarray(0, end + 1));
    const first = carry.take();
    onLine(first, 0, first.length - 1);
  }
  carry.add(carry.bytes === 0 ? splitLines(chunk.subarray(end + 1), onLine) : chunk);
}

/** The beginning of a line whose end was not read yet; put together once, however many pieces it has. */
class Carry {
  bytes = 0;
  private pieces: Uint8Array[] = [];

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.pieces.push(piece);
    this.bytes += piece.length;
  }

  take(): Uint8Array {
    const [first = EMPTY, ...others] = this.pieces;
    const whole = others.length === 0 ? first : Buffer.concat(this.pieces);
    this.pieces = [];
    this.bytes = 0;
    return whole;
  }
}

function openForRead(path: string, disk: Disk): OpenFile {
  try {
    return disk.openRead(path);
  } catch (error) {
    throw ioFailed("read", path, error);
  }
}

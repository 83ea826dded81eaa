// Reads a journal, in bounded memory.
//
// READER-1. Only an incomplete last line (or zeros after the last line end, which some file systems leave) is passed
//     over; any other damage is refused with its line and byte, and the bytes are left alone.

import { basename } from "node:path";
import { sumOfLine, writtenSum } from "#codec/journal-line.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { JournalRecord, StartRecord } from "#contract/record.ts";
import { isMissing } from "#disk/io-error.ts";
import { JOURNAL_SUFFIX } from "#disk/layout.ts";
import { type Disk, MACHINE_DISK } from "#disk/open-file.ts";
import { LINE_BYTES_MAX, readLines, readPieces, readUpTo, splitLines } from "#disk/read-lines.ts";
import { copyOf, recordProblem } from "./check-record.ts";
import { JournalHash } from "./journal-hash.ts";
import { LineOrder } from "./line-order.ts";
import { provePrefix } from "./prove-prefix.ts";
import { corruptLine, ReadLine } from "./read-line.ts";

/** A place between two lines, with what is needed to read or write on from there. */
export type JournalPlace = {
  /** Number of whole lines before it. */
  lines: number;
  bytes: number;
  sum: string;
  /** A result stands before it. */
  ended: boolean;
};

/** The end of the whole lines; anything beyond is an incomplete tail. */
export type JournalEnd = JournalPlace & { tailBytes: number };

export const JOURNAL_BEGIN: JournalPlace = { lines: 0, bytes: 0, sum: "", ended: false };

export type ReadOptions = {
  from?: JournalPlace;
  /** Do not look beyond this byte: what is there may not be on disk yet. */
  until?: number;
  /** Look at the sum of every line, and show the bytes of each (newline included) before the line is visited. */
  onBytes?: (bytes: Uint8Array) => void;
  disk?: Disk | undefined;
};

/** Beyond this a journal is read in pieces, so that its size does not matter. */
const WHOLE_BYTES_MAX = 32 * 1024 * 1024;

export function readJournal(
  path: string,
  visit: (line: ReadLine) => void,
  options: ReadOptions = {},
): JournalEnd {
  const { from = JOURNAL_BEGIN, until = Infinity, onBytes, disk } = options;
  if (from === JOURNAL_BEGIN && until === Infinity && onBytes === undefined)
    return readWithHash(path, visit, disk).end;
  const checker = new LineChecker(path, visit, onBytes, from);
  const range = { from: from.bytes, until };
  return checker.finish(orNotFound(path, () => readLines(path, range, checker.add, disk)));
}

/** Its bytes as they are, whatever they say. */
export function readRaw(path: string): Iterable<Uint8Array> {
  return orNotFound(path, () => readPieces(path));
}

/** Reads all of it, where possible by a digest instead of its sums; `hash` is of its whole lines, to go on from there. */
export function readWithHash(
  path: string,
  visit: (line: ReadLine) => void,
  disk: Disk = MACHINE_DISK,
): { end: JournalEnd; hash: JournalHash } {
  const whole = orNotFound(path, () => readUpTo(path, WHOLE_BYTES_MAX, disk));
  if (whole === null) return readInPieces(path, visit, disk);
  const proved = provePrefix(whole);
  const checker = new LineChecker(path, visit, undefined, JOURNAL_BEGIN, proved);
  const end = checker.finish(splitLines(whole, checker.add));
  const hash = proved?.hash ?? new JournalHash();
  hash.addLater(whole.subarray(proved?.until ?? 0, end.bytes));
  return { end, hash };
}

function readInPieces(
  path: string,
  visit: (line: ReadLine) => void,
  disk: Disk,
): { end: JournalEnd; hash: JournalHash } {
  const hash = new JournalHash();
  return { end: readJournal(path, visit, { onBytes: (bytes) => hash.add(bytes), disk }), hash };
}

/** A journal that is not there is a thread that is not there (any more). */
function orNotFound<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    // A folder, a pipe or a device in its place.
    if (error.code === "STATE_INVALID") throw corruptLine(path, 1, 0, `cannot be read: ${error.message}`);
    if (!isMissing(error.cause)) throw error;
    const threadId = basename(path, JOURNAL_SUFFIX);
    throw new WorkflowError("NOT_FOUND", `there is no thread ${threadId}`, {
      hint: "uncaged-workflow threads",
    });
  }
}

type Proof = { until: number; sum: string };

/** Checks lines one by one; keeps the chain, the place and whether the thread has ended. */
class LineChecker {
  private line: number;
  private byte: number;
  private sum: string;
  private ended: boolean;
  /** Null when lines before are not read: what they were is not known then. */
  private readonly order: LineOrder | null;
  /** Where the lines end that a fork copied, what they are hashed to, and the start line's sum. */
  private copy: { end: number; hasher: Bun.CryptoHasher; sha256: string; startSum: string } | null = null;

  constructor(
    private readonly path: string,
    private readonly visit: (line: ReadLine) => void,
    private readonly onBytes: ((bytes: Uint8Array) => void) | undefined,
    from: JournalPlace,
    private readonly proved: Proof | null = null,
  ) {
    this.line = from.lines;
    this.byte = from.bytes;
    this.sum = from.sum;
    this.ended = from.ended;
    this.order = from.lines === 0 ? new LineOrder() : null;
  }

  get place(): JournalPlace {
    return { lines: this.line, bytes: this.byte, sum: this.sum, ended: this.ended };
  }

  readonly add = (source: Uint8Array, from: number, end: number): void => {
    if (this.proved !== null && this.byte < this.proved.until) this.addProved(source, from, end, this.proved);
    else this.addUnproved(source, from, end);
  };

  private addProved(source: Uint8Array, from: number, end: number, proved: Proof): void {
    const chainedTo = this.jointBefore(source, from);
    const line = this.lineAt(source, from, end, chainedTo);
    this.take(line);
    if (this.line === 1) this.begin(line, line.sum);
    if (this.byte === proved.until) this.leaveProved(proved);
  }

  private leaveProved(proved: Proof): void {
    this.sum = proved.sum;
    this.copy = null;
  }

  /** What a proved line is chained to, where that is not simply the sum in the line before. */
  private jointBefore(source: Uint8Array, from: number): string | null {
    if (this.line === 1) return this.sum;
    if (this.copy === null || this.byte !== this.copy.end) return null;
    const sum = this.copy.startSum + writtenSum(source.subarray(0, from - 1));
    this.copy = null;
    return sum;
  }

  private addUnproved(source: Uint8Array, from: number, end: number): void {
    const text = source.subarray(from, end);
    const sum = sumOfLine(text, this.sum) ?? this.refuse("does not match its sum");
    const line = this.lineAt(source, from, end, this.sum);
    this.onBytes?.(source.subarray(from, end + 1));
    this.take(line);
    this.sum = sum;
    if (this.line === 1) this.begin(line, sum);
    else if (this.copy !== null) this.followCopy(source.subarray(from, end + 1), this.copy);
  }

  private lineAt(source: Uint8Array, from: number, end: number, chainedTo: string | null): ReadLine {
    return new ReadLine(
      source,
      from,
      end,
      this.line + 1,
      this.byte,
      chainedTo,
      this.copy !== null,
      this.path,
    );
  }

  private take(line: ReadLine): void {
    this.check(line);
    this.visit(line);
    this.line += 1;
    this.byte += line.end - line.from + 1;
  }

  /** The lines of a copied block are chained to what they were chained to in the thread they come from. */
  private begin(start: ReadLine, startSum: string): void {
    const copy = copyOf(start.record as StartRecord);
    this.sum = copy?.sum ?? startSum;
    if (copy === null) return;
    const hasher = new Bun.CryptoHasher("sha256");
    this.copy = { end: this.byte + copy.bytes, hasher, sha256: copy.sha256, startSum };
  }

  /** Behind the block the chain goes on from it and from the start line, so that neither can be exchanged. */
  private followCopy(bytes: Uint8Array, copy: NonNullable<LineChecker["copy"]>): void {
    copy.hasher.update(bytes);
    if (this.byte < copy.end) return;
    if (this.byte > copy.end || copy.hasher.digest("hex") !== copy.sha256)
      this.refuse("follows copied lines that are not those of the start line");
    this.sum = copy.startSum + this.sum;
    this.copy = null;
  }

  /**
   * A role line is told by its first and last bytes, and looked into by those who read it (`ReadLine.record`). All others
   * are checked now.
   */
  private check(line: ReadLine): void {
    if (line.isRole && line.seq > 1) {
      if (this.ended) this.refuse("stands after the result");
      this.order?.step();
      return;
    }
    const record = line.parse();
    if (record === null) this.refuse("is not JSON");
    const problem = recordProblem(record, { line: line.seq, ended: this.ended });
    if (problem !== null) this.refuse(problem);
    if (line.seq === 1) this.order?.begin(record as StartRecord);
    else this.checkPlace(record, line.seq);
  }

  private checkPlace(record: JournalRecord, seq: number): void {
    // Written by us it begins and ends as role lines do: who counts steps without a look inside would not see this one.
    if (!("kind" in record)) this.refuse("is not a role record as it is written (the order of its keys)");
    const problem = this.order?.problemOf(record, seq) ?? null;
    if (problem !== null) this.refuse(problem);
    this.ended ||= record.kind === "result";
  }

  finish(tail: Uint8Array): JournalEnd {
    // They were renamed into place with the start line: no crash leaves a part of them.
    if (this.copy !== null && this.byte < this.copy.end)
      this.refuse("is missing: copied lines end too early");
    this.checkTail(tail);
    return { ...this.place, tailBytes: tail.length };
  }

  /**
   * A whole line followed by a byte that is no line end is not a torn write: somebody's acknowledged line was damaged. A
   * zero there is one: the file had grown, and the page with the newline never reached the disk.
   */
  private checkTail(tail: Uint8Array): void {
    const last = tail.at(-1);
    if (tail.length > LINE_BYTES_MAX) this.refuse(`has more than ${LINE_BYTES_MAX} bytes`);
    if (last === undefined || isZeros(tail)) return;
    if (tail[0] !== OPENING_BRACE) this.refuse("is not a record");
    if (last !== 0 && sumOfLine(tail.subarray(0, -1), this.sum) !== null)
      this.refuse("has a damaged line end");
  }

  private refuse(problem: string): never {
    throw corruptLine(this.path, this.line + 1, this.byte, problem);
  }
}

const OPENING_BRACE = 123;

export type { ReadLine };

/** All bytes are zero: the first is, and each is as the one before it. Compared by the machine: there may be very many. */
function isZeros(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && Buffer.compare(bytes.subarray(0, -1), bytes.subarray(1)) === 0;
}

// Reads a journal from the first byte, in bounded memory.
//
// J2. Only an incomplete last line (or zeros after the last line end, which some file systems leave) is passed over;
//     any other damage is refused with its line and byte, and the bytes are left alone.

import { basename } from "node:path";
import { sumOfLine } from "#codec/journal-line.ts";
import { WorkflowError } from "#contract/errors.ts";
import { isMissing } from "#disk/io-error.ts";
import { JOURNAL_SUFFIX } from "#disk/layout.ts";
import { readLines } from "#disk/read-lines.ts";
import { recordProblem } from "./check-record.ts";
import { ReadLine } from "./read-line.ts";

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
  /** Sees every byte of the whole lines, in order, before the line is visited. */
  onBytes?: (bytes: Uint8Array) => void;
};

export function readJournal(
  path: string,
  visit: (line: ReadLine) => void,
  options: ReadOptions = {},
): JournalEnd {
  const from = options.from ?? JOURNAL_BEGIN;
  const reader = new LineChecker(path, visit, options.onBytes, from);
  const range = { from: from.bytes, until: options.until ?? Infinity };
  const rest = orNotFound(path, () => readLines(path, range, (line) => reader.add(line)));
  reader.checkTail(rest);
  return { ...reader.place, tailBytes: rest.length };
}

/** A journal that is not there is a thread that is not there (any more). */
function orNotFound<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WorkflowError) || !isMissing(error.cause)) throw error;
    const threadId = basename(path, JOURNAL_SUFFIX);
    throw new WorkflowError("NOT_FOUND", `there is no thread ${threadId}`, {
      hint: "uncaged-workflow threads",
    });
  }
}

/** Checks and parses lines one by one; keeps the chain, the place and whether the thread has ended. */
class LineChecker {
  private line: number;
  private byte: number;
  private sum: string;
  private ended: boolean;

  constructor(
    private readonly path: string,
    private readonly visit: (line: ReadLine) => void,
    private readonly onBytes: ((bytes: Uint8Array) => void) | undefined,
    from: JournalPlace,
  ) {
    this.line = from.lines;
    this.byte = from.bytes;
    this.sum = from.sum;
    this.ended = from.ended;
  }

  get place(): JournalPlace {
    return { lines: this.line, bytes: this.byte, sum: this.sum, ended: this.ended };
  }

  add(bytes: Uint8Array): void {
    const text = bytes.subarray(0, -1);
    const sum = sumOfLine(text, this.sum) ?? this.refuse("does not match its sum");
    const line = new ReadLine(text, this.line + 1, sum, this.byte);
    this.check(line);
    this.onBytes?.(bytes);
    this.visit(line);
    this.line += 1;
    this.byte += bytes.length;
    this.sum = sum;
  }

  /** A role line whose sum is right is what we wrote; it is parsed by those who read it. All others are checked now. */
  private check(line: ReadLine): void {
    if (line.isRole && line.seq > 1) {
      if (this.ended) this.refuse("stands after the result");
      return;
    }
    const record = line.parse();
    const problem =
      record === null ? "is not JSON" : recordProblem(record, { line: line.seq, ended: this.ended });
    if (problem !== null) this.refuse(problem);
    this.ended ||= (record as { kind?: unknown }).kind === "result";
  }

  /**
   * A whole line followed by a byte that is no line end is not a torn write: somebody's acknowledged line was damaged. A
   * zero there is one: the file had grown, and the page with the newline never reached the disk.
   */
  checkTail(tail: Uint8Array): void {
    const last = tail.at(-1);
    if (last === undefined || tail.every((byte) => byte === 0)) return;
    if (tail[0] !== OPENING_BRACE) this.refuse("is not a record");
    if (last !== 0 && sumOfLine(tail.subarray(0, -1), this.sum) !== null)
      this.refuse("has a damaged line end");
  }

  private refuse(problem: string): never {
    const line = this.line + 1;
    throw new WorkflowError("JOURNAL_CORRUPT", `${this.path}: line ${line} (byte ${this.byte}) ${problem}`, {
      hint: "uncaged-workflow fsck",
      details: { file: this.path, line, byte: this.byte },
    });
  }
}

const OPENING_BRACE = 123;

export type { ReadLine };

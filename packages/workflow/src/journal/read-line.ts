// One checked line of a journal. Nothing of it is copied, decoded or parsed before somebody asks: a fork takes ten
// thousand lines over without looking inside.
import { jsonOfLine, SUM_CHARS, TAIL_BYTES, writtenSum } from "#codec/journal-line.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { JournalRecord, RoleRecord } from "#contract/record.ts";
import { roleProblem } from "./check-record.ts";

export class ReadLine {
  /** Where the comma before its timestamp stands, in a role line; -1 in every other. */
  private readonly bodyEnd: number;
  private parsed: JournalRecord | undefined;

  constructor(
    /** What was read of the file. The line is a part of it. */
    readonly source: Uint8Array,
    readonly from: number,
    /** Where its newline stands. */
    readonly end: number,
    /** Its number, counted from 1. */
    readonly seq: number,
    /** Where it begins in the file. */
    readonly byte: number,
    private readonly chainedTo: string | null,
    /** A fork took it over as it was. */
    readonly isCopied: boolean,
    /** The file, for whoever has to name it. */
    private readonly path: string,
  ) {
    this.bodyEnd = seq === 1 ? -1 : roleBodyEnd(source, from, end);
  }

  /** The line as it is in the file, without its newline. */
  get text(): Uint8Array {
    return this.source.subarray(this.from, this.end);
  }

  get sum(): string {
    return writtenSum(this.text);
  }

  /** What its sum is chained to: mostly the sum of the line before. */
  get previousSum(): string {
    return this.chainedTo ?? writtenSum(this.source.subarray(0, this.from - 1));
  }

  /** It is the first after a copied block, chained to the start line as well. */
  get isJoint(): boolean {
    return this.chainedTo !== null && this.chainedTo.length > SUM_CHARS;
  }

  get isRole(): boolean {
    return this.bodyEnd !== -1;
  }

  get timestamp(): number {
    return this.isRole
      ? numberIn(this.source, this.bodyEnd + STAMP_KEY_BYTES, this.end - TAIL_BYTES)
      : this.record.timestamp;
  }

  get json(): string {
    return jsonOfLine(this.text);
  }

  /** All others were checked when they were read; a role line is looked into now, since somebody does. */
  get record(): JournalRecord {
    const isKnown = this.parsed !== undefined;
    const record = this.parse() ?? this.refuse("is not JSON");
    const problem = isKnown || !this.isRole ? null : roleProblem(record);
    return problem === null ? record : this.refuse(problem);
  }

  /** Of a role line: its output less the closing brace, a view of what was read. */
  get roleBody(): Uint8Array {
    return this.source.subarray(this.from, this.bodyEnd);
  }

  /** Of a role line: false when nothing in it can say what it cost. */
  get mentionsCost(): boolean {
    return mentionCost(this.source) && bufferOf(this.roleBody).includes(COST_KEY);
  }

  /** Of a role line. */
  get role(): string {
    return (this.record as RoleRecord).role;
  }

  /** Null when the line is not JSON. */
  parse(): JournalRecord | null {
    try {
      this.parsed ??= JSON.parse(this.json) as JournalRecord;
      return this.parsed;
    } catch {
      return null;
    }
  }

  /** Of a role line: the canonical output as the generator yielded it, less its closing brace. */
  get bodyBytes(): number {
    return this.bodyEnd - this.from;
  }

  private refuse(problem: string): never {
    this.parsed = undefined;
    throw corruptLine(this.path, this.seq, this.byte, problem);
  }
}

export function corruptLine(path: string, line: number, byte: number, problem: string): WorkflowError {
  return new WorkflowError("JOURNAL_CORRUPT", `${path}: line ${line} (byte ${byte}) ${problem}`, {
    hint: "uncaged-workflow fsck",
    details: { file: path, line, byte },
  });
}

/** The outputs of role lines as one JSON array, put together from the bytes of the file. */
export function outputsJson(lines: readonly ReadLine[]): Uint8Array<ArrayBuffer> {
  let size = lines.length === 0 ? 2 : 1;
  for (const line of lines) size += line.bodyBytes + 2;
  const json = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  json[at++] = OPENING_BRACKET;
  for (const { source, from, bodyBytes } of lines) {
    if (at > 1) json[at++] = COMMA;
    copyBytes.call(source, json, at, from, from + bodyBytes);
    at += bodyBytes;
    json[at++] = CLOSING_BRACE;
  }
  json[at] = CLOSING_BRACKET;
  return json;
}

const known = new WeakMap<Uint8Array, boolean>();

/** Mostly nothing does in all that was read, and one search says so for ten thousand lines. */
function mentionCost(source: Uint8Array): boolean {
  let mentions = known.get(source);
  if (mentions === undefined) {
    mentions = bufferOf(source).includes(COST_KEY);
    known.set(source, mentions);
  }
  return mentions;
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** Without a view for every line. */
const copyBytes = Buffer.prototype.copy;
const COST_KEY = Buffer.from('"costUsd":');
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const CLOSING_BRACE = 125;
const COMMA = 44;
const QUOTE = 34;
const ZERO = 48;
const NINE = 57;
const CONTENT_KEY = new TextEncoder().encode('{"content":"');
const STAMP_KEY = new TextEncoder().encode(',"timestamp":');
const STAMP_KEY_BYTES = STAMP_KEY.length;
const STAMP_DIGITS = String(Date.now()).length;
/** Until the year 5138. */
const STAMP_DIGITS_MAX = 14;

/**
 * Canonical keys come sorted, so a role line begins with `{"content":"` and ends with its role, a string, and
 * `,"timestamp":` with a number; no other line does. Answers where that comma stands, or -1. Every line of every thread
 * passes here, so the few bytes that tell are looked at one by one: a regular expression would need them as text.
 */
function roleBodyEnd(source: Uint8Array, from: number, end: number): number {
  if (!standsAt(CONTENT_KEY, source, from)) return -1;
  const stampEnd = end - TAIL_BYTES;
  // Nearly all stamps have as many digits as that of today.
  const usual = stampEnd - STAMP_DIGITS - STAMP_KEY_BYTES;
  if (usual > from && isStampKey(source, usual)) return usual;
  let digits = 0;
  while (digits < STAMP_DIGITS_MAX && isDigit(source[stampEnd - 1 - digits])) digits += 1;
  const at = stampEnd - digits - STAMP_KEY_BYTES;
  return digits > 0 && at > from && isStampKey(source, at) ? at : -1;
}

/** `","timestamp":`, the comma standing at `at`. */
function isStampKey(source: Uint8Array, at: number): boolean {
  return source[at - 1] === QUOTE && standsAt(STAMP_KEY, source, at);
}

/** Every byte is looked at: a stranger's line may have all but one. Most of ours differ in the third. */
function standsAt(key: Uint8Array, source: Uint8Array, at: number): boolean {
  for (let index = key.length - 1; index >= 0; index--) if (source[at + index] !== key[index]) return false;
  return true;
}

function numberIn(source: Uint8Array, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < end; at++) number = number * 10 + (source[at] as number) - ZERO;
  return number;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

// One line of a journal: canonical JSON whose last "}" is replaced by `,"sum":"<13>"}`.
// The sum is XXH64 over the previous line's sum and this line without its own, so a changed, missing, doubled or
// swapped line breaks the chain. It finds damage; the seal finds tampering.
import { canonicalJson } from "./canonical-json.ts";
import { xxh64Text } from "./xxh64.ts";

const SUM_CHARS = 13;
const TAIL_BEGIN = bytesOf(',"sum":"');
const TAIL_END = bytesOf('"}');
const TAIL_BYTES = TAIL_BEGIN.length + SUM_CHARS + TAIL_END.length;
const CLOSING_BRACE = 125;

export type JournalLine = { text: string; sum: string };

/** The line (without newline) for a record's canonical JSON, chained to the line before. */
export function chainLine(json: string, previousSum: string): JournalLine {
  const sum = xxh64Text(previousSum + json);
  return { text: `${json.slice(0, -1)},"sum":"${sum}"}`, sum };
}

export function encodeRecord(record: object, previousSum: string): JournalLine {
  return chainLine(canonicalJson(record), previousSum);
}

/** The sum of a whole line (its newline left out), or null when it is damaged or not chained to `previousSum`. */
export function sumOfLine(line: Uint8Array, previousSum: string): string | null {
  const bodyEnd = line.length - TAIL_BYTES;
  if (bodyEnd < 1 || !standsAt(line, bodyEnd, TAIL_BEGIN) || !standsAt(line, line.length - 2, TAIL_END))
    return null;
  const sum = xxh64Text(preimageOf(line.subarray(0, bodyEnd), previousSum));
  const from = bodyEnd + TAIL_BEGIN.length;
  for (let index = 0; index < SUM_CHARS; index++)
    if (line[from + index] !== sum.charCodeAt(index)) return null;
  return sum;
}

/** The record's JSON inside a line that was checked. */
export function jsonOfLine(line: Uint8Array): string {
  return `${decoder.decode(line.subarray(0, line.length - TAIL_BYTES))}}`;
}

/** The same check and the JSON, for a line as text. */
export function unchainLine(text: string, previousSum: string): { json: string; sum: string } | null {
  const bytes = bytesOf(text);
  const sum = sumOfLine(bytes, previousSum);
  return sum === null ? null : { json: jsonOfLine(bytes), sum };
}

/** Re-chains the bytes of a checked line to another predecessor: a fork takes lines over without reading their JSON. */
export function rechainLine(line: Uint8Array, previousSum: string): { bytes: Uint8Array; sum: string } {
  const sum = xxh64Text(preimageOf(line.subarray(0, line.length - TAIL_BYTES), previousSum));
  const bytes = Uint8Array.from(line);
  for (let index = 0; index < SUM_CHARS; index++)
    bytes[line.length - TAIL_END.length - SUM_CHARS + index] = sum.charCodeAt(index);
  return { bytes, sum };
}

// Every line of every thread passes here, so the bytes to hash are put together in one buffer that is kept.
let scratch = new Uint8Array(64 * 1024);

function preimageOf(body: Uint8Array, previousSum: string): Uint8Array {
  const length = previousSum.length + body.length + 1;
  if (scratch.length < length) scratch = new Uint8Array(length * 2);
  for (let index = 0; index < previousSum.length; index++) scratch[index] = previousSum.charCodeAt(index);
  scratch.set(body, previousSum.length);
  scratch[length - 1] = CLOSING_BRACE;
  return scratch.subarray(0, length);
}

function standsAt(line: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++)
    if (line[at + index] !== expected[index]) return false;
  return true;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

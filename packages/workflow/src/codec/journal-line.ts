// One line of a journal: canonical JSON whose last "}" is replaced by `,"sum":"<13>"}`.
// The sum is XXH64 over the previous line's sum and this line without its own, so a changed, missing, doubled or
// swapped line breaks the chain. It finds damage; the seal finds tampering.
import { canonicalJson } from "./canonical-json.ts";
import { xxh64Text } from "./xxh64.ts";

export const SUM_CHARS = 13;
/** `,"sum":"` and, after the sum, `"}` */
export const TAIL_BYTES = 8 + SUM_CHARS + 2;
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
  if (bodyEnd < 1) return null;
  const sum = xxh64Text(preimageOf(line.subarray(0, bodyEnd), previousSum));
  return latin1.decode(line.subarray(bodyEnd)) === `,"sum":"${sum}"}` ? sum : null;
}

/** The sum a line carries. It says something only of a line that was checked. */
export function writtenSum(line: Uint8Array): string {
  return latin1.decode(line.subarray(line.length - 2 - SUM_CHARS, line.length - 2));
}

/** The record's JSON inside a line that was checked. */
export function jsonOfLine(line: Uint8Array): string {
  return `${decoder.decode(line.subarray(0, line.length - TAIL_BYTES))}}`;
}

/** The same check and the JSON, for a line as text. */
export function unchainLine(text: string, previousSum: string): { json: string; sum: string } | null {
  const bytes = encoder.encode(text);
  const sum = sumOfLine(bytes, previousSum);
  return sum === null ? null : { json: jsonOfLine(bytes), sum };
}

/** Re-chains the bytes of a checked line to another predecessor: a fork takes lines over without reading their JSON. */
export function rechainLine(line: Uint8Array, previousSum: string): { bytes: Uint8Array; sum: string } {
  const sum = xxh64Text(preimageOf(line.subarray(0, line.length - TAIL_BYTES), previousSum));
  const bytes = line.slice();
  encoder.encodeInto(sum, bytes.subarray(line.length - 2 - SUM_CHARS));
  return { bytes, sum };
}

// Every line of every thread passes here, so the bytes to hash are put together in one buffer that is kept.
let scratch = new Uint8Array(64 * 1024);

function preimageOf(body: Uint8Array, previousSum: string): Uint8Array {
  const length = previousSum.length + body.length + 1;
  if (scratch.length < length) scratch = new Uint8Array(length * 2);
  encoder.encodeInto(previousSum, scratch);
  scratch.set(body, previousSum.length);
  scratch[length - 1] = CLOSING_BRACE;
  return scratch.subarray(0, length);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const latin1 = new TextDecoder("latin1");

// One line of a journal: canonical JSON whose last "}" is replaced by `,"sum":"<13>"}`.
// The sum is XXH64 over the previous line's sum and this line without its own, so a changed, missing, doubled or
// swapped line breaks the chain. It finds damage; the seal finds tampering.
import { canonicalJson } from "./canonical-json.ts";
import { xxh64Text } from "./xxh64.ts";

/** `,"sum":"0123456789ABC"}` */
const TAIL_CHARS = 23;
const TAIL = /^,"sum":"([0-9A-HJKMNP-TV-Z]{13})"\}$/;

export type JournalLine = { text: string; sum: string };

/** The line (without newline) for a record's canonical JSON, chained to the line before. */
export function chainLine(json: string, previousSum: string): JournalLine {
  const sum = xxh64Text(previousSum + json);
  return { text: `${json.slice(0, -1)},"sum":"${sum}"}`, sum };
}

export function encodeRecord(record: object, previousSum: string): JournalLine {
  return chainLine(canonicalJson(record), previousSum);
}

/** The record's JSON text and sum, or null when the line is damaged or not chained to `previousSum`. */
export function unchainLine(text: string, previousSum: string): { json: string; sum: string } | null {
  const tail = TAIL.exec(text.slice(-TAIL_CHARS));
  if (tail === null) return null;
  const json = `${text.slice(0, -TAIL_CHARS)}}`;
  const sum = xxh64Text(previousSum + json);
  return sum === tail[1] ? { json, sum } : null;
}

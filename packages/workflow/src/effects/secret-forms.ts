// The spellings in which a secret turns up: as it is, escaped for JSON or a URL, in base64 and in hex.
import type { Form } from "./redactor.ts";

/** A shorter value would hit ordinary words. */
export const SECRET_CHARS_MIN = 4;
/** A line of a longer secret, such as a private key, is told apart from ordinary text from here on. */
const LINE_CHARS_MIN = 16;
/** What base64 makes of a secret in the middle of other text; shorter pieces are not told apart. */
const CORE_CHARS_MIN = 8;
/** As `base64` and PEM break lines. */
const BASE64_LINES = [76, 64];

export function formsOf(name: string, value: string): Form[] {
  if (value.length < SECRET_CHARS_MIN) return [];
  const spellings = new Set([
    ...[value, value.trim(), ...linesOf(value)].flatMap(plainForms),
    ...base64Forms(Buffer.from(value)),
  ]);
  return [...spellings].filter((text) => text.length >= SECRET_CHARS_MIN).map((text) => ({ text, name }));
}

function linesOf(value: string): string[] {
  const lines = value.split(/\r?\n/);
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= LINE_CHARS_MIN);
}

function plainForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const url = encodeURIComponent(text.toWellFormed());
  const form = new URLSearchParams({ v: text }).toString().slice(2);
  const hex = Buffer.from(text).toString("hex");
  return [
    text,
    json,
    json.replaceAll("/", "\\/"),
    asciiOnly(json),
    url,
    lower(url),
    form,
    lower(form),
    hex,
    hex.toUpperCase(),
  ];
}

/** As some write JSON: every character beyond ASCII is escaped. */
function asciiOnly(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** `%2f` for `%2F`: both are in use. */
function lower(escaped: string): string {
  return escaped.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());
}

/** Alone, in lines, and inside a longer text (`user:password`), where it may begin at any of three places of a group. */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString("base64");
  const lines = BASE64_LINES.flatMap((chars) => whole.match(new RegExp(`.{1,${chars}}`, "g")) ?? []).filter(
    (line) => line.length >= LINE_CHARS_MIN && line.length < whole.length,
  );
  const cores = [0, 1, 2]
    .map((before) => coreOf(bytes, before))
    .filter((core) => core.length >= CORE_CHARS_MIN);
  return [whole, bytes.toString("base64url"), ...lines, ...cores, ...cores.map(forUrl)];
}

/** The characters that follow from the secret alone, whatever stands before and after it. */
function coreOf(bytes: Buffer, before: number): string {
  const shifted = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor(((before + bytes.length) * 8) / 6);
  return shifted.slice(from, to);
}

function forUrl(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

// The canonical form of values that are known to be plain: what JSON.parse answered, or a record made here. It writes
// the same text as canonicalJson, several times faster, since members are read directly and no path is kept. What came
// from a bundle or an executor goes through canonicalJson first.
import type { Json } from "#contract/command.ts";

/** Throws what JSON could not carry: a line that does not read back is worse than none. */
export function plainJson(value: object | Json | undefined, depth = 0): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`${value} is not JSON`);
      return `${value}`;
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (depth > DEPTH_MAX) throw new TypeError(`nested deeper than ${DEPTH_MAX}`);
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeMembers(value, depth + 1);
    default:
      throw new TypeError(`a ${typeof value} is not JSON`);
  }
}

const DEPTH_MAX = 300;

function quote(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("a lone surrogate is not JSON");
  return JSON.stringify(text);
}

function writeArray(value: readonly Json[], depth: number): string {
  let text = "[";
  for (let index = 0; index < value.length; index++)
    text += (index === 0 ? "" : ",") + plainJson(value[index], depth);
  return `${text}]`;
}

function writeMembers(value: object, depth: number): string {
  let text = "";
  for (const key of sortedKeys(value)) {
    const member = plainJson((value as { [key: string]: Json })[key], depth);
    text += `${text === "" ? "{" : ","}${quotedKey(key)}:${member}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** What was parsed from a canonical text is in order already. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  for (let index = 1; index < keys.length; index++)
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort();
  return keys;
}

/** The keys of our records come again and again. */
const KEYS_MAX = 256;
const quotedKeys = new Map<string, string>();

function quotedKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = quote(key);
  if (quotedKeys.size < KEYS_MAX) quotedKeys.set(key, quoted);
  return quoted;
}

// Most schemas of params and receipts say little: a type, members, a few limits. For those, whether a value fits is
// decided here, twenty times faster than the library does it. Only a yes counts: a no, and every schema with a word
// that is not known here, goes to the library, which also finds the words for it.
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";

export type Fits = (value: Json) => boolean;

/** Null when the schema says more than is understood here. */
export function quickFit(schema: Json | undefined, depth = 0): Fits | null {
  if (schema === true) return () => true;
  if (!isObject(schema) || depth > DEPTH_MAX) return null;
  const checks: Fits[] = [];
  for (const [word, says] of Object.entries(schema)) {
    if (ANNOTATIONS.has(word)) continue;
    const make = WORDS.get(word);
    const check = make === undefined ? null : make(says, schema, depth + 1);
    if (check === null) return null;
    checks.push(check);
  }
  return (value) => checks.every((check) => check(value));
}

const DEPTH_MAX = 32;

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "default",
  "description",
  "title",
  "examples",
  "deprecated",
  "$comment",
]);

type MakeCheck = (says: Json, schema: JsonSchema, depth: number) => Fits | null;

const WORDS: ReadonlyMap<string, MakeCheck> = new Map<string, MakeCheck>([
  ["type", (says) => ofType(says)],
  ["enum", (says) => (isFlat(says) ? (value) => says.includes(value) : null)],
  ["const", (says) => (isScalar(says) ? (value) => value === says : null)],
  ["minimum", (says) => ofNumber(says, (value, limit) => value >= limit)],
  ["maximum", (says) => ofNumber(says, (value, limit) => value <= limit)],
  ["minItems", (says) => ofLength(says, Array.isArray, (length, limit) => length >= limit)],
  ["maxItems", (says) => ofLength(says, Array.isArray, (length, limit) => length <= limit)],
  // A character is one or two code units; where that matters the answer is no, and the library counts.
  [
    "minLength",
    (says) => ofLength(says, isText, (length, limit) => length >= (limit > 1 ? 2 * limit : limit)),
  ],
  ["items", (says, schema, depth) => ofItems(says, schema, depth)],
  ["properties", (says, _, depth) => ofProperties(says, depth)],
  ["required", (says) => ofRequired(says)],
  ["additionalProperties", (says, schema, depth) => ofOthers(says, schema, depth)],
  ["anyOf", (says, _, depth) => ofAny(says, depth)],
]);

function ofType(says: Json): Fits | null {
  const test = typeof says === "string" ? TYPES.get(says) : undefined;
  return test ?? null;
}

const TYPES: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ["string", isText],
  ["number", (value) => typeof value === "number"],
  ["integer", (value) => Number.isInteger(value)],
  ["boolean", (value) => typeof value === "boolean"],
  ["null", (value) => value === null],
  ["array", (value) => Array.isArray(value)],
  ["object", (value) => isObject(value)],
]);

function ofNumber(says: Json, holds: (value: number, limit: number) => boolean): Fits | null {
  return typeof says === "number" ? (value) => typeof value !== "number" || holds(value, says) : null;
}

function ofLength(
  says: Json,
  concerns: (value: Json) => boolean,
  holds: (length: number, limit: number) => boolean,
): Fits | null {
  if (typeof says !== "number") return null;
  return (value) => !concerns(value) || holds((value as Json[] | string).length, says);
}

function ofItems(says: Json, schema: JsonSchema, depth: number): Fits | null {
  if (schema.prefixItems !== undefined) return null;
  const fits = quickFit(says, depth);
  return fits === null ? null : (value) => !Array.isArray(value) || value.every((item) => fits(item));
}

function ofProperties(says: Json, depth: number): Fits | null {
  if (!isObject(says)) return null;
  const members: [string, Fits][] = [];
  for (const [name, part] of Object.entries(says)) {
    const fits = quickFit(part, depth);
    if (fits === null) return null;
    members.push([name, fits]);
  }
  return (value) =>
    !isObject(value) ||
    members.every(([name, fits]) => !Object.hasOwn(value, name) || fits(value[name] as Json));
}

function ofRequired(says: Json): Fits | null {
  if (!Array.isArray(says) || !says.every(isText)) return null;
  return (value) => !isObject(value) || says.every((name) => Object.hasOwn(value, name as string));
}

function ofOthers(says: Json, schema: JsonSchema, depth: number): Fits | null {
  if (schema.patternProperties !== undefined) return null;
  const known = new Set(Object.keys(isObject(schema.properties) ? schema.properties : {}));
  const fits = says === false ? () => false : quickFit(says, depth);
  if (fits === null) return null;
  return (value) =>
    !isObject(value) || Object.keys(value).every((name) => known.has(name) || fits(value[name] as Json));
}

function ofAny(says: Json, depth: number): Fits | null {
  if (!Array.isArray(says)) return null;
  const branches: Fits[] = [];
  for (const part of says) {
    const fits = quickFit(part, depth);
    if (fits === null) return null;
    branches.push(fits);
  }
  return (value) => branches.some((fits) => fits(value));
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

function isFlat(says: Json): says is Json[] {
  return Array.isArray(says) && says.every(isScalar);
}

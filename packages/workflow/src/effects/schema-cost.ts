// How much work a schema can make of a value, before any of it is done. What is cheap is checked where it is asked for;
// the rest is checked aside, with a deadline (realm/schema-checks.ts), since schemas and values come from bundles.
//
// SCHEMA-1. A schema without references is a tree: each of its nodes looks at each node of the value at most once.
// SCHEMA-2. `uniqueItems` compares every item with every other; a pattern tries as often as its quantifiers multiply.
// SCHEMA-3. What is not understood here counts as dear: references, formats, groups and alternatives in a pattern.
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";

/** Comparisons: some milliseconds. */
const STEPS_MAX = 200_000;

export function isCheap(schema: JsonSchema, value: Json): boolean {
  const words = wordsOf(schema);
  if (!words.isTree) return false;
  const size: Size = { nodes: 0, longest: 0, widest: 0 };
  // What is larger than this is dear whatever else it is.
  measure(value, size, STEPS_MAX / words.nodes);
  const unique = words.isUnique ? size.widest : 1;
  const tries = words.patterns.reduce((most, pattern) => Math.max(most, triesOf(pattern, size.longest)), 1);
  return words.nodes * size.nodes * unique * tries <= STEPS_MAX;
}

type Words = { nodes: number; isTree: boolean; isUnique: boolean; patterns: Pattern[] };

const known = new WeakMap<JsonSchema, Words>();

function wordsOf(schema: JsonSchema): Words {
  const present = known.get(schema);
  if (present !== undefined) return present;
  const words: Words = { nodes: 0, isTree: true, isUnique: false, patterns: [] };
  readWords(schema, words, 0);
  known.set(schema, words);
  return words;
}

const DEPTH_MAX = 200;
/** They lead elsewhere, or bring patterns of the library's own. */
const DEAR: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef", "format"]);

/** A member named like a word of the language counts as that word: at worst the check is made aside. */
function readWords(part: Json, words: Words, depth: number): void {
  words.nodes += 1;
  if (depth > DEPTH_MAX || words.nodes > STEPS_MAX) words.isTree = false;
  if (typeof part !== "object" || part === null || !words.isTree) return;
  if (Array.isArray(part)) {
    for (const item of part) readWords(item, words, depth + 1);
    return;
  }
  for (const [key, member] of Object.entries(part)) {
    if (DEAR.has(key)) words.isTree = false;
    if (key === "uniqueItems" && member === true) words.isUnique = true;
    if (key === "pattern" && typeof member === "string") addPattern(member, words);
    if (key === "patternProperties" && typeof member === "object" && member !== null)
      for (const pattern of Object.keys(member)) addPattern(pattern, words);
    readWords(member, words, depth + 1);
  }
}

function addPattern(source: string, words: Words): void {
  const pattern = readPattern(source);
  if (pattern === null) words.isTree = false;
  else words.patterns.push(pattern);
}

/** How often each quantifier may repeat beyond what it must. */
type Pattern = { repeats: number[]; isAnchored: boolean };

/** Characters, classes and quantifiers one after the other, and nothing else. */
const ATOM =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{\w+(?:=\w+)?\}|\\u[0-9a-fA-F]{4}|\\[^1-9kpPu]|[^[\](){}|*+?^$\\]/uy;
const QUANTIFIER = /[*+?]\??|\{(\d+)(,(\d*))?\}\??/uy;

/** Null for a pattern that says more. */
function readPattern(source: string): Pattern | null {
  const isAnchored = source.startsWith("^");
  const end = source.endsWith("$") && !source.endsWith("\\$") ? source.length - 1 : source.length;
  const repeats: number[] = [];
  for (let at = isAnchored ? 1 : 0; at < end; ) {
    ATOM.lastIndex = at;
    const atom = ATOM.exec(source);
    if (atom === null) return null;
    at += atom[0].length;
    QUANTIFIER.lastIndex = at;
    const quantifier = QUANTIFIER.exec(source);
    if (quantifier === null) continue;
    at += quantifier[0].length;
    repeats.push(repeatsOf(quantifier));
    if (at > end) return null;
  }
  return { repeats, isAnchored };
}

function repeatsOf([text, least, range, most]: RegExpExecArray): number {
  if (text.startsWith("?")) return 1;
  if (least === undefined || most === "") return Infinity;
  return range === undefined ? 0 : Math.max(0, Number(most) - Number(least));
}

function triesOf({ repeats, isAnchored }: Pattern, length: number): number {
  let tries = isAnchored ? 1 : length + 1;
  for (const times of repeats) tries *= Math.min(times, length) + 1;
  return tries;
}

type Size = { nodes: number; longest: number; widest: number };

function measure(value: Json, size: Size, nodesMax: number): void {
  size.nodes += 1;
  if (typeof value === "string") size.longest = Math.max(size.longest, value.length);
  if (typeof value !== "object" || value === null || size.nodes > nodesMax) return;
  if (Array.isArray(value)) size.widest = Math.max(size.widest, value.length);
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) size.longest = Math.max(size.longest, key.length);
    measure(member, size, nodesMax);
    if (size.nodes > nodesMax) return;
  }
}

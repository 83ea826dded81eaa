// Why code that came back said something else: a guess from the two values and from what the code can reach.

import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";

const NOW = "the time: take it from `yield* now()` instead of Date.now(), new Date() or performance.now()";
const CHANCE = "chance: take it from `yield* random(16)` instead of Math.random() or crypto";
const ORDER = "an order that changes: sort it, or let `yield* any([...])` decide a race";

/** `uses`: the free names of the code. */
export function likelyCause(
  expected: Json | undefined,
  actual: Json | undefined,
  uses: readonly string[],
): string {
  const values = [expected, actual];
  if (values.every(isTime)) return `it looks like ${NOW}`;
  if (values.every(isUuid) || values.every(isFraction)) return `it looks like ${CHANCE}`;
  if (isReordered(expected, actual)) return `it looks like ${ORDER}`;
  if (values.every(isCount))
    return `it looks like a counter outside the generator, or the process id: ${INSIDE}`;
  const suspects = Object.entries(SUSPECTS).flatMap(([name, what]) => (uses.includes(name) ? [what] : []));
  if (suspects.length > 0)
    return `the code uses ${uses.filter((name) => name in SUSPECTS).join(", ")}: ${suspects[0]}`;
  return `something that is not in a yield decides here: ${INSIDE}`;
}

const INSIDE = "keep what changes inside the generator, or let it come in through a yield";
const FILES = "what is outside has to come in through an effect, or as a --var";

const SUSPECTS: Record<string, string> = {
  Date: NOW,
  performance: NOW,
  Math: CHANCE,
  crypto: CHANCE,
  process: FILES,
  fetch: FILES,
  Bun: FILES,
  setTimeout: ORDER,
};

const MS_FROM = 1_000_000_000_000;
const MS_TO = 5_000_000_000_000;

function isTime(value: Json | undefined): boolean {
  if (typeof value === "number") return value >= MS_FROM && value < MS_TO;
  if (typeof value !== "string" || value.length > 80) return false;
  return (
    /\b\d{4}-\d{2}-\d{2}(T\d{2}:|\b)/.test(value) ||
    /\b1[6-9]\d{11}\b|\b2\d{12}\b/.test(value) ||
    isDateText(value)
  );
}

function isDateText(value: string): boolean {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) /.test(value) && !Number.isNaN(Date.parse(value));
}

function isUuid(value: Json | undefined): boolean {
  return typeof value === "string" && /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/.test(value);
}

function isFraction(value: Json | undefined): boolean {
  const found = typeof value === "string" ? /\b0\.\d{6,}/.test(value) : value;
  return found === true || (typeof found === "number" && found > 0 && found < 1);
}

function isCount(value: Json | undefined): boolean {
  return /^\d{1,7}$/.test(String(value)) && (typeof value === "number" || typeof value === "string");
}

/** The same pieces in another order. */
function isReordered(a: Json | undefined, b: Json | undefined): boolean {
  const [one, other] = [piecesOf(a), piecesOf(b)];
  return one.length > 1 && one.length === other.length && one.sort().join("\n") === other.sort().join("\n");
}

function piecesOf(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(item));
  if (isObject(value)) return Object.entries(value).map((entry) => JSON.stringify(entry));
  return typeof value === "string" ? value.split(/[\s,;|]+/) : [];
}

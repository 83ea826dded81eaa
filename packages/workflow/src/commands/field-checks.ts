// What one field of a command may hold. Plain checks: they run for every yield, and zod would cost more than it says.
import { isObject as isRecord } from "#codec/is-object.ts";
import { nearest } from "#codec/nearest.ts";

/** What is wrong, to be read after the name of the field; `at` is the path below it. */
export type Misfit = { message: string; at?: string };
export type FieldCheck = (value: unknown) => Misfit | null;

export const isAnything: FieldCheck = () => null;

export const isString: FieldCheck = (value) => (typeof value === "string" ? null : mustBe("a string", value));

export const isText: FieldCheck = (value) => (value === "" ? { message: "is empty" } : isString(value));

export const isBoolean: FieldCheck = (value) =>
  typeof value === "boolean" ? null : mustBe("true or false", value);

export const isFalse: FieldCheck = (value) => (value === false ? null : mustBe("false", value));

export const isList: FieldCheck = (value) => (Array.isArray(value) ? null : mustBe("a list", value));

export const isObject: FieldCheck = (value) => (isRecord(value) ? null : mustBe("an object", value));

export const isNames: FieldCheck = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((name) => isText(name) === null)
    ? null
    : { message: "must be a list of at least one name" };

export function oneOf(values: readonly string[]): FieldCheck {
  const known = values.map((value) => JSON.stringify(value)).join(", ");
  const expected = values.length === 1 ? known : `one of ${known}`;
  return (value) => (values.includes(value as string) ? null : mustBe(expected, value));
}

export function wholeNumber({ min, max }: { min: number; max?: number }): FieldCheck {
  const expected =
    max === undefined
      ? `a whole number, ${min} or more`
      : `a whole number between ${min} and ${max.toLocaleString("en")}`;
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= (max ?? Infinity)
      ? null
      : mustBe(expected, value);
}

/** With its zone, or a day, which is UTC: a local time would mean another moment on another machine. */
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

const isMoment = wholeNumber({ min: 0, max: Date.UTC(9999, 11, 31) });

export const isInstant: FieldCheck = (value) => {
  const fits =
    typeof value === "string"
      ? ISO_INSTANT.test(value) && !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10))
      : isMoment(value) === null;
  return fits
    ? null
    : mustBe("milliseconds since the epoch or an ISO 8601 date such as 2030-01-31T09:00:00Z", value);
};

/** The platform takes February 31 for March 3. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}

const RETRY_FIELDS: ReadonlyMap<string, FieldCheck> = new Map([
  ["max", wholeNumber({ min: 1 })],
  ["backoff", (value) => (isNumber(value, 1) ? null : mustBe("a number, 1 or more", value))],
  ["delayMs", wholeNumber({ min: 0 })],
  ["maxDelayMs", wholeNumber({ min: 0 })],
]);

export const isRetry: FieldCheck = (value) => {
  if (value === false) return null;
  if (!isRecord(value)) return mustBe("false or an object", value);
  for (const [key, member] of Object.entries(value)) {
    const check = RETRY_FIELDS.get(key);
    const misfit = check === undefined ? unknownKey(key, [...RETRY_FIELDS.keys()]) : check(member);
    if (misfit !== null) return { ...misfit, at: `.${key.slice(0, 80)}` };
  }
  return null;
};

function unknownKey(key: string, known: readonly string[]): Misfit {
  const guess = nearest(key, known);
  return {
    message:
      guess === null ? `is unknown (known: ${known.join(", ")})` : `is unknown; did you mean \`${guess}\`?`,
  };
}

function mustBe(expected: string, value: unknown): Misfit {
  return { message: `must be ${expected}, not ${shown(value)}` };
}

/** Short values are told as they are: "not 1.5" helps more than "not a number". */
function shown(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && value.length <= 40) return JSON.stringify(value);
  return nameOf(value);
}

export function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function isNumber(value: unknown, min: number): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= min;
}

// What one field may hold: the value on each side of every limit, and the words that tell what is wrong.
import { describe, expect, test } from "bun:test";
import {
  type FieldCheck,
  isAnything,
  isBoolean,
  isFalse,
  isInstant,
  isList,
  isNames,
  isObject,
  isRetry,
  isString,
  isText,
  nameOf,
  oneOf,
  wholeNumber,
} from "#commands/field-checks.ts";

const LAST_DAY = Date.UTC(9999, 11, 31);
const CHECKS: Record<string, FieldCheck> = {
  isAnything,
  isBoolean,
  isFalse,
  isInstant,
  isList,
  isNames,
  isObject,
  isRetry,
  isString,
  isText,
  "one word": oneOf(["deliver"]),
  "three words": oneOf(["a", "b", "c"]),
  "from 2 up": wholeNumber({ min: 2 }),
  "2 to 4": wholeNumber({ min: 2, max: 4 }),
};
const look = (check: string, value: unknown) => (CHECKS[check] as FieldCheck)(value);

describe("a value that fits is not complained about", () => {
  test.each<[string, unknown]>([
    ["isAnything", null],
    ["isString", ""],
    ["isText", " "],
    ["isBoolean", false],
    ["isFalse", false],
    ["isList", []],
    ["isObject", {}],
    ["isObject", Object.create(null)],
    ["isNames", ["ann"]],
    ["one word", "deliver"],
    ["three words", "c"],
    ["from 2 up", 2],
    ["from 2 up", Number.MAX_SAFE_INTEGER],
    ["2 to 4", 2],
    ["2 to 4", 4],
    ["isInstant", 0],
    ["isInstant", LAST_DAY],
    ["isInstant", "2030-01-31"],
    ["isInstant", "2032-02-29"],
    ["isInstant", "2030-01-31T23:30:00-11:00"],
    ["isInstant", "2030-01-31T09:00Z"],
    ["isInstant", "2030-01-31T09:00:00.123456Z"],
    ["isInstant", "2030-01-31T09:00:00-11:30"],
    ["isRetry", false],
    ["isRetry", {}],
    ["isRetry", { max: 1, backoff: 1, delayMs: 0, maxDelayMs: 0 }],
  ])("%s: %j", (check, value) => {
    expect(look(check, value)).toBeNull();
  });
});

describe("PROMISE-6: a value that does not fit is told with what was expected, and what came", () => {
  test.each<[string, unknown, string]>([
    ["isString", 5, "must be a string, not 5"],
    ["isString", null, "must be a string, not null"],
    ["isString", undefined, "must be a string, not undefined"],
    ["isText", "", "is empty"],
    ["isText", [], "must be a string, not a list"],
    ["isBoolean", "true", 'must be true or false, not "true"'],
    ["isBoolean", null, "must be true or false, not null"],
    ["isFalse", true, "must be false, not a boolean"],
    ["isFalse", 0, "must be false, not 0"],
    ["isList", { length: 1 }, "must be a list, not an object"],
    ["isObject", [], "must be an object, not a list"],
    ["isObject", null, "must be an object, not null"],
    ["isNames", [], "must be a list of at least one name"],
    ["isNames", ["ann", ""], "must be a list of at least one name"],
    ["isNames", ["ann", 5], "must be a list of at least one name"],
    ["isNames", "ann", "must be a list of at least one name"],
    ["one word", "Deliver", 'must be "deliver", not "Deliver"'],
    ["three words", "d", 'must be one of "a", "b", "c", not "d"'],
    ["three words", ["a"], 'must be one of "a", "b", "c", not a list'],
    ["from 2 up", 1, "must be a whole number, 2 or more, not 1"],
    ["from 2 up", 2 ** 53, "must be a whole number, 2 or more, not 9007199254740992"],
    ["from 2 up", Number.NaN, "must be a whole number, 2 or more, not NaN"],
    ["2 to 4", 5, "must be a whole number between 2 and 4, not 5"],
    ["2 to 4", 1, "must be a whole number between 2 and 4, not 1"],
    ["2 to 4", 2.5, "must be a whole number between 2 and 4, not 2.5"],
    ["2 to 4", "3", 'must be a whole number between 2 and 4, not "3"'],
  ])("%s: %p", (check, value, message) => {
    expect(look(check, value)).toEqual({ message });
  });

  test("a limit of many digits is written so that it can be read", () => {
    expect(wholeNumber({ min: 0, max: 1_234_567 })(-1)?.message).toContain("between 0 and 1,234,567");
  });

  test("a text of 40 characters is shown, a longer one is only named", () => {
    expect(isList("x".repeat(40))?.message).toBe(`must be a list, not "${"x".repeat(40)}"`);
    expect(isList("x".repeat(41))?.message).toBe("must be a list, not a string");
  });
});

describe("a moment", () => {
  test.each<[unknown, string]>([
    ["2030-01-31T09:00:00", "it has no zone, and would be another moment on another machine"],
    ["2030-01-31T09Z", "an hour without minutes"],
    ["2030-02-31T25:00:00Z", "no day has an hour 25"],
    ["2030-13-01", "there is no month 13"],
    ["2030-02-29", "2030 is no leap year"],
    ["2030-02-31T09:00:00Z", "the platform would take it for March 3"],
    ["2030-04-31T23:30:00-11:00", "April has 30 days, in whatever zone"],
    ["30-01-31", "a year of two digits"],
    ["2030-01-31 09:00:00Z", "a space instead of a T"],
    [" 2030-01-31", "a space before it"],
    ["", "an empty text"],
    [-1, "before the epoch"],
    [1.5, "half a millisecond"],
    [LAST_DAY + 1, "beyond the years of four digits"],
    [Number.NaN, "no number"],
    [new Date(0), "a Date is no JSON"],
    [null, "nothing"],
  ])("%p is none: %s", (value) => {
    expect(isInstant(value)?.message).toStartWith(
      "must be milliseconds since the epoch or an ISO 8601 date such as 2030-01-31T09:00:00Z, not ",
    );
  });
});

describe("a retry", () => {
  test.each<[unknown, string | undefined, string]>([
    [true, undefined, "must be false or an object, not a boolean"],
    [null, undefined, "must be false or an object, not null"],
    [[], undefined, "must be false or an object, not a list"],
    [{ max: 0 }, ".max", "must be a whole number, 1 or more, not 0"],
    [{ max: 1.5 }, ".max", "must be a whole number, 1 or more, not 1.5"],
    [{ backoff: 0.99 }, ".backoff", "must be a number, 1 or more, not 0.99"],
    [{ backoff: Infinity }, ".backoff", "must be a number, 1 or more, not Infinity"],
    [{ backoff: "2" }, ".backoff", 'must be a number, 1 or more, not "2"'],
    [{ delayMs: -1 }, ".delayMs", "must be a whole number, 0 or more, not -1"],
    [{ maxDelayMs: -1 }, ".maxDelayMs", "must be a whole number, 0 or more, not -1"],
    [{ maxDelay: 1 }, ".maxDelay", "is unknown; did you mean `maxDelayMs`?"],
    [{ times: 3 }, ".times", "is unknown (known: max, backoff, delayMs, maxDelayMs)"],
    [{ toString: 1 }, ".toString", "is unknown (known: max, backoff, delayMs, maxDelayMs)"],
  ])("%j is told by its member", (value, at, message) => {
    expect(isRetry(value)).toEqual({ message, ...(at === undefined ? {} : { at }) });
  });

  test("the first member that is wrong is the one that is told", () => {
    expect(isRetry({ max: 2, delayMs: -1, backoff: 0 })?.at).toBe(".delayMs");
  });

  test("a name that is far too long is cut where it is told", () => {
    expect(isRetry({ ["k".repeat(500)]: 1 })?.at).toBe(`.${"k".repeat(80)}`);
  });
});

test.each<[unknown, string]>([
  [null, "null"],
  [undefined, "undefined"],
  [[], "a list"],
  [{}, "an object"],
  ["", "a string"],
  [1, "a number"],
  [1n, "a bigint"],
  [() => 1, "a function"],
  [Symbol.iterator, "a symbol"],
])("what %p is called: %s", (value, name) => {
  expect(nameOf(value)).toBe(name);
});

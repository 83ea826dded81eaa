import { expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "#codec/canonical-json.ts";
import { plainJson } from "#codec/plain-json.ts";
import type { Json } from "#contract/command.ts";

test("plain values are written as canonicalJson writes them", () => {
  const values = fc.jsonValue({ stringUnit: "binary", maxDepth: 5 });
  fc.assert(
    fc.property(values, (value) => {
      const text = attempt(() => canonicalJson(value));
      // -0 and integers beyond 2^53 are refused there; no text was parsed into them here.
      if (text !== null) expect(plainJson(value as Json)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test("keys of every order are sorted by their code units", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.integer()), (members) => {
      expect(plainJson(members)).toBe(canonicalJson(members));
    }),
  );
});

test("what JSON cannot carry is refused, wherever it stands", () => {
  const bad = [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, Symbol("s"), "\ud800"];
  for (const value of bad) {
    expect(() => plainJson({ a: [value as Json] })).toThrow(TypeError);
    expect(() => plainJson(value as Json)).toThrow(TypeError);
  }
  expect(() => plainJson({ "\udc00": 1 })).toThrow(TypeError);
});

test("a value that contains itself is refused before the stack ends", () => {
  const round: Json[] = [];
  round.push(round);
  expect(() => plainJson(round)).toThrow("nested deeper");
});

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

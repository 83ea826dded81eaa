import { expect, test } from "bun:test";
import fc from "fast-check";
import { frozenCopy } from "#authoring/frozen-copy.ts";

test("RFC-75: a frozen copy equals the original, is frozen throughout and leaves the original as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const copy = frozenCopy(value);
      expect(JSON.stringify(copy)).toBe(text);
      expect(isFrozenThroughout(copy)).toBe(true);
      if (typeof value === "object" && value !== null) expect(Object.isFrozen(value)).toBe(false);
    }),
  );
});

test("a key __proto__ is a key like any other", () => {
  const copy = frozenCopy(JSON.parse('{"__proto__":{"admin":true}}'));
  expect(Object.keys(copy)).toEqual(["__proto__"]);
  expect(copy.admin).toBeUndefined();
});

function isFrozenThroughout(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout);
}

import { expect, test } from "bun:test";
import fc from "fast-check";
import { decode64 } from "#codec/crockford32.ts";
import { bundleIdOf, isBundleId, xxh64Text } from "#codec/xxh64.ts";

const text = (value: string) => new TextEncoder().encode(value);

test("RFC-22: XXH64 of nothing is ef46db3751d8e999, written EYHPV6X8XHTCS", () => {
  expect(bundleIdOf(new Uint8Array())).toBe("EYHPV6X8XHTCS");
  expect(decode64("EYHPV6X8XHTCS")).toBe(0xef46db3751d8e999n);
});

// From the reference implementation (Cyan4973/xxHash), seed 0.
test.each([
  ["a", 0xd24ec4f1a98c6e5bn],
  ["abc", 0x44bc2cf5ad770999n],
  ["Nobody inspects the spammish repetition", 0xfbcea83c8a378bf1n],
])("RFC-22: XXH64 of %p is the reference's", (input, hash) => {
  expect(decode64(bundleIdOf(text(input)))).toBe(hash);
});

test("RFC-22: text and its UTF-8 bytes have the same hash", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => xxh64Text(value) === xxh64Text(text(value))),
  );
});

test("RFC-22: a view into a larger buffer is hashed as the bytes it shows", () => {
  const whole = text("xxabcyy");
  expect(bundleIdOf(whole.subarray(2, 5))).toBe(bundleIdOf(text("abc")));
});

test("every id is a bundle id", () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => isBundleId(bundleIdOf(bytes))));
});

test.each([
  "",
  "EYHPV6X8XHTC",
  "EYHPV6X8XHTCSS",
  "GYHPV6X8XHTCS",
  "eyhpv6x8xhtcs",
  "EYHPV6X8XHTCU",
  "../../../../x",
  "EYHPV6X8XHTC\n",
])("N10: %p is not a bundle id", (typed) => {
  expect(isBundleId(typed)).toBe(false);
});

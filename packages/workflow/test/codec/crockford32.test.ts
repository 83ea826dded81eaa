import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ALPHABET, decode64, encode64, normaliseCrockford } from "#codec/crockford32.ts";

const anyHash = fc.bigInt(0n, 2n ** 64n - 1n);

test("the alphabet has 32 characters in ascending order, without I, L, O and U", () => {
  expect([...ALPHABET]).toHaveLength(32);
  expect([...ALPHABET].sort().join("")).toBe(ALPHABET);
  expect(ALPHABET).not.toMatch(/[ILOU]/);
});

test("decode64 undoes encode64 for every 64-bit value", () => {
  fc.assert(fc.property(anyHash, (hash) => decode64(encode64(hash)) === hash));
});

test("encode64 writes 13 characters, the first of them 0 to F", () => {
  fc.assert(fc.property(anyHash, (hash) => /^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/.test(encode64(hash))));
});

test("encode64 keeps the order of the numbers", () => {
  fc.assert(fc.property(anyHash, anyHash, (a, b) => a < b === encode64(a) < encode64(b)));
});

test.each([
  [0n, "0000000000000"],
  [1n, "0000000000001"],
  [31n, "000000000000Z"],
  [32n, "0000000000010"],
  [2n ** 32n - 1n, "0000003ZZZZZZ"],
  [2n ** 32n, "0000004000000"],
  [0xef46db3751d8e999n, "EYHPV6X8XHTCS"],
  [2n ** 64n - 1n, "FZZZZZZZZZZZZ"],
])("encode64 pads on the left: %d is %s", (value, text) => {
  expect(encode64(value)).toBe(text);
});

test.each(["U", "I", "L", "O", "a", "-", " ", "é"])(
  "decode64 refuses the character %p, which we never write",
  (char) => {
    expect(() => decode64(`00000${char}`)).toThrow(RangeError);
  },
);

describe("what a person typed", () => {
  test("RFC-34: I and L are read as 1 and O as 0, in any case", () => {
    expect(normaliseCrockford("oOiIlL01")).toBe("00111101");
  });

  test("RFC-34: U is refused in any case", () => {
    expect(normaliseCrockford("01KU")).toBeNull();
    expect(normaliseCrockford("01ku")).toBeNull();
  });

  test("RFC-32: case does not matter", () => {
    fc.assert(
      fc.property(anyHash, (hash) => {
        const text = encode64(hash);
        return normaliseCrockford(text.toLowerCase()) === text && normaliseCrockford(text) === text;
      }),
    );
  });

  test("the answer is null or made of our 32 characters, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const normal = normaliseCrockford(typed);
        return normal === null || [...normal].every((char) => ALPHABET.includes(char));
      }),
    );
  });

  test("a character that becomes one of ours only in upper case is refused", () => {
    // "ı".toUpperCase() is "I", "ſ" becomes "S", "ß" becomes "SS": lookalikes, not what we print.
    expect(["ı", "ſ", "ß", "ﬀ"].map(normaliseCrockford)).toEqual([null, null, null, null]);
  });
});

import { describe, expect, test } from "bun:test";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";

/** Why the value is refused, or "accepted". */
function refusal(value: unknown, limits?: Parameters<typeof canonicalJson>[1]): string {
  try {
    canonicalJson(value, limits);
    return "accepted";
  } catch (error) {
    if (error instanceof NonCanonicalValue) return error.message;
    throw error;
  }
}

function isNumberCanonical(value: number): boolean {
  return !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** Of JSON values, only some numbers are not canonical for us. */
function isCanonical(value: unknown): boolean {
  if (typeof value === "number") return isNumberCanonical(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isCanonical);
}

const jsonValue = fc.jsonValue({ stringUnit: "grapheme", maxDepth: 6 });

describe("laws", () => {
  test("C2: every canonical JSON value is written as RFC 8785 says (as the canonicalize package does)", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        fc.pre(isCanonical(value));
        return canonicalJson(value) === canonicalize(value);
      }),
      { numRuns: 2000 },
    );
  });

  test("C2: a JSON value is refused exactly when it holds -0 or an integer beyond 2^53", () => {
    const spiked = fc.oneof(
      jsonValue,
      fc.array(
        fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(-0, 2 ** 53, 1e300)),
      ),
    );
    fc.assert(fc.property(spiked, (value) => (refusal(value) === "accepted") === isCanonical(value)));
  });

  test("CANONICAL-1: the text parses back to an equal value, and to the same text again", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        fc.pre(isCanonical(value));
        const text = canonicalJson(value);
        const back: unknown = JSON.parse(text);
        return Bun.deepEquals(back, value) && canonicalJson(back) === text;
      }),
    );
  });

  test("the order in which members were set does not matter", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        return canonicalJson(reversed) === canonicalJson(value);
      }),
    );
  });

  test("a value shared by two members is written twice, and is no cycle", () => {
    const shared = { a: [1] };
    expect(canonicalJson({ x: shared, y: [shared, shared] })).toBe(
      '{"x":{"a":[1]},"y":[{"a":[1]},{"a":[1]}]}',
    );
  });
});

describe("RFC 8785's examples", () => {
  test.each([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [
      { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, ö: 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    [[56, { d: true, "10": null, "1": [] }], '[56,{"1":[],"10":null,"d":true}]'],
    [[Number("333333333.33333329"), 4.5, 2e-3, 1e-27], "[333333333.3333333,4.5,0.002,1e-27]"],
    ['€$\u000f\nA\'B"\\\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'],
  ])("%j", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

describe("B5: what JSON would alter is refused with its path", () => {
  class Point {
    x = 1;
  }
  const cycle: Record<string, unknown> = { name: "c" };
  cycle.self = { back: cycle };
  const sparse: unknown[] = [1];
  sparse[2] = 3;

  test.each<[string, unknown, string]>([
    ["an undefined member", { a: { b: undefined } }, "a.b is undefined"],
    ["undefined in an array", [1, undefined], "[1] is undefined"],
    ["undefined itself", undefined, "the value is undefined"],
    ["NaN", { n: Number.NaN }, "n is NaN"],
    ["Infinity", { n: Number.POSITIVE_INFINITY }, "n is Infinity"],
    ["-Infinity", { n: Number.NEGATIVE_INFINITY }, "n is -Infinity"],
    ["-0", { a: [{ n: -0 }] }, "a[0].n is -0"],
    ["2^53", { n: 2 ** 53 }, "n is an integer beyond 2^53"],
    ["-2^53", { n: -(2 ** 53) }, "n is an integer beyond 2^53"],
    ["a BigInt", { n: 1n }, "n is a bigint, which JSON cannot carry"],
    ["a function", { f() {} }, "f is a function, which JSON cannot carry"],
    ["a symbol", { s: Symbol("s") }, "s is a symbol, which JSON cannot carry"],
    ["a symbol key", { [Symbol("k")]: 1 }, "the value has a symbol key"],
    ["a Date", { at: new Date(0) }, "at is a Date, not a plain object"],
    ["a Map", { m: new Map([["a", 1]]) }, "m is a Map, not a plain object"],
    ["a Set", { s: new Set([1]) }, "s is a Set, not a plain object"],
    ["a RegExp", { r: /x/ }, "r is a RegExp, not a plain object"],
    ["an Error", { e: new Error("x") }, "e is a Error, not a plain object"],
    ["a Promise", { p: Promise.resolve(1) }, "p is a Promise, not a plain object"],
    ["a typed array", { b: new Uint8Array(2) }, "b is a Uint8Array, not a plain object"],
    ["a Buffer", { b: Buffer.from("x") }, "b is a Buffer, not a plain object"],
    ["an ArrayBuffer", { b: new ArrayBuffer(1) }, "b is a ArrayBuffer, not a plain object"],
    ["a boxed string", { s: Object("x") }, "s is a String, not a plain object"],
    ["a boxed number", { n: Object(1) }, "n is a Number, not a plain object"],
    ["a class instance", { p: new Point() }, "p is a Point, not a plain object"],
    [
      "an object with a prototype of its own",
      Object.create({ a: 1 }),
      "the value is an instance of a class, not a plain object",
    ],
    ["a subclass of Array", { l: new (class List extends Array {})() }, "l is not a plain array"],
    ["a cycle", cycle, "self.back contains itself"],
    ["a hole", { l: sparse }, "l has holes or named members"],
    ["an array with a named member", { l: Object.assign([1], { x: 1 }) }, "l has holes or named members"],
    ["a getter", Object.defineProperty({}, "g", { get: () => 1, enumerable: true }), "g is a getter"],
    ["a hidden member", Object.defineProperty({}, "h", { value: 1 }), "h is not enumerable"],
    ["a lone high surrogate", { s: "\ud83d" }, "s holds a lone surrogate"],
    ["a lone low surrogate", ["x\ude00"], "[0] holds a lone surrogate"],
    ["a lone surrogate in a key", { "\ud83d": 1 }, "\ud83d holds a lone surrogate"],
    ["a Proxy", { p: new Proxy({}, {}) }, "p is a Proxy"],
    ["a Proxy of an array", new Proxy([], {}), "the value is a Proxy"],
  ])("%s", (_name, value, reason) => {
    expect(refusal(value)).toBe(reason);
  });

  test("nesting deeper than the limit", () => {
    const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);
    expect(refusal(nest(200))).toBe("accepted");
    expect(refusal(nest(201))).toEndWith("is nested deeper than 200");
    expect(refusal([[1]], { depth: 1 })).toBe("[0] is nested deeper than 1");
  });

  test("nesting of any depth is refused and does not exhaust the stack", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = { d: deep };
    expect(refusal(deep)).toEndWith("is nested deeper than 200");
  });
});

describe("what is accepted though it looks odd", () => {
  test("an object without a prototype", () => {
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}');
  });

  test("B6: __proto__ and constructor are keys like any other", () => {
    const value = JSON.parse('{"constructor":{"prototype":1},"__proto__":{"x":1}}');
    expect(canonicalJson(value)).toBe('{"__proto__":{"x":1},"constructor":{"prototype":1}}');
  });

  test("frozen and sealed objects", () => {
    expect(canonicalJson(Object.freeze({ a: Object.seal([1]) }))).toBe('{"a":[1]}');
  });
});

describe("CANONICAL-2: no code of the value runs", () => {
  const ran: string[] = [];
  const trip = (name: string) => () => {
    ran.push(name);
    return undefined;
  };

  test.each<[string, unknown]>([
    ["a getter", Object.defineProperty({}, "g", { get: trip("get"), enumerable: true })],
    ["a getter in an array", Object.defineProperty([0], "0", { get: trip("get"), enumerable: true })],
    ["toJSON", { toJSON: trip("toJSON") }],
    ["an inherited toJSON", Object.create({ toJSON: trip("toJSON") })],
    ["toString and valueOf", { toString: trip("toString"), valueOf: trip("valueOf") }],
    ["Symbol.toPrimitive", { [Symbol.toPrimitive]: trip("toPrimitive") }],
    [
      "a constructor that is a getter",
      Object.create(Object.defineProperty({}, "constructor", { get: trip("constructor") })),
    ],
    ["proxy traps", new Proxy({}, new Proxy({}, { get: (_target, name) => trip(String(name)) }))],
    [
      "proxy traps of a function",
      new Proxy(() => {}, new Proxy({}, { get: (_target, name) => trip(String(name)) })),
    ],
    [
      "a proxy as prototype",
      Object.create(
        new Proxy(
          {},
          { get: trip("get"), getPrototypeOf: () => null, getOwnPropertyDescriptor: trip("gopd") },
        ),
      ),
    ],
  ])("%s", (_name, value) => {
    ran.length = 0;
    expect(refusal({ value })).not.toBe("accepted");
    expect(ran).toEqual([]);
  });

  test("a global replaced by foreign code is not used", () => {
    const wrong = () => {
      throw new Error("foreign code ran");
    };
    const saved = {
      stringify: JSON.stringify,
      sort: Array.prototype.sort,
      ownKeys: Reflect.ownKeys,
      isArray: Array.isArray,
    };
    let text: string;
    try {
      JSON.stringify = wrong as typeof JSON.stringify;
      Array.prototype.sort = wrong;
      Reflect.ownKeys = wrong;
      Array.isArray = wrong as unknown as typeof Array.isArray;
      text = canonicalJson({ b: ["x"], a: 1 });
    } finally {
      JSON.stringify = saved.stringify;
      Array.prototype.sort = saved.sort;
      Reflect.ownKeys = saved.ownKeys;
      Array.isArray = saved.isArray;
    }
    expect(text).toBe('{"a":1,"b":["x"]}');
  });
});

describe("CANONICAL-3: the byte limit", () => {
  test("a value of exactly the limit passes, one byte more is refused as bytes", () => {
    const value = { a: ["xyz", 12, true, null] };
    const size = canonicalJson(value).length;
    expect(canonicalJson(value, { bytes: size })).toHaveLength(size);
    expect(refusal(value, { bytes: size - 1 })).toContain(`over its limit of ${size - 1} bytes`);
  });

  test("an ASCII value passes exactly when its text fits", () => {
    const ascii = fc.jsonValue({ stringUnit: "grapheme-ascii" }).filter(isCanonical);
    fc.assert(
      fc.property(ascii, fc.integer({ min: -3, max: 3 }), (value, spare) => {
        const bytes = canonicalJson(value).length + spare;
        return (refusal(value, { bytes }) === "accepted") === spare >= 0;
      }),
    );
  });

  test("bytes are counted, not characters: a text beyond ASCII that does not fit is refused", () => {
    const value = { content: "€".repeat(100) };
    const bytes = Buffer.byteLength(canonicalJson(value));
    expect(refusal(value, { bytes })).toBe("accepted");
    expect(refusal(value, { bytes: bytes - 1 })).toContain("over its limit");
  });

  test("the walk stops where the limit is passed, however much follows", () => {
    const huge = Array.from({ length: 1000 }, () => "x".repeat(1000));
    expect(refusal(huge, { bytes: 2000 })).toStartWith("[1] takes the value over its limit");
  });
});

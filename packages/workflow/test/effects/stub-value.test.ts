// Stubs: values that stand in for the world in a dry run and a simulation.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { BUILT_IN } from "#effects/built-in.ts";
import { normalise } from "#effects/check-schema.ts";
import { diceFrom } from "#effects/stub-dice.ts";
import { matchingText } from "#effects/stub-pattern.ts";
import { stubValue } from "#effects/stub-value.ts";

function expectStub(schema: JsonSchema, seed: number | null): void {
  const stub = stubValue(schema, seed === null ? null : diceFrom(seed));
  const shown = `${JSON.stringify(schema)} -> ${JSON.stringify(stub)} (seed ${seed})`;
  expect(stub === undefined ? `nothing for ${shown}` : "").toBe("");
  const checked = normalise(schema, stub as Json);
  expect("problem" in checked ? `${checked.problem.message}: ${shown}` : "").toBe("");
}

const SEED = fc.option(fc.integer({ min: 0, max: 2 ** 31 }));

describe("C8: effects of the engine", () => {
  for (const { name, receipt, params, simulate } of BUILT_IN)
    test(`C8: a stub of ${name} fits its receipt and its params`, () => {
      fc.assert(
        fc.property(SEED, (seed) => {
          expectStub(receipt, seed);
          expectStub(params, seed);
          const asked = stubValue(params, seed === null ? null : diceFrom(seed)) as Json;
          if (simulate === undefined) return;
          expectStub(simulate(asked), seed);
          // What stands in for the receipt is a receipt.
          const stub = stubValue(simulate(asked), seed === null ? null : diceFrom(seed)) as Json;
          expect(normalise(receipt, stub)).not.toHaveProperty("problem");
        }),
        { numRuns: 60 },
      );
    });
});

const PATTERNS = [
  "^[0-9a-f]{64}$",
  "^(?:feat|fix|docs)(\\([a-z-]+\\))?: .{1,72}$",
  "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$",
  "^\\d{4}-(0[1-9]|1[0-2])-[0-3]\\d$",
  "^\\p{Lu}\\p{Ll}*$",
  "^v?(\\d+)\\.(\\d+)\\.(\\d+)$",
  "^(['\"])\\w+\\1$",
  "foo|bar",
  "\\u0041+\\x42?\\t",
  "^[^/\\s]+/[^/\\s]+$",
  "^(?!x)[a-z]+$",
  "",
];

const TEXT: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom(...PATTERNS).map((pattern) => ({ type: "string", pattern })),
  fc
    .tuple(fc.nat(30), fc.nat(30))
    .map(([least, more]) => ({ type: "string", minLength: least, maxLength: least + more })),
  fc.tuple(fc.integer({ min: 3, max: 40 }), fc.nat(4)).map(([least, more]) => ({
    type: "string",
    pattern: "^[a-z]+-[a-z]+$",
    minLength: least,
    maxLength: least + more,
  })),
  fc
    .constantFrom(
      ...["date", "time", "date-time", "duration", "uri", "url", "uri-reference", "uri-template", "email"],
      ...["hostname", "ipv4", "ipv6", "uuid", "regex", "json-pointer", "relative-json-pointer", "unheard-of"],
    )
    .map((format) => ({ type: "string", format })),
);

const NUMBER: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc
    .tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(50))
    .map(([least, more]) => ({ type: "integer", minimum: least, maximum: least + more })),
  fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 12 })).map(([limit, step]) => ({
    type: "integer",
    exclusiveMinimum: limit,
    multipleOf: step,
  })),
  fc.integer({ min: -99, max: 99 }).map((limit) => ({ type: "number", exclusiveMaximum: limit })),
  fc
    .constantFrom(0.01, 0.1, 0.25, 0.5, 1.5)
    .map((step) => ({ type: "number", multipleOf: step, minimum: 1 })),
  fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 1000 })).map(([least, width]) => ({
    type: "number",
    exclusiveMinimum: least,
    exclusiveMaximum: least + 1 / width,
  })),
);

const SCALAR: fc.Arbitrary<JsonSchema> = fc.oneof(
  TEXT,
  NUMBER,
  fc.constantFrom<JsonSchema>(
    { type: "boolean" },
    { type: "null" },
    { const: { a: [1, null] } },
    { enum: ["a", 2, null, [3]] },
    { type: ["string", "null"], not: { enum: ["", null] } },
    { type: "string", default: "fits", minLength: 1 },
    { type: "string", default: "too long to fit", maxLength: 3 },
    {},
  ),
);

const NAMES = ["a", "b", "c", "key with spaces", "__proto__"];

/** Every one of them is fitted by some value. */
const { schema: SCHEMA } = fc.letrec<{ schema: JsonSchema; object: JsonSchema; array: JsonSchema }>(
  (tie) => ({
    object: fc
      .tuple(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie("schema")), { selector: ([name]) => name }),
        fc.nat(3),
      )
      .map(([members, more]) => ({
        type: "object",
        properties: Object.fromEntries(members),
        required: members.filter((_, index) => index % 2 === 0).map(([name]) => name),
        minProperties: members.length + more,
        patternProperties: { "^k[0-9]+$": { type: "integer" } },
        additionalProperties: more % 2 === 0,
      })),
    array: fc.oneof(
      fc.tuple(tie("schema"), fc.nat(4)).map(([items, least]) => ({ type: "array", items, minItems: least })),
      fc.tuple(fc.nat(6), fc.boolean()).map(([least, isText]) => ({
        type: "array",
        uniqueItems: true,
        minItems: least,
        items: isText
          ? {
              type: "object",
              required: ["id"],
              properties: { id: { type: "string", pattern: "^id-[0-9]+$" } },
            }
          : { type: "integer", minimum: 3 },
      })),
      fc.tuple(tie("schema"), tie("schema")).map(([first, rest]) => ({
        type: "array",
        prefixItems: [first, { const: 7 }],
        items: rest,
        minItems: 3,
      })),
      fc
        .nat(3)
        .map((least) => ({ type: "array", contains: { const: "x" }, minContains: least + 1, maxItems: 9 })),
    ),
    schema: fc.oneof(
      { maxDepth: 3 },
      SCALAR,
      tie("object"),
      tie("array"),
      fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      tie("object").map((one) => ({
        allOf: [
          { type: "object", required: ["z"] },
          { properties: { z: NEXT } },
          { ...one, additionalProperties: true },
        ],
      })),
      tie("schema").map((one) => ({
        oneOf: [{ const: "only here" }, { allOf: [one, { not: { const: "only here" } }] }],
      })),
      NUMBER.map((number) => ({
        type: "object",
        required: ["kind"],
        properties: { kind: { enum: ["number", "nothing"] } },
        if: { properties: { kind: { const: "number" } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { required: ["number"], properties: { number } },
        else: { maxProperties: 1 },
      })),
    ),
  }),
);
const NEXT: JsonSchema = { $ref: "#/$defs/list" };

function rooted(schema: JsonSchema): JsonSchema {
  const next: JsonSchema = { anyOf: [NEXT, { type: "null" }] };
  const list: JsonSchema = {
    type: "object",
    required: ["next", "sum"],
    properties: { next, sum: { $ref: "#/$defs/sum" } },
  };
  return {
    type: "object",
    required: ["root"],
    properties: { root: schema },
    $defs: { list, sum: { type: "string", pattern: "^[0-9a-f]{8}$" } },
  };
}

test("C8: a stub of every schema that effects.yaml takes passes the check of a real payload", () => {
  fc.assert(
    fc.property(SCHEMA, SEED, (schema, seed) => expectStub(rooted(schema), seed)),
    // A search is bounded, so a strange schema may end without a value: the same ones are tried every time.
    { numRuns: 400, seed: 91 },
  );
}, 60_000);

test("C8: a text made from an expression matches it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PATTERNS.filter((one) => !one.includes("(?="))),
      fc.nat(),
      fc.nat(9),
      (pattern, seed, spare) => {
        if (pattern.includes("(?!")) return;
        expect(matchingText(pattern, diceFrom(seed), spare)).toMatch(new RegExp(pattern, "u"));
      },
    ),
  );
});

test("C8: the plainest value is the same every time, a drawn one the same for its seed", () => {
  fc.assert(
    fc.property(SCHEMA, fc.nat(), (schema, seed) => {
      expect(stubValue(schema)).toEqual(stubValue(schema) as Json);
      expect(stubValue(schema, diceFrom(seed))).toEqual(stubValue(schema, diceFrom(seed)) as Json);
    }),
    { numRuns: 50 },
  );
});

const NONE: Record<string, JsonSchema> = {
  "a range without a number": { type: "integer", minimum: 3, maximum: 2 },
  "a const of another type": { type: "string", const: 5 },
  "a required member that is not allowed": { type: "object", required: ["a"], additionalProperties: false },
  "fewer values than unique items": {
    type: "array",
    items: { type: "boolean" },
    uniqueItems: true,
    minItems: 3,
  },
  "an object without an end": { type: "object", required: ["a"], properties: { a: { $ref: "#" } } },
  "a schema that excludes itself": { allOf: [{ not: {} }] },
};

for (const [what, schema] of Object.entries(NONE))
  test(`STUB-1, STUB-2: ${what} has no stub, and the search ends`, () => {
    expect(stubValue(schema)).toBeUndefined();
    expect(stubValue(schema, diceFrom(1))).toBeUndefined();
  });

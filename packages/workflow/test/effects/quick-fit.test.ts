import { expect, test } from "bun:test";
import { type Schema, Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { BUILT_IN } from "#effects/built-in.ts";
import { quickFit } from "#effects/quick-fit.ts";

const NAMES = ["a", "b", "__proto__", "toString"];
const limit = fc.integer({ min: 0, max: 3 });
const scalar = fc.oneof(
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.integer({ min: -2, max: 4 }),
  fc.boolean(),
  fc.constant(null),
);

const schemas = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(true as Json),
    fc.constantFrom(
      ...["string", "number", "integer", "boolean", "null", "array", "object"].map((type) => ({ type })),
    ),
    fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: scalar }),
    fc.record({ type: fc.constant("string"), minLength: limit, maxLength: limit }),
    fc.record({ minimum: limit, maximum: limit }),
    fc.record({ items: tie("schema"), minItems: limit }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record(
      {
        properties: members(tie("schema")),
        required: fc.subarray(NAMES),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      },
      { requiredKeys: ["properties"] },
    ),
  ) as fc.Arbitrary<Json>,
})).schema;

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    members(tie("value")),
  ) as fc.Arbitrary<Json>,
})).value;

function members(of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.array(fc.tuple(fc.constantFrom(...NAMES), of), { maxLength: 3 }).map(Object.fromEntries);
}

test("what fits quickly fits by the library too", () => {
  let yes = 0;
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      if (quickFit(schema)?.(value) !== true) return;
      yes += 1;
      expect(new Validator(structuredClone(schema) as Schema, "2020-12").validate(value).valid).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  expect(yes).toBeGreaterThan(500);
});

test("a schema with a word it does not know is left to the library", () => {
  for (const word of [
    "pattern",
    "oneOf",
    "not",
    "$ref",
    "if",
    "format",
    "multipleOf",
    "uniqueItems",
    "unheard-of",
  ])
    expect(quickFit({ type: "object", properties: { a: { [word]: "x" } } })).toBeNull();
  expect(quickFit({ items: true, prefixItems: [true] })).toBeNull();
  expect(quickFit({ additionalProperties: false, patternProperties: {} })).toBeNull();
});

test("the params of what every store has are decided without the library, where no pattern is in them", () => {
  const quick = BUILT_IN.filter(({ params }) => quickFit(params as JsonSchema) !== null).map(
    ({ name }) => name,
  );
  expect(quick).toContain("sys/exec@1");
  expect(quick).toContain("sys/http.request@1");
});

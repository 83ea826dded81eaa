// What stands in for the world while a bundle is simulated: values of the right shape, other ones for every seed.
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { normalise } from "#effects/check-schema.ts";
import { shapeOf } from "#engine/simulate.ts";
import type { Random } from "./random.ts";

/** Half of the time the plainest value, as in a dry run: many flows go on only with that. */
export function stubValue(schema: JsonSchema, random: Random): Json {
  const plain = shapeOf(schema);
  if (random.chance(0.5)) return plain;
  const drawn = draw(schema, random, 0);
  return "problem" in normalise(schema, drawn) ? plain : drawn;
}

const DEPTH_MAX = 12;

function draw(schema: JsonSchema, random: Random, depth: number): Json {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return random.pick(schema.enum);
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray) as Json[] | undefined;
  const branch = branches === undefined || branches.length === 0 ? null : random.pick(branches);
  if (isObject(branch) && depth < DEPTH_MAX) return draw(branch, random, depth + 1);
  const { type } = schema;
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case "object":
      return drawObject(schema, random, depth);
    case "array":
      return drawItems(schema, random, depth);
    case "string":
      return drawText(schema, random);
    case "integer":
      return drawNumber(schema, random);
    case "number":
      return drawNumber(schema, random) + random.pick([0, 0.5]);
    case "boolean":
      return random.chance(0.5);
    default:
      return schema.properties === undefined ? null : drawObject(schema, random, depth);
  }
}

function drawObject(schema: JsonSchema, random: Random, depth: number): Json {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const value: { [key: string]: Json } = {};
  if (depth >= DEPTH_MAX) return value;
  for (const [key, member] of Object.entries(properties))
    if (isObject(member) && (required.includes(key) || random.chance(0.5)))
      value[key] = draw(member, random, depth + 1);
  return value;
}

function drawItems(schema: JsonSchema, random: Random, depth: number): Json {
  const { items, minItems } = schema;
  const count = (typeof minItems === "number" ? minItems : 0) + random.int(0, 3);
  if (!isObject(items) || depth >= DEPTH_MAX) return [];
  return Array.from({ length: Math.min(count, 20) }, () => draw(items, random, depth + 1));
}

function drawNumber({ minimum, maximum }: JsonSchema, random: Random): number {
  const from = typeof minimum === "number" ? Math.ceil(minimum) : 0;
  const to = typeof maximum === "number" ? Math.floor(maximum) : from + 100;
  return random.int(from, Math.max(to, from) + 1);
}

const WORDS = ["alpha", "beta", "gamma", "delta", "a longer answer with several words", "1", ""];

function drawText({ minLength, maxLength }: JsonSchema, random: Random): string {
  const text = random.pick(WORDS).padEnd(typeof minLength === "number" ? minLength : 0, "x");
  return typeof maxLength === "number" ? text.slice(0, maxLength) : text;
}

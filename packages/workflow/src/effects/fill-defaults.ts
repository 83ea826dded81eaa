// `default` is an annotation: validators pass it over. Here it counts, wherever a schema speaks of a member without a
// choice: in properties, items, prefixItems, allOf and local references. What stands under anyOf, oneOf or if is left
// alone, for which branch applies is not known before the value is complete.
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";

/** A value is 200 levels deep at most, and references come between. */
const DEPTH_MAX = 1000;
/** A schema may refer to itself twice, and so on. */
const VISITS_MAX = 1_000_000;

/** The value given is not changed: a copy, or itself where the schema has no default anywhere. */
export function fillDefaults(schema: JsonSchema, value: Json): Json {
  if (!hasDefaults(schema)) return value;
  return fill(schema, value, { root: schema, depth: 0, visits: { count: 0 } });
}

const known = new WeakMap<JsonSchema, boolean>();

function hasDefaults(schema: JsonSchema): boolean {
  const present = known.get(schema);
  if (present !== undefined) return present;
  const found = JSON.stringify(schema).includes('"default":');
  known.set(schema, found);
  return found;
}

type At = { root: JsonSchema; depth: number; visits: { count: number } };

function fill(schema: Json | undefined, value: Json, at: At): Json {
  at.visits.count += 1;
  if (at.depth > DEPTH_MAX || at.visits.count > VISITS_MAX) throw new RangeError("no end in sight");
  const deeper = { ...at, depth: at.depth + 1 };
  if (!isObject(schema)) return structuredClone(value);
  let filled = value;
  for (const part of partsOf(schema, at.root)) filled = fill(part, filled, deeper);
  if (Array.isArray(filled)) return fillItems(schema, filled, deeper);
  return isObject(filled) ? fillProperties(schema, filled, deeper) : filled;
}

function partsOf(schema: JsonSchema, root: JsonSchema): Json[] {
  const parts = Array.isArray(schema.allOf) ? [...schema.allOf] : [];
  const target = typeof schema.$ref === "string" ? lookUp(schema.$ref, root) : undefined;
  return target === undefined ? parts : [target, ...parts];
}

/** References out of the schema are the validator's to refuse. */
export function lookUp(reference: string, root: JsonSchema): Json | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let found: Json | undefined = root;
  for (const part of reference.slice(2).split("/")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, name)
        ? member(found, name)
        : undefined;
  }
  return found;
}

function member(of: Json[] | { [key: string]: Json }, name: string): Json | undefined {
  return (of as { [key: string]: Json })[name];
}

function fillProperties(schema: JsonSchema, value: { [key: string]: Json }, at: At): Json {
  const filled = new Map(Object.entries(value));
  const described = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  for (const [name, part] of described) {
    const present = filled.get(name);
    const start = present === undefined && isObject(part) ? part.default : present;
    if (start !== undefined) filled.set(name, fill(part, start, at));
  }
  const others = schema.additionalProperties;
  if (isObject(others))
    for (const [name, present] of filled)
      if (!described.some(([known]) => known === name)) filled.set(name, fill(others, present, at));
  return Object.fromEntries(filled);
}

function fillItems(schema: JsonSchema, value: Json[], at: At): Json {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  return value.map((item, index) => fill(index < first.length ? first[index] : schema.items, item, at));
}

// Lists and objects: which places they must have, and which schemas speak of each.
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { diceFrom } from "./stub-dice.ts";
import { matchingText } from "./stub-pattern.ts";
import { limits, type Turn } from "./stub-scalar.ts";

/** Who makes what stands in them. */
export type PlaceMaker = { make(schemas: Json[], depth: number, from?: number): Json | undefined };

const ITEMS_MAX = 10_000;

export function itemsOf(parts: JsonSchema[], maker: PlaceMaker, depth: number, how: Turn): Json | undefined {
  const least = Math.max(...limits(parts, "minItems"), 0);
  const most = Math.min(...limits(parts, "maxItems"), ITEMS_MAX);
  const wanted = parts.flatMap(containedIn);
  const more = how.dice === null ? how.turn % 4 : how.dice.int(0, 4);
  const count = Math.min(Math.max(least, wanted.length) + more, Math.max(most, least));
  if (count > ITEMS_MAX) return undefined;
  const isUnique = parts.some((part) => part.uniqueItems === true);
  const items: Json[] = [];
  const seen = new Set<string>();
  const usual = new Map<string, Json>();
  for (let at = 0; at < count; at++) {
    const schemas = [...itemSchemas(parts, at), ...(wanted[at] === undefined ? [] : [wanted[at] as Json])];
    // A long list of equal items is made once.
    const place = at < PLACES_APART || isUnique || how.dice !== null ? null : String(schemas.length);
    const known = place === null ? undefined : usual.get(place);
    const item =
      known ?? (isUnique ? another(maker, schemas, depth, at, seen) : maker.make(schemas, depth + 1));
    if (item === undefined) return items.length >= least && items.length >= wanted.length ? items : undefined;
    if (place !== null) usual.set(place, item);
    items.push(item);
  }
  return items;
}

/** Items up to here may each have a schema of their own. */
const PLACES_APART = 64;
const OTHERS = 30;

function another(
  maker: PlaceMaker,
  schemas: Json[],
  depth: number,
  at: number,
  seen: Set<string>,
): Json | undefined {
  for (let from = at; from < at + OTHERS; from++) {
    const item = maker.make(schemas, depth + 1, from);
    const text = JSON.stringify(item);
    if (item === undefined || seen.has(text)) continue;
    seen.add(text);
    return item;
  }
  return undefined;
}

function itemSchemas(parts: JsonSchema[], at: number): Json[] {
  return parts.flatMap(({ prefixItems, items }) => {
    const first = Array.isArray(prefixItems) ? prefixItems : [];
    const schema = at < first.length ? first[at] : items;
    return schema === undefined || Array.isArray(schema) ? [] : [schema];
  });
}

function containedIn({ contains, minContains }: JsonSchema): Json[] {
  if (contains === undefined) return [];
  return Array.from({ length: typeof minContains === "number" ? minContains : 1 }, () => contains);
}

export function membersOf(
  parts: JsonSchema[],
  maker: PlaceMaker,
  depth: number,
  how: Turn,
): Json | undefined {
  const required = requiredOf(parts);
  const least = Math.max(...limits(parts, "minProperties"), 0);
  const most = Math.min(...limits(parts, "maxProperties"), Infinity);
  const value: { [key: string]: Json } = Object.create(null);
  const put = (key: string): boolean => {
    const made = maker.make(memberSchemas(parts, key), depth + 1, how.dice === null ? how.turn : 0);
    if (made !== undefined) value[key] = made;
    return made !== undefined;
  };
  for (const key of required) if (!put(key)) return undefined;
  const size = () => Object.keys(value).length;
  for (const key of optionalOf(parts, required))
    if (size() < least || (size() < most && isDrawn(how))) put(key);
  for (let n = 0; size() < least && n < 4 * least; n++) {
    const key = nameOf(parts, maker, depth, how.turn + n);
    if (key !== undefined && !(key in value)) put(key);
  }
  return size() < least ? undefined : Object.fromEntries(Object.entries(value));
}

/** A dry run has what must be there; a simulation has all sorts of things. */
function isDrawn({ dice, turn }: Turn): boolean {
  return dice !== null && turn < 30 && dice.chance(0.5);
}

function requiredOf(parts: JsonSchema[]): string[] {
  const keys = new Set(
    parts.flatMap(({ required }) => (Array.isArray(required) ? required : [])) as string[],
  );
  for (const key of keys)
    for (const { dependentRequired } of parts) {
      const also = isObject(dependentRequired) ? dependentRequired[key] : undefined;
      if (Array.isArray(also)) for (const one of also) keys.add(one as string);
    }
  return [...keys];
}

function optionalOf(parts: JsonSchema[], required: string[]): string[] {
  const named = parts.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  return [...new Set(named)].filter((key) => !required.includes(key));
}

function memberSchemas(parts: JsonSchema[], key: string): Json[] {
  return parts.flatMap(({ properties, patternProperties, additionalProperties }) => {
    const own = isObject(properties) && Object.hasOwn(properties, key) ? [properties[key] as Json] : [];
    const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
    const matched = patterns.filter(([pattern]) => new RegExp(pattern, "u").test(key)).map(([, one]) => one);
    const known = [...own, ...matched];
    return known.length > 0 || additionalProperties === undefined ? known : [additionalProperties];
  });
}

/** Of a member that no schema names. */
function nameOf(parts: JsonSchema[], maker: PlaceMaker, depth: number, n: number): string | undefined {
  const rules = parts.flatMap(({ propertyNames }) => (propertyNames === undefined ? [] : [propertyNames]));
  const patterns = parts.flatMap(({ patternProperties: of }) => (isObject(of) ? Object.keys(of) : []));
  const isClosed = parts.some((part) => part.additionalProperties === false);
  const pattern = patterns[n % Math.max(patterns.length, 1)];
  if (isClosed)
    return pattern === undefined ? undefined : (matchingText(pattern, diceFrom(n), n % 8) ?? undefined);
  if (rules.length === 0) return `x${n}`;
  const name = maker.make([{ type: "string" }, ...rules], depth + 1, n);
  return typeof name === "string" ? name : undefined;
}

// A value that fits a JSON Schema, for a world that is not there: in a dry run the plainest one, in a simulation another
// for every seed.
//
// STUB-1. What is returned passes the same check as a real payload; where none is found, nothing is returned.
// STUB-2. The search ends: it looks at so many values and no more.
//
// A value is made from below. For each place all schemas that speak of it are brought together (references, allOf, one
// branch of anyOf and oneOf, then or else), a value is made that is likely to fit them, and it is checked there and then.
// What these words do not tell (`not`, one branch and no other, look-aheads) is found by trying again.
import type { Schema } from "@cfworker/json-schema";
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { normalise } from "./check-schema.ts";
import { type Dice, diceFrom } from "./stub-dice.ts";
import { itemsOf, membersOf } from "./stub-members.ts";
import { numbersOf, type Turn, textsOf } from "./stub-scalar.ts";

/** `dice`: none for the plainest value. Undefined when no value was found. */
export function stubValue(schema: JsonSchema, dice: Dice | null = null): Json | undefined {
  const maker = new StubMaker(schema, dice);
  for (let turn = 0; turn < ROOT_TURNS; turn++) {
    const value = maker.make([maker.root], 0, turn);
    if (value !== undefined && !("problem" in normalise(schema, value))) return value;
  }
  return undefined;
}

const ROOT_TURNS = 8;
const TURNS = 40;
const DEPTH_MAX = 40;
/** Turns and values, in all places together. */
const LOOKS_MAX = 20_000;
/** Below this, a branch that leads on to other places comes after those that do not. */
const DEPTH_PLAIN = 2;

export class StubMaker {
  readonly root: JsonSchema;
  private readonly fitsPart: (schema: Json, value: Json) => boolean;
  private readonly targetOf: (part: JsonSchema) => Json | undefined;
  private readonly later: Dice = diceFrom(7);
  private looks = 0;

  constructor(
    schema: JsonSchema,
    private readonly dice: Dice | null,
  ) {
    const library = require("@cfworker/json-schema") as typeof import("@cfworker/json-schema");
    // It writes marks into the schema it is given.
    this.root = structuredClone(schema);
    const places = library.dereference(this.root as Schema);
    this.targetOf = ({ $ref, __absolute_ref__ }) =>
      places[String(__absolute_ref__ ?? $ref)] as Json | undefined;
    this.fitsPart = (part, value) =>
      typeof part === "boolean"
        ? part
        : library.validate(value, part as Schema, "2020-12", places, true).valid;
  }

  /** A value that fits all of them; `from`: another one for each number. */
  make(schemas: Json[], depth: number, from = 0): Json | undefined {
    if (depth > DEPTH_MAX) return undefined;
    for (let turn = from; turn < from + TURNS; turn++) {
      const how = {
        turn,
        dice: turn === 0 ? this.dice : (this.dice ?? (turn % 2 === 0 ? this.later : null)),
      };
      // Also where nothing comes of it: a schema may lead to itself in every turn.
      if (++this.looks > LOOKS_MAX) return undefined;
      const parts = this.together(schemas, depth, how);
      if (parts === null) continue;
      for (const value of this.valuesOf(parts, depth, how)) {
        this.looks += 1;
        if (this.fits(schemas, value)) return value;
      }
    }
    return undefined;
  }

  fits(schemas: Json[], value: Json): boolean {
    try {
      return schemas.every((schema) => this.fitsPart(schema, value));
    } catch {
      // A schema that refers to itself without end.
      return false;
    }
  }

  /** Every schema that speaks of this place, without those that only lead to others. Null where nothing may stand. */
  private together(schemas: Json[], depth: number, how: Turn): JsonSchema[] | null {
    const parts: JsonSchema[] = [];
    const open = [...schemas];
    const seen = new Set<Json>();
    while (open.length > 0) {
      const part = open.shift() as Json;
      if (part === false) return null;
      if (!isObject(part) || seen.has(part)) continue;
      seen.add(part);
      parts.push(part);
      const target = part.$ref === undefined ? undefined : this.targetOf(part);
      if (target !== undefined) open.push(target);
      for (const one of [part.anyOf, part.oneOf])
        if (Array.isArray(one)) open.push(branchOf(one, depth, how));
      if (Array.isArray(part.allOf)) open.push(...part.allOf);
      if (part.if !== undefined) open.push(...wayOf(part, how));
      if (isObject(part.dependentSchemas)) open.push(...dependentOn(part.dependentSchemas, parts));
    }
    return parts;
  }

  private *valuesOf(parts: JsonSchema[], depth: number, how: Turn): Generator<Json> {
    const { turn } = how;
    const given = parts.find((part) => part.const !== undefined);
    if (given !== undefined) return yield given.const as Json;
    const choices = parts.find((part) => Array.isArray(part.enum))?.enum as Json[] | undefined;
    if (choices !== undefined) return yield* turned(choices, how);
    for (const part of parts) if (part.default !== undefined && turn === 0) yield part.default;
    const types = typesOf(parts);
    const type = types[how.dice === null ? turn % types.length : how.dice.int(0, types.length)];
    yield* this.ofType(type, parts, depth, how);
  }

  private *ofType(type: string | undefined, parts: JsonSchema[], depth: number, how: Turn): Generator<Json> {
    switch (type) {
      case "null":
        return yield null;
      case "boolean":
        return yield* turned([false, true], how);
      case "integer":
      case "number":
        return yield* numbersOf(parts, type === "integer", how);
      case "string":
        return yield* textsOf(parts, how);
      case "array":
        return yield* some(itemsOf(parts, this, depth, how));
      case "object":
        return yield* some(membersOf(parts, this, depth, how));
    }
  }
}

function* some(value: Json | undefined): Generator<Json> {
  if (value !== undefined) yield value;
}

/** All of them, another one first each time. */
function turned(choices: Json[], { turn, dice }: Turn): Json[] {
  const first = (dice === null ? turn : dice.int(0, choices.length)) % Math.max(choices.length, 1);
  return [...choices.slice(first), ...choices.slice(0, first)];
}

function branchOf(branches: Json[], depth: number, { turn, dice }: Turn): Json {
  const leads = (branch: Json) =>
    Number(depth > DEPTH_PLAIN && isObject(branch) && branch.$ref !== undefined);
  const ordered = branches.toSorted((one, other) => leads(one) - leads(other));
  const at = dice === null ? turn % ordered.length : dice.int(0, ordered.length);
  return (leads(ordered[at] as Json) === 1 && turn % 4 !== 3 ? ordered[0] : ordered[at]) ?? false;
}

function wayOf(part: JsonSchema, { turn, dice }: Turn): Json[] {
  const isThen = dice === null ? turn % 2 === 0 : dice.chance(0.5);
  return isThen ? [part.if ?? true, part.then ?? true] : [part.else ?? true];
}

function dependentOn(dependent: { [key: string]: Json }, parts: JsonSchema[]): Json[] {
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  return Object.entries(dependent).flatMap(([key, schema]) => (required.includes(key) ? [schema] : []));
}

const ALL_TYPES = ["null", "string", "object", "array", "boolean", "integer", "number"];

/** Those that every part allows; where none says so, the one its words speak of. */
function typesOf(parts: JsonSchema[]): string[] {
  const said = parts.flatMap(({ type }) => (type === undefined ? [] : [[type].flat() as string[]]));
  if (said.length === 0) return impliedBy(parts);
  return said.reduce((left, right) => left.flatMap((one) => narrower(one, right)));
}

function narrower(type: string, among: string[]): string[] {
  if (among.includes(type)) return [type];
  if (type === "number" && among.includes("integer")) return ["integer"];
  return type === "integer" && among.includes("number") ? ["integer"] : [];
}

const SPEAKS_OF: [string, string[]][] = [
  ["object", ["properties", "required", "patternProperties", "minProperties", "propertyNames"]],
  ["array", ["items", "prefixItems", "minItems", "contains", "uniqueItems"]],
  ["string", ["pattern", "format", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

function impliedBy(parts: JsonSchema[]): string[] {
  const found = SPEAKS_OF.find(([, words]) => parts.some((part) => words.some((word) => word in part)));
  return found === undefined ? ALL_TYPES : [found[0], ...ALL_TYPES];
}

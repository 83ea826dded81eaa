// JSON Schemas of params and receipts: defaults filled in, then the value checked.
//
// The validator interprets a schema, it does not compile one: the worker forbids code from strings.
import type { Schema, Validator } from "@cfworker/json-schema";
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import { fillDefaults, lookUp } from "./fill-defaults.ts";
import { type Fits, quickFit } from "./quick-fit.ts";

/** `path`: `argv[0]`, or nothing for the value as a whole. */
export type Problem = { path: string; message: string };

/** The value with every `default` of the schema filled in, so that leaving one out and spelling it out are the same. */
export function normalise(schema: JsonSchema, value: Json): { value: Json } | { problem: Problem } {
  try {
    const filled = fillDefaults(schema, value);
    const problem = check(schema, filled);
    return problem === null ? { value: filled } : { problem };
  } catch (error) {
    return { problem: unusable(error) };
  }
}

/** Null when the value fits. */
export function check(schema: JsonSchema, value: Json): Problem | null {
  try {
    if (quickFitOf(schema)?.(value) === true) return null;
    const { valid, errors } = validatorOf(schema).validate(value);
    if (valid) return null;
    const first = errors.at(-1);
    return {
      path: pathOf(first?.instanceLocation ?? "#"),
      message: first === undefined ? "does not fit its schema" : inWords(first.error),
    };
  } catch (error) {
    return unusable(error);
  }
}

/** Throws when a schema cannot be one: a pattern that does not read, a reference that leads nowhere. */
export function assertSchema(schema: JsonSchema): void {
  assertPatterns(schema);
  assertFewBranches(schema);
  for (const sample of [null, true, 0, "", [], {}]) validatorOf(schema).validate(sample);
}

/** Schemas that look at the same value as the one they stand in; each may name the next twice. */
const BRANCHES_MAX = 10_000;

function assertFewBranches(schema: JsonSchema): void {
  const counts = new Map<Json, number>();
  const count = (part: Json | undefined): number => {
    if (!isObject(part)) return 1;
    const present = counts.get(part);
    if (present !== undefined) return present;
    // One that comes back to itself ends the library's recursion at once.
    counts.set(part, 1);
    const all = branchesOf(part, schema).reduce<number>((sum, branch) => sum + count(branch), 1);
    counts.set(part, all);
    return all;
  };
  if (count(schema) > BRANCHES_MAX) throw new Error(`it branches into more than ${BRANCHES_MAX} schemas`);
}

function branchesOf(part: JsonSchema, root: JsonSchema): (Json | undefined)[] {
  const lists = [part.allOf, part.anyOf, part.oneOf].filter(Array.isArray).flat() as Json[];
  const target = typeof part.$ref === "string" ? [lookUp(part.$ref, root)] : [];
  const dependent = isObject(part.dependentSchemas) ? Object.values(part.dependentSchemas) : [];
  return [...lists, ...target, ...dependent, part.not, part.if, part.then, part.else];
}

const quickFits = new WeakMap<JsonSchema, Fits | null>();

function quickFitOf(schema: JsonSchema): Fits | null {
  const present = quickFits.get(schema);
  if (present !== undefined) return present;
  const made = quickFit(schema);
  quickFits.set(schema, made);
  return made;
}

const validators = new WeakMap<JsonSchema, Validator>();

function validatorOf(schema: JsonSchema): Validator {
  const present = validators.get(schema);
  if (present !== undefined) return present;
  // 16 ms to load; a workflow without effects never needs it.
  const library = require("@cfworker/json-schema") as typeof import("@cfworker/json-schema");
  // It writes marks into the schema it is given.
  const validator = new library.Validator(structuredClone(schema) as Schema, "2020-12");
  validators.set(schema, validator);
  return validator;
}

function assertPatterns(schema: Json): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, member] of Object.entries(schema)) {
    if (key === "pattern" && typeof member === "string") new RegExp(member, "u");
    if (key === "patternProperties" && typeof member === "object" && member !== null)
      for (const pattern of Object.keys(member)) new RegExp(pattern, "u");
    assertPatterns(member);
  }
}

/** What the library says of a member that `additionalProperties: false` does not allow helps nobody. */
function inWords(error: string): string {
  return error === "False boolean schema." ? "is not among the members the schema allows" : error;
}

/** `#/argv/0` is `argv[0]`. */
function pathOf(location: string): string {
  let path = "";
  for (const part of location.split("/").slice(1)) {
    const name = decodeURI(part).replaceAll("%23", "#").replaceAll("~1", "/").replaceAll("~0", "~");
    if (/^\d+$/.test(name)) path += `[${name}]`;
    else path += path === "" ? name : `.${name}`;
  }
  return path;
}

function unusable(error: unknown): Problem {
  const said =
    error instanceof RangeError
      ? "it refers to itself without end"
      : error instanceof Error
        ? error.message
        : "";
  return { path: "", message: `the schema itself cannot be used: ${said}` };
}

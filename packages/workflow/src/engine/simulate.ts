// A dry run touches nothing: people say yes, time passes at once, effects are answered with values of the right shape.
import { isObject } from "#codec/is-object.ts";
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, Executor, JsonSchema } from "#contract/effect.ts";
import type { CommandRecord, Unstamped } from "#contract/record.ts";
import type { Leaf } from "#replay/fold-yield.ts";
import { sleepReceipt } from "./due-records.ts";
import type { Identity } from "./intent-id.ts";
import type { Sign } from "./make-receipt.ts";

/** What stands in for the answer of a waiting command. */
export async function simulatedAnswer(
  leaf: Leaf,
  now: number,
  identity: Identity,
  sign: Sign,
): Promise<Unstamped<CommandRecord>[]> {
  const { opening } = leaf;
  if (opening.kind !== "intent") return [];
  const { n, index, id } = opening;
  if (opening.do === "sleep") return [await sleepReceipt(opening, identity, sign)];
  const decision = {
    kind: "decision" as const,
    n,
    index,
    intent: id,
    actor: "dry-run",
    at: new Date(now).toISOString(),
  };
  if (opening.do === "input") {
    const value = opening.defaults ?? shapeOf(opening.schema);
    return [{ ...decision, decision: "answer", value, simulated: true }];
  }
  // Nothing was really handed over, so nothing is in doubt.
  return [{ ...decision, decision: leaf.isUnknown ? "retry" : "approve", simulated: true }];
}

/** `given`: what the user wants the effects to answer, in order; then values shaped by their schemas. */
export function simulatedExecutors(given: Json[]): (definition: EffectDefinition) => Promise<Executor> {
  let next = 0;
  return async (definition) => async (call) => ({
    status: "ok",
    payload:
      next < given.length
        ? (given[next++] as Json)
        : shapeOf(definition.simulate?.(call.params) ?? definition.receipt),
  });
}

/** The plainest value that fits a schema: its default, its first choice, its required members. */
export function shapeOf(schema: JsonSchema, depth = 0): Json {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  const branch = firstOf(schema.anyOf) ?? firstOf(schema.oneOf) ?? firstOf(schema.allOf);
  if (branch !== null && depth < DEPTH_MAX) return shapeOf(branch, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return shapeOfObject(schema, depth);
    case "array":
      return itemsOf(schema, depth);
    case "string":
      return "x".repeat(numberOf(schema.minLength));
    case "integer":
    case "number":
      return numberOf(schema.minimum);
    case "boolean":
      return false;
    default:
      return schema.properties === undefined ? null : shapeOfObject(schema, depth);
  }
}

const DEPTH_MAX = 16;

function shapeOfObject(schema: JsonSchema, depth: number): Json {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const value: { [key: string]: Json } = {};
  if (depth >= DEPTH_MAX) return value;
  for (const key of required) {
    const member = typeof key === "string" ? properties[key] : undefined;
    if (typeof key === "string") value[key] = isObject(member) ? shapeOf(member, depth + 1) : null;
  }
  return value;
}

function itemsOf(schema: JsonSchema, depth: number): Json[] {
  const item = isObject(schema.items) && depth < DEPTH_MAX ? shapeOf(schema.items, depth + 1) : null;
  return Array.from({ length: Math.min(numberOf(schema.minItems), 100) }, () => item);
}

function firstOf(branches: Json | undefined): JsonSchema | null {
  const first = Array.isArray(branches) ? branches[0] : undefined;
  return isObject(first) ? first : null;
}

function numberOf(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}

import type { JsonSchema } from "@uncaged/workflow/executor";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const TEXT: JsonSchema = { type: "string" };
export const COUNT: JsonSchema = { type: "integer", minimum: 0 };
export const MAP: JsonSchema = { type: "object" };

/** A field nobody knows is a typing error (AOS-88). */
export function closed(properties: { [name: string]: Json }, required = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A dry run: an answer of the shape that was asked for. */
export function shapeAsked(receipt: JsonSchema, params: Json): JsonSchema {
  const { schema, prompt } = params as { schema?: JsonSchema; prompt?: string };
  const properties = receipt.properties as { [name: string]: Json };
  const text: JsonSchema = { const: `(dry run) ${prompt ?? ""}`.slice(0, 200).trim().toWellFormed() };
  const required = receipt.required as string[];
  if (schema === undefined) return { ...receipt, properties: { ...properties, text } };
  return {
    ...receipt,
    properties: { ...properties, text, object: schema },
    required: [...required, "object"],
  };
}

import type { JsonSchema } from "@uncaged/workflow/executor";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const TEXT: JsonSchema = { type: "string" };
export const COUNT: JsonSchema = { type: "integer", minimum: 0 };
export const MAP: JsonSchema = { type: "object" };

/** A field nobody knows is a typing error (AOS-88). */
export function closed(properties: { [name: string]: Json }, required = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

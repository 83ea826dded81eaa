import type { Json } from "#contract/command.ts";

/** Neither null nor a list. */
export function isObject(value: Json | undefined): value is { [key: string]: Json };
export function isObject(value: unknown): value is Record<string, unknown>;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

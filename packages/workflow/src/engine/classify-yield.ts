// A yielded value is a role output, a command, or a typed refusal. Nothing is guessed.
import { isObject } from "#codec/is-object.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { RoleOutput } from "#contract/workflow.ts";

export type Yielded =
  | { type: "role"; output: RoleOutput }
  /** A command, or a list of them: admission looks closer. */
  | { type: "commands" }
  | { type: "refused"; error: ErrorReport };

const ROLE_KEYS = new Set(["role", "content", "meta"]);

export function classifyYield(value: unknown): Yielded {
  if (Array.isArray(value)) return { type: "commands" };
  if (!isObject(value)) return refuse("", `the generator yielded ${nameOf(value)} instead of a role output`);
  return "do" in value ? { type: "commands" } : classifyRole(value);
}

function classifyRole(value: Record<string, unknown>): Yielded {
  if (typeof value.role !== "string") return refuse("role", wrong("role", "a string", value.role));
  if (value.role === "") return refuse("role", "`role` is empty");
  if (typeof value.content !== "string")
    return refuse("content", wrong("content", "a string", value.content));
  if (!isObject(value.meta)) return refuse("meta", wrong("meta", "an object", value.meta));
  const extra = Object.keys(value).find((key) => !ROLE_KEYS.has(key));
  if (extra !== undefined)
    return refuse(
      extra,
      `a role output has role, content and meta; \`${extra}\` is none of them (put it into meta)`,
    );
  return { type: "role", output: value as RoleOutput };
}

function wrong(key: string, expected: string, value: unknown): string {
  return value === undefined
    ? `the yielded value has no \`${key}\``
    : `\`${key}\` must be ${expected}, not ${nameOf(value)}`;
}

function refuse(field: string, message: string): Yielded {
  return {
    type: "refused",
    error: { code: "SCHEMA_INVALID", message, ...(field === "" ? {} : { details: { field } }) },
  };
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

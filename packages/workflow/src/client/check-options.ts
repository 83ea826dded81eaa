// What a program gives is checked here: a caller in JavaScript has no types.
import { WorkflowError } from "#contract/errors.ts";
import type { Limits } from "./options.ts";

export function checkText(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw new WorkflowError("USAGE", `${what} must be a text, not ${kindOf(value)}`);
}

/** A mistyped option would be passed over in silence. */
export function checkKeys(given: object, known: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new WorkflowError("USAGE", `there is no option "${name}"`, {
        hint: known.join(", "),
        details: { option: name },
      });
}

export function checkWhole(value: unknown, option: string, min: number): number | undefined {
  if (value === undefined) return undefined;
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number;
  throw new WorkflowError("USAGE", `${option} must be a whole number from ${min} on, not ${spelled(value)}`, {
    details: { option },
  });
}

const WHOLE = ["timeoutMs", "maxSteps", "maxParallel", "maxOutputBytes", "maxTokens"] as const;

/** Undefined when there is none. */
export function checkLimits(limits: Limits | undefined): Limits | undefined {
  if (limits === undefined) return undefined;
  const known: readonly string[] = [...WHOLE, "maxCost", "allowUnpriced"];
  for (const name of Object.keys(limits))
    if (!known.includes(name))
      throw new WorkflowError("USAGE", `there is no limit "${name}"`, { hint: known.join(", ") });
  for (const name of WHOLE) checkWhole(limits[name], name, 1);
  const { maxCost, allowUnpriced } = limits;
  if (allowUnpriced !== undefined && allowUnpriced !== true)
    throw new WorkflowError("USAGE", "allowUnpriced must be true, or not there", {
      details: { option: "allowUnpriced" },
    });
  if (maxCost !== undefined && !(Number.isFinite(maxCost) && maxCost > 0))
    throw new WorkflowError("USAGE", `maxCost must be dollars such as 2.50, not ${spelled(maxCost)}`, {
      details: { option: "maxCost" },
    });
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

const VARIABLE = /^[A-Za-z][A-Za-z0-9_.-]*$/;

export function checkVariables(
  variables: Record<string, string> | undefined,
): Record<string, string> | undefined {
  for (const [name, value] of Object.entries(variables ?? {})) {
    if (!VARIABLE.test(name)) throw new WorkflowError("USAGE", `"${name}" is not the name of a variable`);
    checkText(value, `the variable ${name}`);
  }
  return variables;
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}

function spelled(value: unknown): string {
  return typeof value === "number" ? String(value) : kindOf(value);
}

// The keys of a command, and what each may hold. Whatever does not fit exactly is refused: an option that is misspelt
// would be an option that does nothing.
import { isObject } from "#codec/is-object.ts";
import { nearest } from "#codec/nearest.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { type FieldCheck, nameOf } from "./field-checks.ts";

export type Field = { key: string; check: FieldCheck; isRequired: boolean };

/** `isOpen`: further keys are the author's own. `misfit`: what is wrong though every field fits. */
export type Shape = {
  fields: readonly Field[];
  known: readonly string[];
  isOpen: boolean;
  misfit?(value: Record<string, unknown>): CommandProblem | null;
};

/** `field` is the path inside the yielded value, such as `retry.max` or `[2].ms`. */
export type CommandProblem = { code: ErrorCode; message: string; field?: string };

/** Longer ones would leave the range of dates. */
export const CENTURY_MS = 100 * 366 * 24 * 3_600_000;

export function shape(
  required: Record<string, FieldCheck>,
  optional: Record<string, FieldCheck> = {},
  more: Partial<Pick<Shape, "isOpen" | "misfit">> = {},
): Shape {
  const fields = [...fieldsOf(required, true), ...fieldsOf(optional, false)];
  return { fields, known: fields.map(({ key }) => key), isOpen: false, ...more };
}

function fieldsOf(checks: Record<string, FieldCheck>, isRequired: boolean): Field[] {
  return Object.entries(checks).map(([key, check]) => ({ key, check, isRequired }));
}

/** The first reason why `value` does not have the shape of its command. */
export function shapeProblem(
  value: Record<string, unknown>,
  { fields, known, isOpen, misfit }: Shape,
): CommandProblem | null {
  const command = `the command "${value.do}"`;
  // Unknown keys first: a key that is missing is most often one that is misspelt.
  const extra = isOpen ? undefined : Object.keys(value).find((key) => key !== "do" && !known.includes(key));
  if (extra !== undefined) {
    const shown = extra.slice(0, 80);
    return invalid(`${command} has no \`${shown}\`${meant(extra, known)}`, shown);
  }
  for (const { key, check, isRequired } of fields) {
    if (value[key] === undefined && !isRequired) continue;
    if (value[key] === undefined) return invalid(`${command} needs \`${key}\``, key);
    const wrong = check(value[key]);
    if (wrong === null) continue;
    const path = `${key}${wrong.at ?? ""}`;
    return invalid(`\`${path}\` ${wrong.message}`, path);
  }
  return misfit?.(value) ?? null;
}

/** Its name, if it has one; or why it is no command at all. */
export function wordOf(value: unknown): { word: string; value: Record<string, unknown> } | CommandProblem {
  if (!isObject(value)) return invalid(`a command must be an object, not ${nameOf(value)}`);
  if (value.do === undefined) return invalid("the command has no `do`", "do");
  if (typeof value.do !== "string")
    return invalid(`\`do\` must be the name of a command, not ${nameOf(value.do)}`, "do");
  return { word: value.do, value };
}

export function meant(typed: string, known: readonly string[]): string {
  const guess = nearest(typed, known);
  if (guess !== null) return `; did you mean \`${guess}\`?`;
  return known.length === 0 ? "; it takes nothing" : ` (known: ${known.join(", ")})`;
}

export function invalid(message: string, field?: string): CommandProblem {
  return { code: "SCHEMA_INVALID", message, ...(field === undefined ? {} : { field }) };
}

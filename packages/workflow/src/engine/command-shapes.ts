// The keys of every command of contract/command.ts, and what each may hold.
import { EFFECT_CLASSES } from "#contract/effect.ts";
import {
  type FieldCheck,
  isAnything,
  isBoolean,
  isFalse,
  isInstant,
  isList,
  isNames,
  isObject,
  isRetry,
  isString,
  isText,
  oneOf,
  wholeNumber,
} from "./field-checks.ts";

export type Field = { key: string; check: FieldCheck; isRequired: boolean };

/** `isOpen`: further keys are the author's own. */
export type Shape = { fields: readonly Field[]; known: readonly string[]; isOpen: boolean };

/** Longer ones would leave the range of dates. */
const CENTURY_MS = 100 * 366 * 24 * 3_600_000;
/** setTimeout counts in 32 bits. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;
const delivered = oneOf(["deliver"]);

/** A Map, since a workflow may yield `{do: "constructor"}`. */
export const COMMAND_SHAPES: ReadonlyMap<string, Shape> = new Map([
  [
    "effect",
    shape(
      { effect: isString, params: isAnything },
      {
        id: isText,
        key: isText,
        class: oneOf(EFFECT_CLASSES),
        timeoutMs: wholeNumber({ min: 1, max: TIMEOUT_MS_MAX }),
        retry: isRetry,
        issuerRef: isString,
        onFault: delivered,
        onUnknown: delivered,
        reuse: isFalse,
      },
    ),
  ],
  [
    "approve",
    shape(
      { prompt: isText },
      {
        id: isText,
        items: isList,
        ttlMs: wholeNumber({ min: 1, max: CENTURY_MS }),
        approvers: isNames,
        differentApprover: isBoolean,
        onDeny: delivered,
      },
    ),
  ],
  ["input", shape({ prompt: isText, schema: isObject }, { defaults: isAnything, id: isText })],
  ["sleep", shape({}, { ms: wholeNumber({ min: 0, max: CENTURY_MS }), until: isInstant, id: isText })],
  ["now", shape({})],
  ["random", shape({ bytes: wholeNumber({ min: 1, max: 1024 }) })],
  ["context", shape({})],
  ["checkpoint", shape({ state: isAnything })],
  ["continue", shape({ state: isAnything })],
  ["annotate", { ...shape({}), isOpen: true }],
  ["any", shape({ of: isList })],
]);

function shape(required: Record<string, FieldCheck>, optional: Record<string, FieldCheck> = {}): Shape {
  const fields = [...fieldsOf(required, true), ...fieldsOf(optional, false)];
  return { fields, known: fields.map(({ key }) => key), isOpen: false };
}

function fieldsOf(checks: Record<string, FieldCheck>, isRequired: boolean): Field[] {
  return Object.entries(checks).map(([key, check]) => ({ key, check, isRequired }));
}

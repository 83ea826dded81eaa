// The forms of the fields of a record. Each function returns whether a value has the form.
import { isObject } from "./is-object.ts";
import { isUlid } from "./ulid.ts";
import { isBundleId } from "./xxh64.ts";

export type Form = (value: unknown) => boolean;

/** The last moment that ISO 8601 writes with a year of four digits. */
const TIME_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const SHA256 = /^[0-9a-f]{64}$/;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const BASE64URL = /^[A-Za-z0-9_-]{1,256}$/;
/** On one line, whatever shows it. */
const LABEL = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,1024}$/u;

export const isAnything: Form = (value) => value !== undefined;
export const isText: Form = (value) => typeof value === "string";
export const isLabel: Form = (value) => typeof value === "string" && LABEL.test(value);
export const isFlag: Form = (value) => typeof value === "boolean";
export const isTrue: Form = (value) => value === true;
export const isMap: Form = (value) => isObject(value);
export const isList: Form = (value) => Array.isArray(value);
export const isNames: Form = (value) => Array.isArray(value) && value.every(isText);
export const isTexts: Form = (value) => isObject(value) && Object.values(value).every(isText);
export const isCount: Form = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isOrdinal: Form = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
export const isTime: Form = (value) => isCount(value) && (value as number) <= TIME_MAX;
/** Money and spans of time: never less than nothing, never beyond what can be added up. */
export const isAmount: Form = (value) =>
  typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
export const isMoment: Form = (value) =>
  typeof value === "string" && value.length <= 64 && !Number.isNaN(Date.parse(value));
export const isThread: Form = (value) => typeof value === "string" && isUlid(value);
export const isBundle: Form = (value) => typeof value === "string" && isBundleId(value);
export const isSum = isBundle;
export const isDigest: Form = (value) => typeof value === "string" && SHA256.test(value);
export const isCommit: Form = (value) => typeof value === "string" && COMMIT.test(value);
export const isSigned: Form = (value) => typeof value === "string" && BASE64URL.test(value);

export function oneOf(...words: readonly string[]): Form {
  return (value) => words.includes(value as string);
}

/** An object with these members; others may be there, since a newer version may add some. */
export function shape(required: Record<string, Form>, optional: Record<string, Form> = {}): Form {
  return (value) => isObject(value) && misfitIn(value, { required, optional }) === null;
}

export type Shape = { required: Record<string, Form>; optional?: Record<string, Form> };

/** The first member that is missing or of another form; null when all fit. */
export function misfitIn(value: Record<string, unknown>, { required, optional }: Shape): string | null {
  for (const key in required) if (!(required[key] as Form)(value[key])) return key;
  for (const key in optional)
    if (Object.hasOwn(value, key) && !(optional[key] as Form)(value[key])) return key;
  return null;
}

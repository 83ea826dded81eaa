// Readers of a plan's fields: each takes a value as it came and notes what is wrong with it, with its path.
import type { Json } from "#contract/command.ts";

export type Problem = { path: string; message: string };
export type Note = (path: string, message: string) => void;

/** undefined: something was noted. */
export type Reader = (value: unknown, path: string, note: Note) => Json | undefined;

/** `fill` stands for a missing field; without it, and not needed, the field stays away. */
export type Field = { read: Reader; isNeeded?: true; fill?: Json };

export const needed = (read: Reader): Field => ({ read, isNeeded: true });
export const filled = (read: Reader, fill: Json): Field => ({ read, fill });
export const optional = (read: Reader): Field => ({ read });

export function readObject(fields: Record<string, Field>): Reader {
  return (value, path, note) => {
    if (!isRecord(value)) return note(path, `must be an object, not ${nameOf(value)}`) as undefined;
    for (const key of Object.keys(value))
      if (!Object.hasOwn(fields, key))
        note(join(path, key), `unknown key; known are ${Object.keys(fields).join(", ")}`);
    const entries = Object.entries(fields).map(([key, field]) => [
      key,
      readField(value, key, field, path, note),
    ]);
    return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
  };
}

function readField(
  value: Record<string, unknown>,
  key: string,
  { read, isNeeded, fill }: Field,
  path: string,
  note: Note,
): Json | undefined {
  if (Object.hasOwn(value, key)) return read(value[key], join(path, key), note);
  if (isNeeded) note(join(path, key), "is missing");
  return structuredClone(fill);
}

export function readList(read: Reader): Reader {
  return (value, path, note) => {
    if (!Array.isArray(value)) return note(path, `must be a list, not ${nameOf(value)}`) as undefined;
    const items = value.map((item, index) => read(item, `${path}[${index}]`, note));
    return items.filter((item) => item !== undefined);
  };
}

export function readSome(read: Reader): Reader {
  return (value, path, note) => {
    if (Array.isArray(value) && value.length === 0) note(path, "is empty");
    return readList(read)(value, path, note);
  };
}

/** Some text, with more than spaces in it. */
export const readText: Reader = (value, path, note) => {
  if (typeof value !== "string") return note(path, `must be a text, not ${nameOf(value)}`) as undefined;
  if (value.trim() === "") note(path, "is empty");
  return value;
};

export const readFlag: Reader = (value, path, note) => {
  if (typeof value === "boolean") return value;
  note(path, `must be true or false, not ${nameOf(value)}`);
};

export const readCount: Reader = (value, path, note) => {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  note(path, "must be a whole number above 0");
};

export function readOneOf(...words: string[]): Reader {
  return (value, path, note) => {
    if (words.some((word) => word === value)) return value as string;
    note(path, `must be ${words.join(" or ")}`);
  };
}

/** Anything: readClean has seen to it that it is JSON. */
export const readJson: Reader = (value) => value as Json;

export const readRecord: Reader = (value, path, note) => {
  if (isRecord(value)) return value as Json;
  note(path, `must be an object, not ${nameOf(value)}`);
};

/** Deeper, nobody reads it, and walking it could end the stack. */
const DEPTH_MAX = 60;

/** A copy of what canonical JSON can write. */
export const readClean: Reader = (value, path, note) => {
  let isClean = true;
  noteUnclean(value, path, 0, (at, message) => {
    isClean = false;
    note(at, message);
  });
  return isClean ? (structuredClone(value) as Json) : undefined;
};

function noteUnclean(value: unknown, path: string, depth: number, note: Note): void {
  if (depth > DEPTH_MAX) return note(path, `is nested deeper than ${DEPTH_MAX}`);
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) noteUnclean(item, `${path}[${index}]`, depth + 1, note);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) {
      if (key === "__proto__" || !key.isWellFormed()) note(join(path, key), "this key is not accepted");
      noteUnclean(item, join(path, key), depth + 1, note);
    }
  else if (!isPlain(value)) note(path, `${nameOf(value)} that JSON cannot carry exactly`);
}

function isPlain(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "number") return value === null || typeof value === "boolean";
  if (Number.isInteger(value)) return Number.isSafeInteger(value) && !Object.is(value, -0);
  return Number.isFinite(value);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

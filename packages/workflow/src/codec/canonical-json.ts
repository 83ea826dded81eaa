// Canonical JSON (RFC 8785): one byte form for every value, and a refusal for every value JSON would alter.
//
// One walk both checks and writes. A library that only writes would have to be fenced by a walk of our own anyway:
// `canonicalize` turns a Map into {} and drops undefined. The tests compare the output with it.
//
// CANONICAL-1. The text written parses back to a value equal to the one given; nothing is dropped, called or converted.
// CANONICAL-2. No user code runs: accessors, proxies, toJSON and class instances are refused, not consulted.
// CANONICAL-3. The walk stops at the byte limit, so a huge value costs its limit and not its size.
//
// It also runs beside foreign code that may have changed globals, so what it calls is captured here, at load.

import { isProxy } from "node:util/types";

const { getPrototypeOf, getOwnPropertyDescriptor } = Object;
const { ownKeys, apply } = Reflect;
const { isArray, prototype: arrayPrototype } = Array;
const objectPrototype = Object.prototype;
const stringify = JSON.stringify;
const sort = arrayPrototype.sort;
const isSafeInteger = Number.isSafeInteger;
const isInteger = Number.isInteger;
const isFiniteNumber = Number.isFinite;
const isWellFormed = String.prototype.isWellFormed;
const includes = arrayPrototype.includes;
const is = Object.is;
const byteLength = Buffer.byteLength;

export class NonCanonicalValue extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
    readonly kind: "value" | "bytes" = "value",
  ) {
    super(`${path === "" ? "the value" : path} ${reason}`);
  }
}

export function canonicalJson(value: unknown, limits: { bytes?: number; depth?: number } = {}): string {
  const walk: Walk = {
    bytes: 0,
    bytesMax: limits.bytes ?? Infinity,
    depthMax: limits.depth ?? 200,
    open: [],
  };
  return write(value, "", walk);
}

type Walk = { bytes: number; bytesMax: number; depthMax: number; open: object[] };

function write(value: unknown, path: string, walk: Walk): string {
  switch (typeof value) {
    case "string":
      return writeString(value, path, walk);
    case "number":
      return count(writeNumber(value, path), path, walk);
    case "boolean":
      return count(value ? "true" : "false", path, walk);
    case "object":
      return value === null ? count("null", path, walk) : writeObject(value, path, walk);
    case "undefined":
      throw new NonCanonicalValue(path, "is undefined");
    default:
      throw new NonCanonicalValue(path, `is a ${typeof value}, which JSON cannot carry`);
  }
}

function writeString(value: string, path: string, walk: Walk): string {
  if (!apply(isWellFormed, value, [])) throw new NonCanonicalValue(path, "holds a lone surrogate");
  if (value.length > walk.bytesMax - walk.bytes) tooLarge(path, walk);
  const text = stringify(value);
  return count(text, path, walk, byteLength(text));
}

function writeNumber(value: number, path: string): string {
  if (!isFiniteNumber(value)) throw new NonCanonicalValue(path, `is ${value}`);
  if (is(value, -0)) throw new NonCanonicalValue(path, "is -0");
  if (isInteger(value) && !isSafeInteger(value))
    throw new NonCanonicalValue(path, "is an integer beyond 2^53");
  return `${value}`;
}

function writeObject(value: object, path: string, walk: Walk): string {
  if (isProxy(value)) throw new NonCanonicalValue(path, "is a Proxy");
  if (apply(includes, walk.open, [value])) throw new NonCanonicalValue(path, "contains itself");
  if (walk.open.length >= walk.depthMax)
    throw new NonCanonicalValue(path, `is nested deeper than ${walk.depthMax}`);
  walk.open[walk.open.length] = value;
  const text = isArray(value) ? writeArray(value, path, walk) : writeRecord(value, path, walk);
  walk.open.length -= 1;
  return text;
}

function writeArray(value: readonly unknown[], path: string, walk: Walk): string {
  if (getPrototypeOf(value) !== arrayPrototype) throw new NonCanonicalValue(path, "is not a plain array");
  const keys = ownKeys(value);
  if (keys.length !== value.length + 1) throw new NonCanonicalValue(path, "has holes or named members");
  let text = "[";
  for (let index = 0; index < value.length; index++) {
    const member = readMember(value, `${index}`, `${path}[${index}]`);
    text += (index === 0 ? "" : ",") + write(member, `${path}[${index}]`, walk);
  }
  return count(`${text}]`, path, walk, value.length === 0 ? 2 : value.length + 1);
}

function writeRecord(value: object, path: string, walk: Walk): string {
  const prototype = getPrototypeOf(value);
  if (prototype !== objectPrototype && prototype !== null)
    throw new NonCanonicalValue(
      path,
      `is ${article(prototype)}, not a plain object${builderHint(prototype)}`,
    );
  const keys = ownKeys(value);
  for (let index = 0; index < keys.length; index++)
    if (typeof keys[index] === "symbol") throw new NonCanonicalValue(path, "has a symbol key");
  // Default order compares UTF-16 code units, which is what RFC 8785 asks for.
  apply(sort, keys, []);
  let text = "{";
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const at = path === "" ? key : `${path}.${key}`;
    text += `${index === 0 ? "" : ","}${writeString(key, at, walk)}:${write(readMember(value, key, at), at, walk)}`;
  }
  return count(`${text}}`, path, walk, keys.length === 0 ? 2 : 2 * keys.length + 1);
}

function readMember(value: object, key: string, path: string): unknown {
  const member = getOwnPropertyDescriptor(value, key);
  if (member === undefined) throw new NonCanonicalValue(path, "is missing");
  if (!("value" in member)) throw new NonCanonicalValue(path, "is a getter");
  if (!member.enumerable) throw new NonCanonicalValue(path, "is not enumerable");
  return member.value;
}

function count(text: string, path: string, walk: Walk, bytes: number = text.length): string {
  walk.bytes += bytes;
  if (walk.bytes > walk.bytesMax) tooLarge(path, walk);
  return text;
}

function tooLarge(path: string, walk: Walk): never {
  throw new NonCanonicalValue(path, `takes the value over its limit of ${walk.bytesMax} bytes`, "bytes");
}

/** What our own builders make is yielded with a star. */
function builderHint(prototype: object): string {
  return article(prototype) === "a Ask"
    ? ": write `yield*`, not `yield`, before exec(), approve() and the like"
    : "";
}

function article(prototype: object): string {
  if (isProxy(prototype)) return "an instance of a class";
  const name = getOwnPropertyDescriptor(prototype, "constructor")?.value?.name;
  return typeof name === "string" && name !== "" ? `a ${name}` : "an instance of a class";
}

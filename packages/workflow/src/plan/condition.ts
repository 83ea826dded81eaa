// Conditions of a plan. No code, no patterns: each ends with yes, no, or a PlanFault that says what cannot be compared.
import type { Json } from "#contract/command.ts";
import type { Condition, Operator } from "./plan-shape.ts";
import { lookUp, onlyReference, PlanFault, resolve, type Scope, sortedJson } from "./template.ts";

export function holds(condition: Condition, scope: Scope): boolean {
  if (typeof condition === "boolean") return condition;
  if ("all" in condition) return condition.all.every((one) => holds(one, scope));
  if ("any" in condition) return condition.any.some((one) => holds(one, scope));
  if ("not" in condition) return !holds(condition.not, scope);
  if (condition.op === "exists") return exists(condition.left, scope);
  const left = resolve(condition.left, scope, "value");
  const right = resolve(condition.right ?? null, scope, "value");
  return compare(left, condition.op, right);
}

function exists(left: Json, scope: Scope): boolean {
  const ref = typeof left === "string" ? onlyReference(left) : null;
  return ref !== null && lookUp(ref, scope) !== undefined;
}

function compare(left: Json, op: Exclude<Operator, "exists">, right: Json): boolean {
  switch (op) {
    case "==":
      return isSame(left, right);
    case "!=":
      return !isSame(left, right);
    case "contains":
      return contains(left, right);
    case "<":
      return order(left, op, right) < 0;
    case "<=":
      return order(left, op, right) <= 0;
    case ">":
      return order(left, op, right) > 0;
    case ">=":
      return order(left, op, right) >= 0;
  }
}

/** Variables are always texts, so "3" is the same as 3 and "true" as true: a text equals what JSON writes like it. */
function isSame(left: Json, right: Json): boolean {
  if (typeof left === "string" && isPlain(right)) return left === JSON.stringify(right);
  if (typeof right === "string" && isPlain(left)) return right === JSON.stringify(left);
  return sortedJson(left) === sortedJson(right);
}

function isPlain(value: Json): boolean {
  return value === null || typeof value === "number" || typeof value === "boolean";
}

/** Numbers, and texts that are numbers, by value; other texts by their UTF-16 units. */
function order(left: Json, op: Operator, right: Json): number {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== null && b !== null) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  throw incomparable(left, op, right);
}

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

function numberOf(value: Json): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER.test(value) ? Number(value) : null;
}

function contains(left: Json, right: Json): boolean {
  if (typeof left === "string" && typeof right === "string") return left.includes(right);
  if (Array.isArray(left)) return left.some((item) => isSame(item, right));
  if (left !== null && typeof left === "object" && typeof right === "string")
    return Object.hasOwn(left, right);
  throw incomparable(left, "contains", right);
}

function incomparable(left: Json, op: Operator, right: Json): PlanFault {
  return new PlanFault(`condition: ${shown(left)} ${op} ${shown(right)} cannot be answered`);
}

function shown(value: Json): string {
  const text = sortedJson(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}

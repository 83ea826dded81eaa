// The value of an expression that is made of literals alone, read from the syntax tree. Names of the file that hold such
// values count, and so do spreads, templates and sums of them; a call does not.
//
// Values are those that are written. A name whose object the file visibly changes is not read; a change that goes through
// another name is not seen, and has no effect.
import type { AnyNode, Identifier, MemberExpression, Property, SpreadElement } from "acorn";
import { LIMITS } from "#contract/limits.ts";
import type { ModuleScope } from "./find-scope.ts";

/** What a literal in the syntax tree is not: data. */
export class NotLiteral extends Error {
  readonly node: AnyNode;
  constructor(node: AnyNode, message: string) {
    super(message);
    this.node = node;
  }
}

/** Names that hold each other could make more than any memory holds. */
const VALUES_MAX = 100_000;
const TEXT_MAX = 4 * 1024 * 1024;

type Reading = { scope: ModuleScope; values: number; text: number };

/** The value as JSON data; nothing is run. Throws NotLiteral. */
export function readLiteral(node: AnyNode, scope: ModuleScope): unknown {
  return read(node, { scope, values: 0, text: 0 }, 0);
}

function read(node: AnyNode, reading: Reading, depth: number): unknown {
  if (depth > LIMITS.depth) throw new NotLiteral(node, `nested deeper than ${LIMITS.depth} levels`);
  reading.values += 1;
  if (reading.values > VALUES_MAX) throw new NotLiteral(node, `made of more than ${VALUES_MAX} values`);
  const value = readNode(node, reading, depth);
  if (typeof value === "string") reading.text += value.length;
  if (reading.text > TEXT_MAX) throw new NotLiteral(node, `made of more than ${TEXT_MAX} characters`);
  return value;
}

function readNode(node: AnyNode, reading: Reading, depth: number): unknown {
  switch (node.type) {
    case "Literal":
      if (node.value === null ? node.raw === "null" : PLAIN.has(typeof node.value)) return node.value;
      throw new NotLiteral(node, `${node.raw} is not JSON data`);
    case "TemplateLiteral": {
      const parts = node.expressions.map((part) => textOf(part, reading, depth));
      return node.quasis.map(({ value }, index) => `${value.cooked}${parts[index] ?? ""}`).join("");
    }
    case "UnaryExpression":
      return readUnary(node.operator, node.argument, node);
    case "BinaryExpression":
      return readSum(node.operator, [node.left as AnyNode, node.right], node, reading, depth);
    case "ArrayExpression":
      return node.elements.flatMap((element) => {
        if (element === null) throw new NotLiteral(node, "an array with holes is not JSON data");
        if (element.type === "SpreadElement") return spreadList(element, reading, depth);
        return [read(element, reading, depth + 1)];
      });
    case "ObjectExpression":
      return readObject(node.properties, reading, depth);
    case "Identifier":
      return readName(node, reading, depth);
    case "MemberExpression":
      return readMember(node, reading, depth);
    default:
      throw new NotLiteral(node, `${WORDS[node.type] ?? node.type} is not a literal`);
  }
}

const PLAIN = new Set(["string", "number", "boolean"]);

const WORDS: Partial<Record<AnyNode["type"], string>> = {
  CallExpression: "a call",
  NewExpression: "a call",
  ConditionalExpression: "an expression",
  FunctionDeclaration: "a function",
  FunctionExpression: "a function",
  ArrowFunctionExpression: "a function",
  ImportSpecifier: "an import",
  ImportDefaultSpecifier: "an import",
  ImportNamespaceSpecifier: "an import",
};

/** A name that has one value, given above. */
function readName(node: Identifier, reading: Reading, depth: number): unknown {
  const held = reading.scope.valuesAt(node);
  if (held === null || held.length === 0) throw new NotLiteral(node, "a name is not a literal");
  const [only, second] = held;
  if (only === undefined || only.isPart) throw new NotLiteral(node, `${node.name} has no plain value`);
  if (second !== undefined) throw new NotLiteral(second.node, `${node.name} is assigned twice`);
  if (only.node.end > node.start) throw new NotLiteral(node, `${node.name} is used before it has its value`);
  const value = read(only.node, reading, depth + 1);
  if (typeof value === "object" && value !== null && reading.scope.isChanged(node))
    throw new NotLiteral(node, `${node.name} is changed by code`);
  return value;
}

function readMember(node: MemberExpression, reading: Reading, depth: number): unknown {
  const object = read(node.object, reading, depth + 1);
  const key =
    node.computed || node.property.type !== "Identifier"
      ? textOf(node.property, reading, depth)
      : node.property.name;
  const isThere = typeof object === "object" && object !== null && Object.hasOwn(object, key);
  if (!isThere || (Array.isArray(object) && key === "length"))
    throw new NotLiteral(node, `${key} is not a part of a literal`);
  return (object as Record<string, unknown>)[key];
}

/** A string, or what a template makes of a number, a boolean or null. */
function textOf(node: AnyNode, reading: Reading, depth: number): string {
  const value = read(node, reading, depth + 1);
  if (typeof value === "object" && value !== null) throw new NotLiteral(node, "an object is not a text");
  return String(value);
}

/** `-1`, and what minifiers make of true, false and undefined: `!0`, `!1`, `void 0`. */
function readUnary(operator: string, argument: AnyNode, node: AnyNode): unknown {
  const value = argument.type === "Literal" ? argument.value : undefined;
  if (typeof value === "number") {
    if (operator === "-") return -value;
    if (operator === "!") return value === 0;
    if (operator === "void") throw new NotLiteral(node, "undefined is not JSON data");
  }
  throw new NotLiteral(node, `${operator} is not part of a literal`);
}

const SUMS: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "**": (a, b) => a ** b,
};

function readSum(
  operator: string,
  sides: [AnyNode, AnyNode],
  node: AnyNode,
  reading: Reading,
  depth: number,
): unknown {
  const sum = SUMS[operator];
  if (sum === undefined) throw new NotLiteral(node, "an expression is not a literal");
  const [left, right] = sides.map((side) => read(side, reading, depth + 1));
  if (typeof left === "number" && typeof right === "number") {
    const value = sum(left, right);
    if (!Number.isFinite(value)) throw new NotLiteral(node, `${value} is not JSON data`);
    return value;
  }
  const isText = typeof left === "string" || typeof right === "string";
  if (operator !== "+" || !isText || [left, right].some((side) => typeof side === "object"))
    throw new NotLiteral(node, "an expression is not a literal");
  return `${left}${right}`;
}

function spreadList({ argument }: SpreadElement, reading: Reading, depth: number): unknown[] {
  const value = read(argument, reading, depth + 1);
  if (!Array.isArray(value)) throw new NotLiteral(argument, "what is spread into a list is a list");
  return value;
}

function readObject(
  properties: (Property | SpreadElement)[],
  reading: Reading,
  depth: number,
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const given = new Set<string>();
  for (const property of properties) {
    if (property.type === "SpreadElement") {
      Object.assign(object, spreadObject(property, reading, depth));
      continue;
    }
    if (property.kind !== "init" || property.method)
      throw new NotLiteral(property, "a method is not JSON data");
    const key = property.computed ? textOf(property.key, reading, depth) : keyOf(property);
    if (key === "__proto__") throw new NotLiteral(property, "the key __proto__ is not accepted");
    if (given.has(key)) throw new NotLiteral(property, `the key ${JSON.stringify(key)} is given twice`);
    given.add(key);
    object[key] = read(property.value, reading, depth + 1);
  }
  return object;
}

function spreadObject({ argument }: SpreadElement, reading: Reading, depth: number): object {
  const value = read(argument, reading, depth + 1);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new NotLiteral(argument, "what is spread into an object is an object");
  return value;
}

function keyOf({ key }: Property): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number"))
    return String(key.value);
  throw new NotLiteral(key, "this key is not accepted");
}

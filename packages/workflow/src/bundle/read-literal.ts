import type { AnyNode, Property, SpreadElement } from "acorn";
import { LIMITS } from "#contract/limits.ts";

/** What a literal in the syntax tree is not: data. */
export class NotLiteral extends Error {
  readonly node: AnyNode;
  constructor(node: AnyNode, message: string) {
    super(message);
    this.node = node;
  }
}

/** The value of a literal as JSON data, read without running anything. Throws NotLiteral. */
export function readLiteral(node: AnyNode, depth = 0): unknown {
  if (depth > LIMITS.depth) throw new NotLiteral(node, `nested deeper than ${LIMITS.depth} levels`);
  switch (node.type) {
    case "Literal":
      if (node.value === null ? node.raw === "null" : PLAIN.has(typeof node.value)) return node.value;
      throw new NotLiteral(node, `${node.raw} is not JSON data`);
    case "TemplateLiteral":
      if (node.expressions.length === 0) return node.quasis[0]?.value.cooked;
      throw new NotLiteral(node, "a template with expressions is not a literal");
    case "UnaryExpression":
      return readUnary(node.operator, node.argument, node);
    case "ArrayExpression":
      return node.elements.map((element) => {
        if (element === null) throw new NotLiteral(node, "an array with holes is not JSON data");
        return readLiteral(element, depth + 1);
      });
    case "ObjectExpression":
      return readObject(node.properties, depth);
    default:
      throw new NotLiteral(node, `${WORDS[node.type] ?? node.type} is not a literal`);
  }
}

const PLAIN = new Set(["string", "number", "boolean"]);

const WORDS: Partial<Record<AnyNode["type"], string>> = {
  Identifier: "a name",
  CallExpression: "a call",
  NewExpression: "a call",
  MemberExpression: "a property read",
  SpreadElement: "a spread",
  BinaryExpression: "an expression",
  ConditionalExpression: "an expression",
  FunctionExpression: "a function",
  ArrowFunctionExpression: "a function",
};

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

function readObject(properties: (Property | SpreadElement)[], depth: number): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const property of properties) {
    if (property.type === "SpreadElement") throw new NotLiteral(property, "a spread is not a literal");
    if (property.computed) throw new NotLiteral(property, "a computed key is not a literal");
    if (property.kind !== "init" || property.method)
      throw new NotLiteral(property, "a method is not JSON data");
    const key = keyOf(property);
    if (key === "__proto__") throw new NotLiteral(property, "the key __proto__ is not accepted");
    if (Object.hasOwn(object, key))
      throw new NotLiteral(property, `the key ${JSON.stringify(key)} is given twice`);
    object[key] = readLiteral(property.value, depth + 1);
  }
  return object;
}

function keyOf({ key }: Property): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number"))
    return String(key.value);
  throw new NotLiteral(key, "this key is not accepted");
}

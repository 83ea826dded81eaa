import type { AnyNode, Program } from "acorn";
import { walkTree } from "./walk-tree.ts";

/** The identifiers whose object the code visibly changes: `x.a = 1`, `x.a++`, `delete x.a`, `x.push(1)`, `Object.assign(x)`. */
export function findChanges(tree: Program): Set<AnyNode> {
  const changed = new Set<AnyNode>();
  const mark = (node: AnyNode | null | undefined) => {
    const root = node == null ? null : rootOf(node);
    if (root !== null) changed.add(root);
  };
  walkTree(tree, (node) => {
    if (node.type === "AssignmentExpression") for (const part of partsOf(node.left)) mark(part);
    else if (node.type === "UpdateExpression") mark(memberOf(node.argument));
    else if (node.type === "UnaryExpression" && node.operator === "delete") mark(memberOf(node.argument));
    else if (node.type === "CallExpression") {
      const { callee } = node;
      if (callee.type !== "MemberExpression") return;
      const name = callee.computed || callee.property.type !== "Identifier" ? null : callee.property.name;
      if (name === null || CHANGING.has(name)) mark(callee);
      if (name !== null && GIVEN_OBJECT.has(name)) mark(node.arguments[0]);
    }
  });
  return changed;
}

/** Methods of lists, maps and sets that change them. */
const CHANGING = new Set([
  ...["push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "copyWithin"],
  ...["set", "add", "delete", "clear"],
]);

/** Of Object and Reflect: what they change is their first argument. */
const GIVEN_OBJECT = new Set([
  "assign",
  "defineProperty",
  "defineProperties",
  "setPrototypeOf",
  "deleteProperty",
  "set",
]);

function rootOf(node: AnyNode): AnyNode | null {
  let at = node;
  while (at.type === "MemberExpression") at = at.object;
  return at.type === "Identifier" ? at : null;
}

/** Assigning to the name itself is another value, which is seen elsewhere. */
function memberOf(node: AnyNode): AnyNode | null {
  return node.type === "MemberExpression" ? node : null;
}

/** The members that a pattern assigns to. */
function partsOf(pattern: AnyNode): AnyNode[] {
  switch (pattern.type) {
    case "MemberExpression":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        partsOf(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : partsOf(element)));
    case "RestElement":
      return partsOf(pattern.argument);
    case "AssignmentPattern":
      return partsOf(pattern.left);
    default:
      return [];
  }
}

import type { AnyNode, Node } from "acorn";

/** What surrounds a node. `isGuarded`: in a `try` whose `catch` takes what this node throws. */
export type Place = { isInFunction: boolean; isGuarded: boolean };

/** Visits every node, parents first, in the order of the file. A stack, not recursion: minified code nests deeply. */
export function walkTree(root: Node, visit: (node: AnyNode, place: Place) => void): void {
  const stack: { node: AnyNode; place: Place }[] = [
    { node: root as AnyNode, place: { isInFunction: false, isGuarded: false } },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    visit(next.node, next.place);
    const children = childrenOf(next.node);
    for (let i = children.length - 1; i >= 0; i--) {
      const node = children[i]!;
      stack.push({ node, place: placeOf(node, next.node, next.place) });
    }
  }
}

function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = [];
  for (const value of Object.values(node) as unknown[]) {
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item);
  }
  return children;
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"
  );
}

function placeOf(node: AnyNode, parent: AnyNode, place: Place): Place {
  switch (parent.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return { isInFunction: true, isGuarded: false };
    case "TryStatement":
      return parent.handler != null && node === parent.block ? { ...place, isGuarded: true } : place;
    default:
      return place;
  }
}

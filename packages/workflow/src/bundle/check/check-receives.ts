// AOS-56: an event that is received by name is one that the descriptor declares.
import type { AnyNode, ObjectExpression, Program } from "acorn";
import type { BundleProblem, Descriptor } from "#contract/descriptor.ts";
import { problemAt, startOf } from "../syntax/problem.ts";
import { walkTree } from "../syntax/walk-tree.ts";

/** Without a descriptor in the file there is nothing to hold it against here. */
export function checkReceives(tree: Program, descriptor: Descriptor | null): BundleProblem[] {
  if (descriptor === null) return [];
  const declared = new Set([descriptor.event ?? []].flat().concat(Object.keys(descriptor.events ?? {})));
  const problems: BundleProblem[] = [];
  walkTree(tree, (node) => {
    if (node.type !== "ObjectExpression" || textAt(node, "do") !== "receive") return;
    const event = textAt(node, "event");
    if (event !== undefined && !declared.has(event)) problems.push(undeclared(node, event));
  });
  return problems;
}

function undeclared(node: AnyNode, event: string): BundleProblem {
  return problemAt(startOf(node), `it receives the event "${event}", which the descriptor does not declare`, {
    hint: "name it in descriptor.event, or describe it in descriptor.events",
  });
}

/** The text of a member that is written out. */
function textAt(node: ObjectExpression, name: string): string | undefined {
  for (const member of node.properties) {
    if (member.type !== "Property" || member.computed) continue;
    const key = member.key.type === "Identifier" ? member.key.name : Object(member.key).value;
    if (key === name && member.value.type === "Literal") return String(member.value.value);
  }
  return undefined;
}

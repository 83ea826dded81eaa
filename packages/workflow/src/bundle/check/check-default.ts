import type { AnyNode, MemberExpression, Program } from "acorn";
import type { BundleProblem } from "#contract/descriptor.ts";
import { findExport } from "../syntax/find-export.ts";
import type { ModuleScope } from "../syntax/find-scope.ts";
import { problemAt, startOf } from "../syntax/problem.ts";

const WANTED = "a bundle's default export is a function that returns an async generator";

/**
 * RFC-5, B14. Only what is plainly no function is refused: a call may return one, and so may any of several assignments.
 * The engine looks again when it has the real value.
 */
export function checkDefault(tree: Program, scope: ModuleScope): BundleProblem[] {
  const found = findExport(tree, "default");
  if (found === null) return [problemAt(null, `there is no default export; ${WANTED}`)];
  if (found.kind === "from")
    return [problemAt(startOf(found.node), `the default export comes from another module; ${WANTED}`)];
  const file: Seen = { scope, judged: new Map() };
  const verdict = found.kind === "value" ? judge(found.node, file) : judgeName(found.name, file);
  return verdict === null
    ? []
    : [problemAt(startOf(found.node), `the default export is ${verdict}; ${WANTED}`)];
}

/** null: may be a workflow. Otherwise what it is instead. */
type Verdict = string | null;
/** Each name is judged once: names that refer to each other would otherwise take forever. */
type Seen = { scope: ModuleScope; judged: Map<string, Verdict> };

function judge(node: AnyNode, file: Seen): Verdict {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return node.generator && !node.async ? "a sync generator (function*), not async function*" : null;
    case "CallExpression":
    case "TaggedTemplateExpression":
    case "AwaitExpression": // refused where it stands, as is import()
    case "ImportExpression":
      return null;
    case "Identifier":
      return judgeName(node.name, file);
    case "MemberExpression":
      return judgeMember(node, file);
    case "ChainExpression":
      return judge(node.expression, file);
    case "ConditionalExpression":
      return judgeAny([node.consequent, node.alternate], file);
    case "LogicalExpression":
      return judgeAny([node.right, node.left], file);
    case "SequenceExpression":
      return judge(node.expressions[node.expressions.length - 1]!, file);
    case "AssignmentExpression":
      return judge(node.right, file);
    default:
      return WHAT_IT_IS[node.type] ?? "no function that can be seen in the file";
  }
}

function judgeAny(nodes: AnyNode[], file: Seen): Verdict {
  const verdicts = nodes.map((node) => judge(node, file));
  return verdicts.includes(null) ? null : verdicts[0]!;
}

function judgeName(name: string, file: Seen): Verdict {
  return judgeOnce(name, file, () => judgeValues(name, file));
}

function judgeOnce(name: string, file: Seen, judgeIt: () => Verdict): Verdict {
  const known = file.judged.get(name);
  if (known !== undefined) return known;
  file.judged.set(name, `${name}, which is defined by itself`);
  const verdict = judgeIt();
  file.judged.set(name, verdict);
  return verdict;
}

function judgeValues(name: string, file: Seen): Verdict {
  const values = file.scope.valuesOf(name);
  if (values === null) return `${name}, which the file does not declare`;
  if (values.length === 0) return `${name}, which is never assigned`;
  const parts = values.filter((value) => value.isPart);
  if (parts.some((part) => part.node.type === "CallExpression")) return null;
  if (parts.length > 0) return UNSEEN;
  return judgeAny(
    values.map((value) => value.node),
    file,
  );
}

/** `flows.main` where the object is in sight, or `import_flow.default` of a bundled CommonJS module, which a call made. */
function judgeMember(node: MemberExpression, file: Seen): Verdict {
  if (node.object.type === "CallExpression") return null;
  if (node.object.type !== "Identifier" || node.computed || node.property.type !== "Identifier")
    return UNSEEN;
  const { name } = node.object;
  const key = node.property.name;
  return judgeOnce(`${name}.${key}`, file, () => judgeProperty(name, key, file));
}

function judgeProperty(name: string, key: string, file: Seen): Verdict {
  for (const { node, isPart } of file.scope.valuesOf(name) ?? []) {
    if (node.type === "CallExpression") return null;
    if (node.type !== "ObjectExpression" || isPart) continue;
    for (const property of node.properties)
      if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === key)
        return property.computed ? UNSEEN : judge(property.value, file);
  }
  return UNSEEN;
}

const UNSEEN = "a part of something that cannot be seen in the file";

const WHAT_IT_IS: Partial<Record<AnyNode["type"], string>> = {
  ObjectExpression: "an object",
  NewExpression: "an object",
  ArrayExpression: "an array",
  ClassDeclaration: "a class",
  ClassExpression: "a class",
  Literal: "a literal",
  TemplateLiteral: "a string",
  ImportSpecifier: "taken from another module",
  ImportDefaultSpecifier: "taken from another module",
  ImportNamespaceSpecifier: "taken from another module",
};

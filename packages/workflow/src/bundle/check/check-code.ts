import type { AnyNode, Program } from "acorn";
import type { BundleProblem } from "#contract/descriptor.ts";
import type { ModuleScope } from "../syntax/find-scope.ts";
import { problemAt, type Report, startOf } from "../syntax/problem.ts";
import { type Place, walkTree } from "../syntax/walk-tree.ts";
import { globalChecker } from "./check-globals.ts";
import { importChecker } from "./check-imports.ts";

/** Everything that is learnt by looking at each node once. */
export function checkCode(
  tree: Program,
  scope: ModuleScope,
): { problems: BundleProblem[]; imports: string[]; readsSteps: boolean } {
  const problems: BundleProblem[] = [];
  const report: Report = (node, message, hint) => problems.push(problemAt(startOf(node), message, { hint }));
  const imports = importChecker(report);
  const globals = globalChecker(scope, report);
  let readsSteps = false;
  walkTree(tree, (node, place) => {
    imports.check(node);
    globals.check(node, place);
    if (waitsAtImport(node, place))
      report(
        node,
        "await outside a function is not accepted: a bundle that waits while it is loaded can hang its worker",
      );
    if (node.type === "Program")
      for (const thrown of throwsAtImport(node.body)) report(thrown, "the bundle throws while it is loaded");
    readsSteps ||= isReadOfSteps(node);
  });
  return { problems, imports: [...imports.imports].sort(), readsSteps };
}

function waitsAtImport(node: AnyNode, { isInFunction }: Place): boolean {
  if (isInFunction) return false;
  return (
    node.type === "AwaitExpression" ||
    (node.type === "ForOfStatement" && node.await) ||
    (node.type === "VariableDeclaration" && node.kind === "await using")
  );
}

/** B14, as far as it shows: a `throw` that nothing guards. */
function throwsAtImport(body: AnyNode[]): AnyNode[] {
  return body.flatMap((statement) => {
    if (statement.type === "BlockStatement") return throwsAtImport(statement.body);
    return statement.type === "ThrowStatement" ? [statement] : [];
  });
}

/**
 * The three ways `steps` is written: `.steps`, `["steps"]` and `{ steps }` in a pattern. An input that is handed whole to
 * something that walks its keys is not seen; such a bundle says `determinism: "strict"` or names `steps` once.
 */
function isReadOfSteps(node: AnyNode): boolean {
  if (node.type === "MemberExpression") return isSteps(node.property, node.computed);
  if (node.type !== "ObjectPattern") return false;
  return node.properties.some(
    (property) => property.type === "Property" && isSteps(property.key, property.computed),
  );
}

function isSteps(key: AnyNode, isComputed: boolean): boolean {
  if (key.type === "Literal") return key.value === "steps";
  if (key.type === "TemplateLiteral")
    return key.expressions.length === 0 && key.quasis[0]?.value.cooked === "steps";
  return !isComputed && key.type === "Identifier" && key.name === "steps";
}

import type { AnyNode, Node } from "acorn";
import type { ModuleScope } from "../syntax/find-scope.ts";
import type { Report } from "../syntax/problem.ts";
import type { Place } from "../syntax/walk-tree.ts";

const COMMON_JS: Record<string, string> = {
  require: "require loads code at run time, and does not exist in a module",
  module: "module belongs to CommonJS and does not exist in a module",
  exports: "exports belongs to CommonJS and does not exist in a module",
  __dirname: "__dirname belongs to CommonJS; use import.meta.dirname",
  __filename: "__filename belongs to CommonJS; use import.meta.filename",
};

/** RFC-20: names of CommonJS, and code made from strings, which the worker switches off. */
export function globalChecker(
  scope: ModuleScope,
  report: Report,
): { check(node: AnyNode, place: Place): void } {
  return {
    check(node, place) {
      if (node.type === "Identifier") {
        const reason =
          scope.free.has(node) && Object.hasOwn(COMMON_JS, node.name) ? COMMON_JS[node.name] : undefined;
        if (reason !== undefined) report(node, reason);
      } else if (node.type === "CallExpression" || node.type === "NewExpression") {
        // Libraries try `new Function("")` and do without it when it throws; bundlers inline that probe.
        if (!place.isGuarded) refuseCodeFromString(node, node.callee, scope, report);
      }
    },
  };
}

function refuseCodeFromString(node: Node, callee: AnyNode, scope: ModuleScope, report: Report): void {
  if (callee.type !== "Identifier" || !scope.free.has(callee)) return;
  if (callee.name === "eval") report(node, "eval() runs code from a string, which the worker does not allow");
  if (callee.name === "Function")
    report(node, "Function() makes code from a string, which the worker does not allow");
}

/** Constants, not ways out. */
const CONSTANTS = new Set(["undefined", "NaN", "Infinity"]);

/** The free names, sorted: what the file can reach without an import. */
export function capabilitiesOf(scope: ModuleScope): string[] {
  const names = new Set<string>();
  for (const node of scope.free)
    if (node.type === "Identifier" && !CONSTANTS.has(node.name)) names.add(node.name);
  return [...names].sort();
}

import type { AnyNode, Program } from "acorn";
import type { BundleProblem, Descriptor } from "#contract/descriptor.ts";
import { parseDescriptor } from "#contract/descriptor-schema.ts";
import { WorkflowError } from "#contract/errors.ts";
import { findExport } from "../syntax/find-export.ts";
import type { ModuleScope } from "../syntax/find-scope.ts";
import { BUILD_HINT, problemAt, startOf } from "../syntax/problem.ts";
import { NotLiteral, readLiteral } from "../syntax/read-literal.ts";

/** `export const descriptor`, read from the tree: the file does not run. */
export function readDescriptor(
  tree: Program,
  scope: ModuleScope,
): { descriptor: Descriptor | null; problems: BundleProblem[] } {
  const read = readExportedLiteral(tree, scope, "descriptor");
  if (read.kind === "none") return { descriptor: null, problems: [] };
  if (read.kind === "computed") {
    const message = `the descriptor must be a literal: ${read.message}`;
    return { descriptor: null, problems: [invalid(read.node, message, BUILD_HINT)] };
  }
  try {
    return { descriptor: parseDescriptor(read.value), problems: [] };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { descriptor: null, problems: [invalid(read.node, error.message)] };
  }
}

export type ExportedLiteral =
  | { kind: "none" }
  | { kind: "literal"; value: unknown; node: AnyNode }
  | { kind: "computed"; message: string; node: AnyNode };

export function readExportedLiteral(tree: Program, scope: ModuleScope, name: string): ExportedLiteral {
  const found = findExport(tree, name);
  if (found === null) return { kind: "none" };
  if (found.kind === "from")
    return { kind: "computed", message: "it comes from another module", node: found.node };
  const values =
    found.kind === "local" ? (scope.valuesOf(found.name) ?? []) : [{ node: found.node, isPart: false }];
  const [only, second] = values;
  if (only === undefined || only.isPart)
    return { kind: "computed", message: "it has no plain value", node: found.node };
  if (second !== undefined) return { kind: "computed", message: "it is assigned twice", node: second.node };
  try {
    return { kind: "literal", value: readLiteral(only.node, scope), node: only.node };
  } catch (error) {
    if (!(error instanceof NotLiteral)) throw error;
    return { kind: "computed", message: error.message, node: error.node };
  }
}

function invalid(node: AnyNode, message: string, hint?: string): BundleProblem {
  return problemAt(startOf(node), message, { code: "DESCRIPTOR_INVALID", hint });
}

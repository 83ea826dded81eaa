import type { Node, Position } from "acorn";
import type { BundleProblem } from "#contract/descriptor.ts";

/** The command that turns sources into a file without imports of its own. */
export const BUILD_HINT = "uncaged-workflow build <entry.ts>";

export type Report = (node: Node, message: string, hint?: string) => void;

export function problemAt(
  position: { line: number; column: number } | null,
  message: string,
  more: { code?: BundleProblem["code"]; hint?: string | undefined } = {},
): BundleProblem {
  return {
    code: more.code ?? "BUNDLE_INVALID",
    message,
    ...(position === null ? {} : { line: position.line, column: position.column }),
    ...(more.hint === undefined ? {} : { hint: more.hint }),
  };
}

/** Where a node starts, counted from 1; acorn counts columns from 0. */
export function startOf(node: Node): { line: number; column: number } | null {
  return node.loc == null ? null : fromAcorn(node.loc.start);
}

export function fromAcorn(position: Position): { line: number; column: number } {
  return { line: position.line, column: position.column + 1 };
}

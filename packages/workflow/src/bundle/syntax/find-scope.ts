import type { AnyNode, Identifier, Program } from "acorn";
import { analyze, type Variable } from "eslint-scope";
import { findChanges } from "./find-changes.ts";

export type ModuleScope = {
  /** Identifiers that nothing in the file declares. */
  free: Set<AnyNode>;
  /** What a top-level name may hold: its declaration or everything assigned to it. Null: no such name. */
  valuesOf(name: string): Held[] | null;
  /** The same for a name where it is used; null as well when it is not one of the file's top level. */
  valuesAt(node: AnyNode): Held[] | null;
  /** Whether code visibly changes the object that a top-level name holds. */
  isChanged(node: AnyNode): boolean;
};

/** `isPart`: the name was destructured, so it holds some part of `node`. */
export type Held = { node: AnyNode; isPart: boolean };

export function findScope(tree: Program): ModuleScope {
  // acorn's types and estree's describe the same trees but do not know each other.
  const manager = analyze(tree as unknown as Parameters<typeof analyze>[0], {
    ecmaVersion: 2022,
    sourceType: "module",
    ignoreEval: true,
  });
  const top = manager.scopes.find((scope) => scope.type === "module");
  const variableAt = once(() => {
    const references = manager.scopes.flatMap((scope) => scope.references);
    return new Map(references.map(({ identifier, resolved }) => [identifier as AnyNode, resolved] as const));
  });
  const changed = once(() => findChanges(tree));
  const free = manager.globalScope?.through.map((reference) => reference.identifier as Identifier) ?? [];
  return {
    free: new Set<AnyNode>(free),
    valuesOf(name) {
      const variable = top?.set.get(name);
      return variable === undefined ? null : valuesHeldBy(variable);
    },
    valuesAt(node) {
      const variable = variableAt().get(node);
      return variable == null || variable.scope !== top ? null : valuesHeldBy(variable);
    },
    isChanged(node) {
      const references = variableAt().get(node)?.references ?? [];
      return references.some(({ identifier }) => changed().has(identifier as AnyNode));
    },
  };
}

function valuesHeldBy(variable: Variable): Held[] {
  const held: { node: unknown; isPart: boolean }[] = [];
  for (const def of variable.defs) if (def.type !== "Variable") held.push({ node: def.node, isPart: false });
  for (const reference of variable.references)
    if (reference.isWrite()) held.push({ node: reference.writeExpr, isPart: reference.partial === true });
  return held.filter((value): value is Held => value.node != null);
}

/** Few files need what this makes, and those need it often. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

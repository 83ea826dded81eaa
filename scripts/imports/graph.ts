// Which part of the repository imports which, type imports counted: packages and what lies beside them, and the folders
// inside each. A part that imports another knows about it, so two that import each other are one.
import { dirname, join } from "node:path";
import { importsOf } from "./imports-of.ts";

export type SourceFile = { path: string; text: string };
export type Manifest = {
  path: string;
  name: string;
  exports: Record<string, string>;
  dependencies: string[];
};

/** A cycle, and of each of its edges one import that makes it. */
export type Cycle = { parts: string[]; imports: string[] };

/** The parts that import each other, by the name that `partOf` gives a file. */
export function cyclesOf(
  files: readonly SourceFile[],
  manifests: readonly Manifest[],
  partOf: (path: string) => string,
): Cycle[] {
  const known = new Set(files.map(({ path }) => path));
  const edges = new Map<string, Map<string, string>>();
  for (const { path, text } of files)
    for (const { specifier, line } of importsOf(text)) {
      const target = targetOf(path, specifier, manifests);
      if (target === null || !known.has(target)) continue;
      const [from, to] = [partOf(path), partOf(target)];
      if (from === to) continue;
      const others = edges.get(from) ?? new Map<string, string>();
      if (!others.has(to)) others.set(to, `${path}:${line} ${specifier}`);
      edges.set(from, others);
    }
  return knots(edges).map((parts) => ({ parts, imports: within(parts, edges) }));
}

/** The file that an import leads to; null for a package that is not ours. */
export function targetOf(from: string, specifier: string, manifests: readonly Manifest[]): string | null {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  if (specifier.startsWith("#")) {
    const [, folder] = /^(packages\/[^/]+)\//.exec(from) ?? [];
    return folder === undefined ? null : `${folder}/src/${specifier.slice(1)}`;
  }
  for (const { path, name, exports } of manifests) {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
    const door = exports[`.${specifier.slice(name.length)}`];
    return door === undefined ? null : join(dirname(path), door);
  }
  return null;
}

/** `packages/workflow`, `packages/workflow/test`, `bundles/ask`, `tests/support`, `torture`: what is built or run as one. */
export function packageOf(path: string): string {
  const [area = "", name = "", inside = ""] = path.split("/");
  if (area === "packages") return inside === "src" ? `${area}/${name}` : `${area}/${name}/${inside}`;
  if (area === "bundles" || area === "examples") return `${area}/${name}`;
  return area === "tests" && inside !== "" ? `${area}/${name}` : area;
}

/** `packages/workflow:host`, `torture:sim`. A file at the top of its part is a folder of its own. */
export function folderOf(path: string): string {
  const part = packageOf(path);
  const inside = path.slice(part.length + 1).replace(/^src\//, "");
  return `${part}:${inside.split("/")[0]}`;
}

function within(parts: readonly string[], edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  return parts.flatMap((from) =>
    [...(edges.get(from) ?? [])].filter(([to]) => parts.includes(to)).map(([, made]) => made),
  );
}

/** Tarjan: the strongly connected parts of more than one node. */
function knots(edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    index.set(node, index.size);
    low.set(node, index.get(node) as number);
    stack.push(node);
    for (const next of edges.get(node)?.keys() ?? []) {
      const reached = index.has(next)
        ? stack.includes(next)
          ? (index.get(next) as number)
          : Infinity
        : visit(next);
      low.set(node, Math.min(low.get(node) as number, reached));
    }
    if (low.get(node) === index.get(node)) {
      const knot = stack.splice(stack.indexOf(node));
      if (knot.length > 1) found.push(knot.sort());
    }
    return low.get(node) as number;
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

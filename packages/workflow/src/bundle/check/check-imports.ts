import type {
  AnyNode,
  ExportAllDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  MemberExpression,
  Node,
} from "acorn";
import { nodeBuiltin } from "../syntax/node-builtins.ts";
import { BUILD_HINT, type Report } from "../syntax/problem.ts";

/** RFC-20, RFC-21: a bundle reaches other code only by static imports of Node's own modules. */
export function importChecker(report: Report): { check(node: AnyNode): void; imports: Set<string> } {
  const imports = new Set<string>();
  /** `import.meta` nodes that were judged together with the property read from them. */
  const judged = new Set<Node>();
  return {
    imports,
    check(node) {
      switch (node.type) {
        case "ImportDeclaration":
        case "ExportAllDeclaration":
        case "ExportNamedDeclaration":
          checkStatement(node, imports, report);
          break;
        case "ImportExpression":
          report(node, "import() is not accepted: a bundle is one file, complete when it is added");
          break;
        case "MemberExpression": {
          if (!isImportMeta(node.object)) break;
          judged.add(node.object);
          const refusal = checkMetaProperty(node);
          if (refusal !== null) report(node, refusal);
          break;
        }
        case "MetaProperty":
          if (isImportMeta(node) && !judged.has(node))
            report(node, `import.meta is not accepted by itself: ${META}`);
      }
    },
  };
}

const META = "only import.meta.url, .dirname and .filename may be read";
const META_ALLOWED = new Set(["url", "dirname", "filename"]);

function checkStatement(
  node: ImportDeclaration | ExportAllDeclaration | ExportNamedDeclaration,
  imports: Set<string>,
  report: Report,
): void {
  if (node.source == null) return;
  const specifier = String(node.source.value);
  if (node.attributes.length > 0)
    report(
      node.attributes[0]!,
      "import attributes (with { ... }) are not accepted: they load data or macros",
    );
  const builtin = nodeBuiltin(specifier);
  if (builtin !== null) imports.add(builtin);
  else report(node, ...whyRefused(specifier));
}

/** The reason and, where building helps, the hint. */
function whyRefused(specifier: string): [string, string?] {
  const quoted = JSON.stringify(specifier);
  if (specifier === "@uncaged/workflow" || specifier.startsWith("@uncaged/workflow/"))
    return [`${quoted} must be built into the bundle first`, BUILD_HINT];
  if (/^(node:)?module$/.test(specifier))
    return [`${quoted} is not accepted: it gives require back, which loads files`];
  if (/^(bun:.*|(node:)?(bun|undici|ws))$/.test(specifier))
    return [`${quoted} is part of Bun, not of Node; a bundle imports Node built-ins only`];
  if (/^[a-z][a-z0-9+.-]*:/i.test(specifier))
    return [`${quoted} is not a Node built-in; a bundle imports nothing else`];
  const what = /^(\/|\.{1,2}(\/|$))/.test(specifier) ? "a file" : "a package";
  return [`${quoted} is ${what}; a bundle imports Node built-ins only, all else is built in`, BUILD_HINT];
}

function isImportMeta(node: AnyNode): boolean {
  return node.type === "MetaProperty" && node.meta.name === "import";
}

function checkMetaProperty({ computed, property }: MemberExpression): string | null {
  if (computed || property.type !== "Identifier") return `import.meta[...] is not accepted: ${META}`;
  return META_ALLOWED.has(property.name) ? null : `import.meta.${property.name} is not accepted: ${META}`;
}

import type { AnyNode, ExportNamedDeclaration, Identifier, Literal, Pattern, Program } from "acorn";

/** How a name leaves the module: a value written in place, a local name, or something of another module. */
export type Export =
  | { kind: "value"; node: AnyNode }
  | { kind: "local"; name: string; node: AnyNode }
  | { kind: "from"; node: AnyNode };

export function findExport(tree: Program, name: string): Export | null {
  for (const statement of tree.body) {
    if (statement.type === "ExportDefaultDeclaration" && name === "default")
      return { kind: "value", node: statement.declaration };
    if (statement.type === "ExportAllDeclaration" && statement.exported != null)
      if (nameOf(statement.exported) === name) return { kind: "from", node: statement };
    if (statement.type === "ExportNamedDeclaration") {
      const found = findNamed(statement, name);
      if (found !== null) return found;
    }
  }
  return null;
}

function findNamed(statement: ExportNamedDeclaration, name: string): Export | null {
  for (const specifier of statement.specifiers)
    if (nameOf(specifier.exported) === name)
      return statement.source == null
        ? { kind: "local", name: nameOf(specifier.local), node: specifier }
        : { kind: "from", node: specifier };
  const { declaration } = statement;
  if (declaration == null) return null;
  const declares =
    declaration.type === "VariableDeclaration"
      ? declaration.declarations.some((declarator) => bindsName(declarator.id, name))
      : declaration.id.name === name;
  return declares ? { kind: "local", name, node: declaration } : null;
}

function nameOf(node: Identifier | Literal): string {
  return node.type === "Identifier" ? node.name : String(node.value);
}

function bindsName(pattern: Pattern, name: string): boolean {
  switch (pattern.type) {
    case "Identifier":
      return pattern.name === name;
    case "ObjectPattern":
      return pattern.properties.some((property) =>
        bindsName(property.type === "RestElement" ? property.argument : property.value, name),
      );
    case "ArrayPattern":
      return pattern.elements.some((element) => element !== null && bindsName(element, name));
    case "RestElement":
      return bindsName(pattern.argument, name);
    case "AssignmentPattern":
      return bindsName(pattern.left, name);
    default:
      return false;
  }
}

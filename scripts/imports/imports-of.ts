// What a file imports, types included.

export type Import = { specifier: string; line: number; isType: boolean };

const STATEMENT =
  /^(?:import|export)\s+(type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?\s+from\s+"([^"]+)"/gm;
const BARE = /^import\s+"([^"]+)"/gm;
const CALL = /(typeof\s+)?\b(?:import|require)\(\s*"([^"]+)"/g;

export const scanner = new Bun.Transpiler({ loader: "ts" });

export function importsOf(text: string): Import[] {
  const found: Import[] = [
    ...[...text.matchAll(STATEMENT)].map((match) => importAt(text, match, match[2], match[1] !== undefined)),
    ...[...text.matchAll(BARE)].map((match) => importAt(text, match, match[1], false)),
    ...[...text.matchAll(CALL)].map((match) => importAt(text, match, match[2], match[1] !== undefined)),
  ];
  // What the expressions above overlooked, the parser sees (but it leaves out types and what is not used).
  for (const { path } of scanner.scanImports(text.replace(/^#!.*/, "")))
    if (!found.some((one) => one.specifier === path))
      found.push({ specifier: path, line: lineAt(text, text.indexOf(`"${path}"`)), isType: false });
  return found.sort((a, b) => a.line - b.line);
}

function importAt(
  text: string,
  match: RegExpExecArray,
  specifier: string | undefined,
  isType: boolean,
): Import {
  return { specifier: specifier ?? "", line: lineAt(text, match.index), isType };
}

function lineAt(text: string, index: number): number {
  return text.slice(0, Math.max(0, index)).split("\n").length;
}

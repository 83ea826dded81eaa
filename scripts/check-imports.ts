// Holds every import of packages/*/src against the import table (import-table.ts). Type imports count too: a folder that
// needs another's types knows about it.

import { dirname, join, resolve } from "node:path";
import { Glob } from "bun";
import { FILE_OPENERS, FOLDERS, PACKAGES } from "./import-table.ts";

export type SourceFile = { path: string; text: string };
export type Violation = { file: string; line: number; rule: string; why: string };
export type Import = { specifier: string; line: number; isType: boolean };

export async function readSources(repo: string): Promise<SourceFile[]> {
  const paths = await Array.fromAsync(new Glob("packages/*/src/**/*.ts").scan({ cwd: repo }));
  return Promise.all(
    paths.sort().map(async (path) => ({ path, text: await Bun.file(join(repo, path)).text() })),
  );
}

export function findViolations(files: readonly SourceFile[]): Violation[] {
  const found = files.flatMap((file) => importsOf(file.text).flatMap((one) => checkImport(file.path, one)));
  return [...found, ...authorsDoor(files)];
}

// --- what a file imports

const STATEMENT =
  /^(?:import|export)\s+(type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+)(?:\s*,\s*(?:\{[^}]*\}|\*\s+as\s+\w+))?\s+from\s+"([^"]+)"/gm;
const BARE = /^import\s+"([^"]+)"/gm;
const CALL = /(typeof\s+)?\b(?:import|require)\(\s*"([^"]+)"/g;

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

const scanner = new Bun.Transpiler({ loader: "ts" });

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

// --- what it may import

function checkImport(file: string, one: Import): Violation[] {
  const [, packageName = "", inside = ""] = /^packages\/([^/]+)\/src\/(.*)$/.exec(file) ?? [];
  const found = (rule: string, why: string): Violation[] => [{ file, line: one.line, rule, why }];
  if (/^(node:)?fs(\/promises)?$/.test(one.specifier)) return checkFileOpener(file, inside, found);
  if (/^(node|bun):|^bun$/.test(one.specifier)) return [];
  if (one.specifier.startsWith(".")) return checkRelative(packageName, inside, one, found);
  if (packageName === "workflow") return checkFolder(inside, one, found);
  return checkOtherPackage(packageName, one, found);
}

type Found = (rule: string, why: string) => Violation[];

function checkFileOpener(file: string, inside: string, found: Found): Violation[] {
  if (inside.startsWith("disk/") && file.startsWith("packages/workflow/")) return [];
  if (Object.hasOwn(FILE_OPENERS, file)) return [];
  return found(
    "only disk/ opens files",
    "one folder decides how files are made durable, private and free of links",
  );
}

function checkRelative(packageName: string, inside: string, one: Import, found: Found): Violation[] {
  const target = join(dirname(inside), one.specifier);
  if (target.startsWith(".."))
    return found(`${one.specifier} leaves the package`, "packages meet at their exports");
  if (packageName !== "workflow" || folderOf(target) === folderOf(inside)) return [];
  return found(
    `${one.specifier} crosses into ${folderOf(target)}/: write #${target}`,
    "crossing a folder shall be visible",
  );
}

function checkFolder(inside: string, one: Import, found: Found): Violation[] {
  const from = folderOf(inside);
  const rule = FOLDERS[from];
  if (rule === undefined)
    return found(`${from}/ is not in the import table`, "a new folder says what it may import");
  if (!one.specifier.startsWith("#")) return checkPackage(inside, rule.packages ?? [], one, rule.why, found);
  const target = one.specifier.slice(1);
  if (folderOf(target) === from)
    return found(`${one.specifier} is in the same folder: write ./`, "crossing is visible");
  if (rule.folders.includes(folderOf(target)) || rule.folders.includes(target)) return [];
  return found(`${from} may not import ${target}`, rule.why);
}

function checkOtherPackage(packageName: string, one: Import, found: Found): Violation[] {
  const rule = PACKAGES[packageName];
  if (rule === undefined)
    return found(
      `packages/${packageName} is not in the import table`,
      "a new package says what it may import",
    );
  return checkPackage("", rule.packages, one, rule.why, found);
}

function checkPackage(
  inside: string,
  allowed: readonly string[],
  one: Import,
  why: string,
  found: Found,
): Violation[] {
  if (one.specifier === "zod" && !inside.endsWith("-schema.ts"))
    return found(
      "zod is imported by *-schema.ts files only",
      "it costs 60 ms at start and 185 KB in a bundle",
    );
  if (allowed.some((name) => isOf(one.specifier, name))) return [];
  if (allowed.some((name) => name.startsWith("type:") && isOf(one.specifier, name.slice(5))))
    return one.isType ? [] : found(`of ${one.specifier} only the types may be imported`, why);
  return found(`${one.specifier} may not be imported here`, why);
}

function isOf(specifier: string, name: string): boolean {
  return specifier === name || (!name.startsWith("@uncaged/") && specifier.startsWith(`${name}/`));
}

function folderOf(inside: string): string {
  return inside.split("/")[0] ?? inside;
}

// --- the authors' door

const DOOR = "packages/workflow/src/index.ts";

/** Everything that index.ts reaches at run time lands in users' bundles. Types do not: they are gone by then. */
function authorsDoor(files: readonly SourceFile[]): Violation[] {
  const textOf = new Map(files.map((file) => [file.path, file.text]));
  const violations: Violation[] = [];
  const seen = new Set<string>();
  const visit = (path: string) => {
    const text = textOf.get(path);
    if (text === undefined || seen.has(path)) return;
    seen.add(path);
    const kept = new Set(scanner.scanImports(text).map((one) => one.path));
    for (const { specifier, line } of importsOf(text).filter(
      (one) => !one.isType && kept.has(one.specifier),
    )) {
      if (/^(zod|node:.*|bun|bun:.*)$/.test(specifier))
        violations.push({
          file: path,
          line,
          rule: `${specifier} is reached from index.ts`,
          why: "what authors import is inlined into their bundles, which run without it",
        });
      else if (specifier.startsWith("#")) visit(`packages/workflow/src/${specifier.slice(1)}`);
      else if (specifier.startsWith(".")) visit(join(dirname(path), specifier));
    }
  };
  visit(DOOR);
  return violations;
}

if (import.meta.main) {
  const repo = resolve(process.argv[2] ?? join(import.meta.dir, ".."));
  const files = await readSources(repo);
  const violations = findViolations(files);
  for (const { file, line, rule, why } of violations) console.log(`${file}:${line} ${rule}: ${why}`);
  if (files.length === 0) console.log(`${repo} has no packages/*/src`);
  else console.log(`${files.length} files, ${violations.length} violations`);
  process.exit(files.length === 0 || violations.length > 0 ? 1 : 0);
}

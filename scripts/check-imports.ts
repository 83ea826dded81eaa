// Holds every import of the repository against the import table (import-table.ts): what each folder of the packages may
// import, no cycle anywhere, packages reached by their doors, and how large files and folders may be. Type imports count
// too: a folder that needs another's types knows about it.

import { dirname, join, resolve } from "node:path";
import { Glob } from "bun";
import { FILE_OPENERS, FOLDERS, PACKAGES, REACHES } from "./import-table.ts";
import {
  cyclesOf,
  folderOf as folderNodeOf,
  type Manifest,
  packageOf,
  type SourceFile,
  targetOf,
} from "./imports/graph.ts";
import { type Import, importsOf, scanner } from "./imports/imports-of.ts";
import { findOversize } from "./imports/oversize.ts";
import type { Violation } from "./imports/violation.ts";

/** Everything we wrote in TypeScript, except for what tests read as data and what `init` copies. */
const SOURCES = [
  "packages/*/{src,test}/**/*.ts",
  "{bundles,examples}/*/**/*.ts",
  "{tests,torture,bench,scripts}/**/*.ts",
];
const NO_SOURCE = /(^|\/)(node_modules|fixtures|templates)\//;

export async function readSources(repo: string): Promise<SourceFile[]> {
  const found = SOURCES.flatMap((pattern) => [...new Glob(pattern).scanSync({ cwd: repo })]);
  const paths = found.filter((path) => !NO_SOURCE.test(path)).sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(repo, path)).text() })));
}

export async function readManifests(repo: string): Promise<Manifest[]> {
  const paths = [...new Glob("{packages,bundles,examples}/*/package.json").scanSync({ cwd: repo })].sort();
  return Promise.all(
    paths.map(async (path) => {
      const { name, exports = {}, dependencies = {} } = await Bun.file(join(repo, path)).json();
      return { path, name, exports, dependencies: Object.keys(dependencies) };
    }),
  );
}

export function findViolations(
  files: readonly SourceFile[],
  manifests: readonly Manifest[] = [],
): Violation[] {
  const shipped = files.filter(({ path }) => /^packages\/[^/]+\/src\//.test(path));
  const found = shipped.flatMap((file) => importsOf(file.text).flatMap((one) => checkImport(file.path, one)));
  return [...found, ...authorsDoor(files), ...reaches(files, manifests), ...cycles(files, manifests)];
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

// --- the whole repository

/** No cycle of packages, of what lies beside them, or of their folders. */
function cycles(files: readonly SourceFile[], manifests: readonly Manifest[]): Violation[] {
  const kinds = [["packages", packageOf] as const, ["folders", folderNodeOf] as const];
  return kinds.flatMap(([kind, partOf]) =>
    cyclesOf(files, manifests, partOf).map(({ parts, imports }) => ({
      file: imports[0]?.split(":")[0] ?? "",
      line: Number(/:(\d+) /.exec(imports[0] ?? "")?.[1] ?? 0),
      rule: `${kind} that import each other: ${parts.join(" <-> ")} (${imports.join("; ")})`,
      why: "what imports each other can be neither understood nor published alone",
    })),
  );
}

/** Whoever is outside a package uses its doors. Figures of the table may only shrink. */
function reaches(files: readonly SourceFile[], manifests: readonly Manifest[]): Violation[] {
  const counted = new Map<string, Violation[]>();
  // What is shipped is held against the table above.
  const beside = files.filter(({ path }) => !/^packages\/[^/]+\/src\//.test(path));
  for (const { path, text } of beside)
    for (const one of importsOf(text).filter(({ specifier }) => specifier.startsWith("."))) {
      const target = targetOf(path, one.specifier, manifests) ?? "";
      const [home] = /^packages\/[^/]+\//.exec(target) ?? [];
      if (home === undefined || path.startsWith(home)) continue;
      const key = `${packageOf(path)} -> ${folderNodeOf(target)}`;
      const rule = `${one.specifier} reaches into ${home}: use a door, such as @uncaged/workflow/host`;
      const found = {
        file: path,
        line: one.line,
        rule,
        why: "a path makes every file of a package its interface",
      };
      counted.set(key, [...(counted.get(key) ?? []), found]);
    }
  const over = [...counted].flatMap(([key, found]) => (found.length > (REACHES[key] ?? 0) ? found : []));
  return manifests.length === 0 ? over : [...over, ...outdated(counted)];
}

function outdated(counted: ReadonlyMap<string, readonly Violation[]>): Violation[] {
  return Object.entries(REACHES)
    .filter(([key, most]) => (counted.get(key)?.length ?? 0) < most)
    .map(([key, most]) => ({
      file: "scripts/import-table.ts",
      line: 0,
      rule: `REACHES["${key}"] is ${most}, and there are ${counted.get(key)?.length ?? 0}: lower it`,
      why: "the figures only shrink",
    }));
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
  const violations = [...findViolations(files, await readManifests(repo)), ...findOversize(files)];
  for (const { file, line, rule, why } of violations) console.log(`${file}:${line} ${rule}: ${why}`);
  if (files.length === 0) console.log(`${repo} has no packages/*/src`);
  else console.log(`${files.length} files, ${violations.length} violations`);
  process.exit(files.length === 0 || violations.length > 0 ? 1 : 0);
}

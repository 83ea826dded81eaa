// The licences of what a package holds of others: whoever passes a library on, passes its licence on.
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

type Library = { name: string; version: string; license: string; text: string };

/** All that the packages at `folders` depend on, and what that depends on, except for programs that are not built in. */
export function licencesOf(folders: readonly string[], except: readonly string[]): string {
  const found = new Map<string, Library>();
  for (const folder of folders) collect(realpathSync(folder), new Set(except), found);
  return [...found.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, license, text }) => `${name} ${version}, ${license}\n\n${text.trim()}\n`)
    .join(`\n${"-".repeat(80)}\n\n`);
}

function collect(folder: string, except: Set<string>, found: Map<string, Library>): void {
  const { dependencies = {} } = readManifest(folder);
  for (const name of Object.keys(dependencies)) {
    if (except.has(name) || name.startsWith("@uncaged/") || found.has(name)) continue;
    const at = findPackage(name, folder);
    const { version, license } = readManifest(at);
    found.set(name, { name, version, license, text: licenceText(at, license) });
    collect(at, except, found);
  }
}

function findPackage(name: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, "node_modules", name);
    if (existsSync(path)) return realpathSync(path);
  }
  throw new Error(`${name}, which ${from} depends on, is not installed`);
}

function licenceText(folder: string, license: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.(md|txt))?$/i.test(name));
  return file === undefined
    ? `Its package has no text of its licence (${license}).`
    : readFileSync(join(folder, file), "utf8");
}

function readManifest(folder: string): {
  version: string;
  license: string;
  dependencies?: Record<string, string>;
} {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

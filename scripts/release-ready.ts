// What must hold before anything is built for a release. It reads files and asks git; it changes nothing.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

/** `problem`: null when it holds. */
export type Check = { name: string; problem: string | null };

export type PublicPackage = {
  folder: string;
  name: string;
  version: string;
  license?: string;
  dependencies: Record<string, string>;
};

export function readiness(repo: string): Check[] {
  const packages = publicPackages(repo);
  const version = versionOf(repo);
  return [
    { name: "the tree is clean", problem: dirt(repo) },
    { name: "there are packages", problem: packages.length > 0 ? null : "no package is public" },
    { name: "all packages have one version", problem: versions(version, packages) },
    { name: "the changelog has the version", problem: changelog(repo, version) },
    { name: "packages depend on public packages only", problem: privateDependency(packages) },
    { name: "the licence is there", problem: licence(repo, packages) },
  ];
}

/** In an order in which each can be published: what a package depends on comes before it. */
export function publicPackages(repo: string): PublicPackage[] {
  const found = [...new Glob("packages/*/package.json").scanSync({ cwd: repo })]
    .sort()
    .map((path) => ({ dependencies: {}, ...JSON.parse(readFileSync(join(repo, path), "utf8")), path }))
    .filter((manifest) => manifest.private !== true)
    .map(({ path, ...manifest }) => ({ ...manifest, folder: path.split("/")[1] }) as PublicPackage);
  const ordered: PublicPackage[] = [];
  const visit = (one: PublicPackage, above: readonly string[]) => {
    if (ordered.includes(one) || above.includes(one.name)) return;
    for (const name of Object.keys(one.dependencies))
      for (const other of found) if (other.name === name) visit(other, [...above, one.name]);
    ordered.push(one);
  };
  for (const one of found) visit(one, []);
  return ordered;
}

function dirt(repo: string): string | null {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", "status", "--porcelain"], { cwd: repo });
  if (exitCode !== 0) return `git status ended with ${exitCode}: ${stderr.toString().trim()}`;
  const lines = stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "");
  return lines.length === 0 ? null : `commit or remove: ${lines.map((line) => line.slice(3)).join(", ")}`;
}

/** The version that the program tells of itself. */
export function versionOf(repo: string): string {
  const source = readFileSync(join(repo, "packages/cli-workflow/src/version.ts"), "utf8");
  return /VERSION = "([^"]+)"/.exec(source)?.[1] ?? "";
}

function versions(version: string, packages: readonly PublicPackage[]): string | null {
  const others = packages.filter((one) => one.version !== version);
  return others.length === 0
    ? null
    : `version.ts says ${version}, but ${others.map((one) => `${one.name} is ${one.version}`).join(", ")}`;
}

function changelog(repo: string, version: string): string | null {
  const text = readFileSync(join(repo, "CHANGELOG.md"), "utf8");
  const heading = new RegExp(`^## ${version.replaceAll(".", "\\.")}(?: |$)`, "m");
  return heading.test(text) ? null : `CHANGELOG.md has no section "## ${version}"`;
}

function privateDependency(packages: readonly PublicPackage[]): string | null {
  const names = new Set(packages.map(({ name }) => name));
  const wrong = packages.flatMap(({ name, dependencies }) =>
    Object.entries(dependencies)
      .filter(([other, range]) => range.startsWith("workspace:") && !names.has(other))
      .map(([other]) => `${name} depends on ${other}, which is private`),
  );
  return wrong.length === 0 ? null : wrong.join(", ");
}

function licence(repo: string, packages: readonly PublicPackage[]): string | null {
  if (!existsSync(join(repo, "LICENSE"))) return "there is no LICENSE";
  const without = packages.filter((one) => one.license === undefined || one.license === "");
  return without.length === 0 ? null : `no licence is named by ${without.map(({ name }) => name).join(", ")}`;
}

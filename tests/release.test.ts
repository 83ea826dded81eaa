// bun run release, in a small repository of its own: it refuses, says why, and builds nothing.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publicPackages, readiness } from "../scripts/release-ready.ts";
import { REPO } from "./support/temp-home.ts";

let repo: string;

beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), "uw-release-"));
  write("packages/cli-workflow/src/version.ts", 'export const VERSION = "1.2.0";\n');
  manifest("cli-workflow", { dependencies: { "@uncaged/workflow": "workspace:*" } });
  manifest("workflow", {});
  write("CHANGELOG.md", "# Changelog\n\n## 1.2.0 (2026-11-18)\n\n- One thing.\n");
  write("LICENSE", "MIT\n");
  for (const name of ["release.ts", "release-ready.ts"])
    cpSync(join(REPO, "scripts", name), join(repo, "scripts", name));
  git("init", "--quiet");
  commit();
});

afterEach(() => rmSync(repo, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), text);
}

function manifest(folder: string, more: object): void {
  const own = { name: `@uncaged/${folder}`, version: "1.2.0", license: "MIT", ...more };
  write(`packages/${folder}/package.json`, JSON.stringify(own));
}

function git(...args: string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  const { exitCode, stderr } = Bun.spawnSync(["git", ...who, ...args], { cwd: repo });
  if (exitCode !== 0) throw new Error(stderr.toString());
}

function commit(): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
}

function problems(): string[] {
  return readiness(repo).flatMap(({ problem }) => (problem === null ? [] : [problem]));
}

test("a clean tree with one version, a changelog and a licence is ready", () => {
  expect(problems()).toEqual([]);
});

describe("it refuses", () => {
  test("a tree with changes, and names the files", () => {
    write("forgotten.ts", "");
    expect(problems()).toEqual(["commit or remove: forgotten.ts"]);
  });

  test("a version that the changelog does not have", () => {
    write("CHANGELOG.md", "# Changelog\n\n## Unreleased (1.2.0)\n\n- One thing.\n\n## 1.2.01\n");
    commit();
    expect(problems()).toEqual(['CHANGELOG.md has no section "## 1.2.0"']);
  });

  test("packages of different versions", () => {
    manifest("workflow", { version: "1.1.0" });
    commit();
    expect(problems()).toEqual(["version.ts says 1.2.0, but @uncaged/workflow is 1.1.0"]);
  });

  test("a package that depends on one that will not be published", () => {
    manifest("secret", { private: true });
    manifest("workflow", { dependencies: { "@uncaged/secret": "workspace:*" } });
    commit();
    expect(problems()).toEqual(["@uncaged/workflow depends on @uncaged/secret, which is private"]);
  });

  test("a repository without a licence, and a package that names none", () => {
    rmSync(join(repo, "LICENSE"));
    commit();
    expect(problems()).toEqual(["there is no LICENSE"]);
    write("LICENSE", "MIT\n");
    manifest("workflow", { license: "" });
    commit();
    expect(problems()).toEqual(["no licence is named by @uncaged/workflow"]);
  });

  test("a folder that git does not know", () => {
    rmSync(join(repo, ".git"), { recursive: true });
    expect(problems()[0]).toContain("git status ended with");
  });
});

test("the command tells every check, builds nothing and fails", () => {
  write("forgotten.ts", "");
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, "scripts/release.ts"], { cwd: repo });
  expect(stdout.toString()).toContain("failed the tree is clean: commit or remove: forgotten.ts");
  expect(stdout.toString()).toContain("ok     all packages have one version");
  expect(stdout.toString()).toEndWith("\nnot ready: nothing was built\n");
  expect(exitCode).toBe(1);
  expect(existsSync(join(repo, "dist"))).toBe(false);
});

test("a package is published after what it depends on", () => {
  expect(publicPackages(repo).map(({ name }) => name)).toEqual([
    "@uncaged/workflow",
    "@uncaged/cli-workflow",
  ]);
});

test("nothing in the scripts publishes", async () => {
  for (const name of ["release.ts", "release-ready.ts", "release-tarball.ts"]) {
    const text = await Bun.file(join(REPO, "scripts", name)).text();
    expect(text).not.toMatch(/\[[^\]]*"publish"/);
  }
});

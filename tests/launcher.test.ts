// Which Bun the launcher starts, in the layouts that package managers make. The Buns are scripts that say who they are.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmod, cp, link as fsLink, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { placeBun } from "../scripts/place-bun.ts";
import { REPO } from "./support/temp-home.ts";

const PLATFORM = "@oven/bun-linux-x64/bin/bun";

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "uw-launcher-"));
});

afterEach(() => rm(dir, { recursive: true, force: true }));

describe("the launcher starts the Bun that was installed with it", () => {
  test("in a project, by node_modules/.bin", async () => {
    await install("node_modules");
    await bun(`node_modules/${PLATFORM}`, "own");
    await link("node_modules/.bin/uncaged-workflow", "../@uncaged/cli-workflow/bin/uncaged-workflow.js");
    expect(await start("node_modules/.bin/uncaged-workflow")).toBe("own");
  });

  test("by every name of the program", async () => {
    await install("node_modules");
    await bun(`node_modules/${PLATFORM}`, "own");
    const { bin } = await Bun.file(join(REPO, "packages/cli-workflow/package.json")).json();
    expect(Object.keys(bin)).toEqual(["uncaged-workflow", "uw", "workflow"]);
    for (const [name, file] of Object.entries<string>(bin)) {
      await link(`node_modules/.bin/${name}`, join("../@uncaged/cli-workflow", file));
      expect(await start(`node_modules/.bin/${name}`)).toBe("own");
    }
  });

  test("when a package manager did not hoist it", async () => {
    await install("node_modules");
    await bun(`node_modules/@uncaged/cli-workflow/node_modules/${PLATFORM}`, "own");
    expect(await start("node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js")).toBe("own");
  });

  test("installed globally by npm, and by Bun", async () => {
    for (const folder of ["lib/node_modules", "install/global/node_modules"]) {
      await install(folder);
      await bun(`${folder}/@uncaged/cli-workflow/node_modules/${PLATFORM}`, "own");
      await link("bin/uncaged-workflow", `../${folder}/@uncaged/cli-workflow/bin/uncaged-workflow.js`);
      expect(await start("uncaged-workflow", { PATH: `${dir}/bin:/usr/bin:/bin` })).toBe("own");
      await rm(join(dir, "bin"), { recursive: true });
    }
  });

  test("by a link to a link, from anywhere on the PATH", async () => {
    await install("deep/er/node_modules");
    await bun(`deep/er/node_modules/${PLATFORM}`, "own");
    await link("far/first", "../deep/er/node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js");
    await link("other/uw", join(dir, "far/first"));
    expect(await start("uw", { PATH: `${dir}/other:/usr/bin:/bin` })).toBe("own");
  });

  test("when Node started it, with the same arguments and exit code", async () => {
    await install("node_modules");
    await bun(`node_modules/${PLATFORM}`, "own", "exit 7");
    const launcher = join(dir, "node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js");
    const node = Bun.which("node");
    if (node === null) return; // a machine with Bun only
    const child = Bun.spawnSync([node, launcher, "a b", "--c"], { cwd: dir, env: { PATH: "/usr/bin:/bin" } });
    expect(child.stdout.toString()).toBe("own\n");
    expect(child.exitCode).toBe(7);
  });

  test("of the packages of several platforms, the first that runs", async () => {
    await install("node_modules");
    await bun("node_modules/@oven/bun-darwin-x64/bin/bun", "wrong", "exit 126");
    await bun(`node_modules/${PLATFORM}`, "own");
    expect(await start("node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js")).toBe("own");
  });

  test("where the script of the package `bun` has moved it", async () => {
    await install("node_modules");
    await mkdir(join(dir, "node_modules", dirname(PLATFORM)), { recursive: true });
    await bun("node_modules/bun/bin/bun.exe", "moved");
    expect(await start("node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js")).toBe("moved");
  });

  test("and not the stub that is left when that script did not run", async () => {
    await install("node_modules");
    await bun("node_modules/bun/bin/bun.exe", "stub");
    await bun(`node_modules/${PLATFORM}`, "own");
    expect(await start("node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js")).toBe("own");
    await rm(join(dir, "node_modules/@oven"), { recursive: true });
    expect(await start("node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js")).toBe("none (127)");
  });
});

describe("a Bun, a Node or anything else of the current folder is never started", () => {
  test("whatever the PATH says", async () => {
    await install("app/node_modules");
    await bun("here/bun", "evil");
    await bun("here/node", "evil");
    await bun("here/node_modules/.bin/bun", "evil");
    const launcher = join(dir, "app/node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js");
    const here = join(dir, "here");
    const path = `:.:node_modules/.bin:${here}:${here}/node_modules/.bin:/usr/bin:/bin`;
    expect(await start(launcher, { PATH: path }, here)).toBe("none (127)");
    await bun("good/bun", "good");
    expect(await start(launcher, { PATH: `${path}:${dir}/good` }, here)).toBe("good");
    await bun(`app/node_modules/${PLATFORM}`, "own");
    expect(await start(launcher, { PATH: `${path}:${dir}/good` }, here)).toBe("own");
    // Nor anything else: a link is read by a program.
    await bun("here/readlink", "evil", "exit 3");
    await link("links/uw", launcher);
    expect(await start(join(dir, "links/uw"), { PATH: path }, here)).toBe("own");
  });
});

test("bun run setup: the stub of the package `bun` becomes Bun, and the cache it was linked from stays", async () => {
  const stub = 'echo "the script was not run" >&2\nexit 1\n';
  await Bun.write(join(dir, "cache/bun.exe"), stub);
  await mkdir(join(dir, "bin"));
  for (const name of ["bun.exe", "bunx.exe"])
    await fsLink(join(dir, "cache/bun.exe"), join(dir, "bin", name));
  placeBun(join(dir, "bin"));
  const { stdout } = Bun.spawnSync([join(dir, "bin/bun.exe"), "--version"]);
  expect(stdout.toString().trim()).toBe(Bun.version);
  expect(await Bun.file(join(dir, "cache/bun.exe")).text()).toBe(stub);
});

/** The launcher as a package manager leaves it in `folder`. */
async function install(folder: string): Promise<void> {
  const target = join(dir, folder, "@uncaged/cli-workflow");
  await cp(join(REPO, "packages/cli-workflow/bin"), join(target, "bin"), { recursive: true });
  await Bun.write(join(target, "package.json"), `{ "type": "module" }`);
}

/** A stand-in that says its name, unless it is asked for its version. */
async function bun(path: string, name: string, end = "exit 0"): Promise<void> {
  const text = `#!/bin/sh\n[ "$1" = --version ] || echo ${name}\n${end}\n`;
  await Bun.write(join(dir, path), text);
  await chmod(join(dir, path), 0o755);
}

async function link(path: string, to: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true });
  await symlink(to, join(dir, path));
}

async function start(program: string, env: Record<string, string> = {}, cwd = dir): Promise<string> {
  const found = Bun.which(program, { PATH: env.PATH ?? "", cwd }) ?? join(cwd, program);
  const at = program.startsWith("/") ? program : found;
  const child = Bun.spawnSync([at, "threads"], { cwd, env: { PATH: "/usr/bin:/bin", ...env } });
  return child.exitCode === 0 ? child.stdout.toString().trim() : `none (${child.exitCode})`;
}

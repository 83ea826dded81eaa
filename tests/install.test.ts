// Packed, installed and used, as somebody does who has never seen this repository: by npm with install scripts off, and by
// Bun. Our packages come from a registry of this test, all others from the one the machine uses.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packAll } from "../scripts/pack.ts";
import { type PackageRegistry, packageRegistry } from "./support/package-registry.ts";
import { REPO } from "./support/temp-home.ts";

const TEMPLATES = ["yield", "roles", "agent"] as const;
const PLATFORMS: Record<string, string> = (
  await Bun.file(join(REPO, "packages/cli-workflow/package.json")).json()
).optionalDependencies;
const BUN_VERSION = Object.values(PLATFORMS)[0] ?? "";

const NODE = Bun.which("node");
const NPM = Bun.which("npm");
const REASON = await whyNot();
const NPM_REASON = REASON ?? (NPM === null || NODE === null ? "there is no npm" : null);
const because = (reason: string | null) => (reason === null ? "" : ` (skipped: ${reason})`);

/** Our packages, each with all of ours that it brings. */
const DOORS: Record<string, string[]> = {
  "@uncaged/workflow": ["workflow"],
  "@uncaged/workflow-agents": ["workflow", "workflow-agents"],
  "@uncaged/cli-workflow": ["cli-workflow", "workflow", "workflow-agents"],
};

setDefaultTimeout(180_000);

let dir: string;
let tarballs: Map<string, string>;
let registry: PackageRegistry;
let npmProgram: string;
let bunProgram: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "uw-install-"));
  // The user's Bun, under its own name and alone in its folder.
  mkdirSync(join(dir, "bun"));
  symlinkSync(process.execPath, join(dir, "bun/bun"));
  tarballs = await packAll(join(dir, "packs"));
  registry = await packageRegistry(tarballs.values());
  await Bun.write(join(dir, "config/.bunfig.toml"), `[install.scopes]\n"@uncaged" = "${registry.url}"\n`);
  npmProgram = join(dir, "npm/bin/uncaged-workflow");
  bunProgram = join(dir, "bun-home/bin/uncaged-workflow");
});

afterAll(() => {
  registry[Symbol.dispose]();
  rmSync(dir, { recursive: true, force: true });
});

describe("the tarballs", () => {
  const NAMES = Object.keys(DOORS);

  test("are all public packages, with one version, and name no workspace", async () => {
    expect([...tarballs.keys()].sort()).toEqual(NAMES.toSorted());
    for (const name of NAMES) {
      const manifest = await Bun.file(join(unpacked(name), "package.json")).json();
      expect(JSON.stringify(manifest)).not.toContain("workspace:");
      for (const [other, range] of Object.entries(manifest.dependencies))
        if (NAMES.includes(other)) expect(range).toBe(manifest.version);
    }
  });

  test("have JavaScript and types behind every export, and no sources of ours", async () => {
    for (const name of NAMES) {
      const folder = unpacked(name);
      const { exports } = await Bun.file(join(folder, "package.json")).json();
      for (const { types, default: script } of Object.values<Record<string, string>>(exports))
        for (const path of [types ?? "", script ?? ""])
          expect(existsSync(join(folder, path)), path).toBe(true);
      const lib = readdirSync(join(folder, "lib"), { recursive: true }) as string[];
      expect(lib.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))).toEqual([]);
    }
  });

  test("hold the licences of the libraries that are part of them", async () => {
    for (const name of NAMES.slice(1)) {
      const text = await Bun.file(join(unpacked(name), "THIRD-PARTY-LICENCES.txt")).text();
      expect(text).toMatch(/^@ai-sdk\/openai [\d.]+, Apache-2\.0$/m);
      expect(text).toContain("Apache License");
    }
  });

  test("do not name the machine they were made on", () => {
    for (const name of NAMES) {
      const { stdout } = Bun.spawnSync(["grep", "-rlF", REPO, unpacked(name)]);
      expect(stdout.toString()).toBe("");
    }
  });

  test("bring one Bun: that of the checkout, of the templates and of their types", async () => {
    const { devDependencies } = await Bun.file(join(REPO, "package.json")).json();
    expect(new Set(Object.values(PLATFORMS))).toEqual(new Set([devDependencies.bun]));
    expect(devDependencies["bun-types"]).toBe(devDependencies.bun);
    for (const template of TEMPLATES) {
      const path = join(REPO, "packages/cli-workflow/templates", template, "package.json");
      expect((await Bun.file(path).json()).devDependencies["bun-types"]).toBe(devDependencies.bun);
    }
  });

  function unpacked(name: string): string {
    const folder = join(dir, "unpacked", name);
    mkdirSync(folder, { recursive: true });
    Bun.spawnSync(["tar", "-xzf", tarballs.get(name) ?? "", "-C", folder, "--strip-components=1"]);
    return folder;
  }
});

describe.skipIf(NPM_REASON !== null)(
  `by npm, install scripts off, no Bun on the PATH${because(NPM_REASON)}`,
  () => {
    test("npm install --global: the program has its runtime", async () => {
      const args = ["install", "--global", "--prefix", join(dir, "npm"), "@uncaged/cli-workflow"];
      await ok(run(dir, [NPM!, ...args], npmEnv()));
      const { bun, version } = JSON.parse(await ok(run(dir, [npmProgram, "--version", "--json"], npmEnv())));
      expect({ bun, version }).toEqual({
        bun: BUN_VERSION,
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      });
    });

    test("a link on the PATH, Node, and npx start it too", async () => {
      mkdirSync(join(dir, "links"));
      symlinkSync(npmProgram, join(dir, "links/uw"));
      const real = join(dir, "npm/lib/node_modules/@uncaged/cli-workflow/bin/uncaged-workflow.js");
      for (const command of [
        [join(dir, "links/uw")],
        [NODE!, real],
        [NPM!, "exec", "--yes", "@uncaged/cli-workflow", "--"],
      ])
        expect(await ok(run(dir, [...command, "--version"], npmEnv()))).toContain("uncaged-workflow ");
    });

    test("nobody who installs it installs the libraries of providers", () => {
      const installed = readdirSync(join(dir, "npm/lib/node_modules/@uncaged/cli-workflow/node_modules"));
      expect(installed).toContain("esbuild");
      expect(installed).not.toContain("ai");
      expect(installed).not.toContain("@ai-sdk");
    });

    test.each(TEMPLATES)(
      "init --template %s, add, run and fork work with nothing else installed",
      async (template) => {
        const folder = join(dir, `npm-${template}`);
        const uw = (...args: string[]) => ok(run(dir, [npmProgram, ...args], npmEnv()));
        await uw("init", folder, "--template", template);
        const { hash } = JSON.parse(await uw("add", template, join(folder, "flow.ts"), "--json"));
        expect(hash).toBe(await checkoutHash(join(folder, "flow.ts")));
        if (template === "agent") return; // asks a model
        const { executionId, status } = JSON.parse(
          await uw("run", template, "--prompt", "say hello", "--json"),
        );
        expect(status).toBe("ok");
        const forked = JSON.parse(await uw("fork", executionId, "--from-step", "1", "--json"));
        expect(forked.status).toBe("ok");
      },
    );

    test("in a project, beside the stub that the package `bun` is without its script", async () => {
      const folder = join(dir, "project");
      mkdirSync(folder);
      await ok(run(folder, [NPM!, "init", "--yes"], npmEnv()));
      await ok(run(folder, [NPM!, "install", "@uncaged/cli-workflow", `bun@${BUN_VERSION}`], npmEnv()));
      expect(
        (await run(folder, ["/bin/sh", join(folder, "node_modules/.bin/bun"), "--version"], npmEnv()))
          .exitCode,
      ).not.toBe(0);
      expect(
        await ok(run(folder, [NPM!, "exec", "--", "uncaged-workflow", "--version"], npmEnv())),
      ).toContain("uncaged-workflow ");
    });

    test("scripts/with-bun.mjs runs a task of the checkout", async () => {
      const folder = join(dir, "checkout");
      await Bun.write(
        join(folder, "package.json"),
        `{ "scripts": { "demo": "bun --version && echo arguments:" } }`,
      );
      cpSync(join(REPO, "scripts/with-bun.mjs"), join(folder, "scripts/with-bun.mjs"));
      cpSync(
        join(REPO, "packages/cli-workflow/package.json"),
        join(folder, "packages/cli-workflow/package.json"),
      );
      const said = await ok(run(folder, [NODE!, "scripts/with-bun.mjs", "demo", "a"], npmEnv()));
      expect(said).toContain(`${BUN_VERSION}\narguments: a`);
    });
  },
);

describe.skipIf(REASON !== null)(`by Bun${because(REASON)}`, () => {
  test("bun add --global, and bunx", async () => {
    await ok(run(dir, ["bun", "add", "--global", "@uncaged/cli-workflow"], bunEnv()));
    expect(await ok(run(dir, [bunProgram, "--version"], npmEnv()))).toContain("uncaged-workflow ");
    mkdirSync(join(dir, "bunx"));
    const env = { ...bunEnv(), TMPDIR: join(dir, "bunx") };
    expect(await ok(run(dir, ["bun", "x", "@uncaged/cli-workflow", "--version"], env))).toContain(
      "uncaged-workflow ",
    );
  });

  test.each(TEMPLATES)(
    "init --template %s: bun install, test, check, build and register",
    async (template) => {
      const folder = join(dir, `bun-${template}`);
      await ok(run(dir, [bunProgram, "init", folder, "--template", template], bunEnv()));
      await tryTemplate(folder);
      if (template === "agent") expect(existsSync(join(folder, "node_modules/zod"))).toBe(true);
      for (const name of ["ai", "@ai-sdk"])
        expect(existsSync(join(folder, "node_modules", name))).toBe(false);
      // With the library that the author installed it is the same as with the one that the program brings.
      const built = await ok(run(folder, [bunProgram, "build", "flow.ts", "--json"], bunEnv()));
      expect(JSON.parse(built).hash).toBe(await checkoutHash(join(folder, "flow.ts")));
    },
  );

  test.each(Object.keys(DOORS))("%s installed alone: every door opens", async (name) => {
    const folder = join(dir, "alone", name);
    await Bun.write(join(folder, "package.json"), `{ "type": "module" }`);
    await ok(run(folder, ["bun", "add", name], bunEnv()));
    const { exports } = await Bun.file(join(folder, "node_modules", name, "package.json")).json();
    // A worker file is a program: importing it starts one.
    const doors = Object.keys(exports).filter(
      (door) => `${name}${door.slice(1)}` !== "@uncaged/cli-workflow/worker",
    );
    const program = doors.map((door) => `await import("${name}${door.slice(1)}");`).join("\n");
    await Bun.write(join(folder, "doors.ts"), `${program}\nconsole.log(${doors.length});\n`);
    expect((await ok(run(folder, ["bun", "doors.ts"], bunEnv()))).trim()).toBe(String(doors.length));
    expect(readdirSync(join(folder, "node_modules/@uncaged")).sort()).toEqual(DOORS[name] ?? []);
    for (const library of ["ai", "@ai-sdk"])
      expect(existsSync(join(folder, "node_modules", library))).toBe(false);
  });

  test("bun run model answers as model.json says", async () => {
    const folder = join(dir, "bun-agent");
    await Bun.write(
      join(folder, "package.json"),
      (await Bun.file(join(folder, "package.json")).text()).replace("4891", "0"),
    );
    const env = { ...bunEnv(), UNCAGED_HOME: join(dir, "home") };
    const model = Bun.spawn([join(dir, "bun/bun"), "run", "model"], {
      cwd: folder,
      env,
      stdout: "pipe",
      stderr: "ignore",
    });
    try {
      const { value } = await model.stdout.getReader().read();
      const [, baseUrl = ""] = /OPENAI_BASE_URL=(\S+)/.exec(new TextDecoder().decode(value)) ?? [];
      const asking = { ...env, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "none" };
      const ran = await run(
        folder,
        ["bun", "run", "start", "--prompt", "Why is the sky blue?", "--json"],
        asking,
      );
      expect(ran.stdout).toContain("Air scatters blue light");
    } finally {
      model.kill();
    }
  });

  test.each(["nodenext", "preserve"])(
    "tsc finds nothing wrong in our types: module %s, skipLibCheck off",
    async (module) => {
      const folder = join(dir, "bun-agent");
      await Bun.write(join(folder, "plain.ts"), PLAIN);
      const compilerOptions = { module, target: "es2022", strict: true, noEmit: true, types: [] };
      await Bun.write(
        join(folder, "tsconfig.plain.json"),
        JSON.stringify({ compilerOptions, files: ["plain.ts"] }),
      );
      expect(await ok(run(folder, ["bun", "x", "tsc", "-p", "tsconfig.plain.json"], bunEnv()))).toBe("");
    },
  );

  test("a program of somebody's own runs threads by the packages", async () => {
    const folder = join(dir, "bun-roles");
    await Bun.write(join(folder, "program.ts"), PROGRAM);
    const env = { ...bunEnv(), UNCAGED_HOME: join(dir, "home") };
    expect(await ok(run(folder, ["bun", "program.ts"], env))).toContain('"status":"ok"');
  });
});

describe.skipIf(REASON !== null)(`in a checkout, by a link${because(REASON)}`, () => {
  test.each(TEMPLATES)(
    "init --template %s: bun install, test, check, build and register",
    async (template) => {
      const folder = join(dir, `link-${template}`);
      await ok(
        run(
          dir,
          [
            join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js"),
            "init",
            folder,
            "--template",
            template,
          ],
          bunEnv(),
        ),
      );
      await tryTemplate(folder);
    },
  );
});

const PLAIN = `import { agent, all, annotate, createRoleModerator, type Descriptor, END, exec, must, retry } from "@uncaged/workflow";
import type { Executor } from "@uncaged/workflow/executor";
import { driveWorkflow, okReceipt } from "@uncaged/workflow/testing";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
export const descriptor: Descriptor = { description: "", roles: {} };
export const executors: Executor[] = [];
export default createRoleModerator({
  roles: { a: agent({ model: "openai/x", system: "s" }) },
  moderator: ({ steps }) => (steps.length > 0 ? END : "a"),
});
export { all, annotate, driveWorkflow, exec, must, okReceipt, retry, scriptedModel };
`;

const PROGRAM = `import { processTerminal, runCli } from "@uncaged/cli-workflow";
const run = (...args: string[]) => runCli(undefined, args, processTerminal());
await run("add", "embedded", "flow.ts");
process.exit(await run("run", "embedded", "--prompt", "say hello", "--json"));
`;

/** What a template's README tells to do. */
async function tryTemplate(folder: string): Promise<void> {
  const env = { ...bunEnv(), UNCAGED_HOME: join(dir, "home") };
  for (const args of [["install"], ["test"], ["run", "check"], ["run", "build"], ["run", "register"]])
    await ok(run(folder, ["bun", ...args], env));
}

type Ended = { exitCode: number; stdout: string; stderr: string };

/** Never waited for in place: this process is the registry. */
async function run(cwd: string, command: string[], env: Record<string, string | undefined>): Promise<Ended> {
  const [program = "", ...args] = command;
  const at = program === "bun" ? join(dir, "bun/bun") : program;
  const child = Bun.spawn([at, ...args], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

async function ok(running: Promise<Ended>): Promise<string> {
  const { exitCode, stdout, stderr } = await running;
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** A machine with Node and npm, and no Bun. */
function npmEnv(): Record<string, string | undefined> {
  const path = [...new Set([NODE, NPM].flatMap((file) => (file === null ? [] : [dirname(file)])))];
  return {
    ...cleanEnv(),
    PATH: [...path, "/usr/bin", "/bin"].join(":"),
    UNCAGED_HOME: join(dir, "home"),
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
    npm_config_cache: join(dir, "npm-cache"),
    "npm_config_@uncaged:registry": registry.url,
  };
}

function bunEnv(): Record<string, string | undefined> {
  return {
    ...cleanEnv(),
    PATH: [join(dir, "bun"), "/usr/bin", "/bin"].join(":"),
    UNCAGED_HOME: join(dir, "home"),
    BUN_INSTALL: join(dir, "bun-home"),
    BUN_INSTALL_CACHE_DIR: join(dir, "bun-cache"),
    XDG_CONFIG_HOME: join(dir, "config"),
  };
}

function cleanEnv(): Record<string, string | undefined> {
  const { NODE_ENV: _, FORCE_COLOR: __, ...env } = process.env;
  return env;
}

/** What the checkout's program makes of a file that stands alone. */
async function checkoutHash(file: string): Promise<string> {
  const alone = mkdtempSync(join(dir, "alone-"));
  cpSync(file, join(alone, "flow.ts"));
  const launcher = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");
  return JSON.parse(await ok(run(alone, [launcher, "build", "flow.ts", "--json"], bunEnv()))).hash;
}

/** Without a registry there is no esbuild, no compiler and no Bun to install. */
async function whyNot(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "uw-registry-"));
  try {
    await Bun.write(join(folder, "package.json"), `{ "dependencies": { "citty": "0.2.2" } }`);
    const env = { ...process.env, BUN_INSTALL_CACHE_DIR: join(folder, "cache") };
    const child = Bun.spawn([process.execPath, "install"], {
      cwd: folder,
      env,
      stderr: "pipe",
      timeout: 20_000,
    });
    const said = await new Response(child.stderr).text();
    const [error = "it does not answer"] = said.match(/^error: .*/m) ?? [];
    return (await child.exited) === 0 ? null : `no registry of packages can be reached: ${error}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

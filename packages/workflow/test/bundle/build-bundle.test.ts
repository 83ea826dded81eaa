import { describe, expect, test } from "bun:test";
import { cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildBundle } from "#bundle/build/build-bundle.ts";
import { analyseBundle } from "#bundle/check/analyse-bundle.ts";
import { tempDir, writeFiles } from "./temp-dir.ts";

const FIXTURES = join(import.meta.dir, "fixtures");
const BUILD = Bun.resolveSync("#bundle/build/build-bundle.ts", import.meta.dir);
const textOf = (code: Uint8Array) => new TextDecoder().decode(code);
const FLOW = "export default async function* () {}";

describe("C12: build makes a bundle of an author's sources", () => {
  test("a helper, a JSON file and @uncaged/workflow end in one file that passes the check", async () => {
    const { code } = await buildBundle(join(FIXTURES, "moderated/main.ts"));
    const { problems, facts } = analyseBundle(code);
    expect(problems).toEqual([]);
    expect(facts).toMatchObject({
      readsSteps: true,
      imports: [],
      descriptor: { description: "greets once" },
    });
  });

  test("names are kept, types and comments are gone, licences stand at the end", async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      "main.ts": `/*! MIT, by somebody */\n// a note\nfunction wellNamed(n: number): number { return n * 2 }\nexport default async function* run() { yield wellNamed(Date.now()) }`,
    });
    const text = textOf((await buildBundle(join(dir.path, "main.ts"))).code);
    expect(text).toContain("function wellNamed(n)");
    expect(text).not.toContain("a note");
    expect(text.trimEnd()).toEndWith("/*! MIT, by somebody */");
  });

  test("a CommonJS package that requires built-ins gets them by import", async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      "main.ts": `import Tool from "tool"; export default async function* () { yield new Tool().read() }`,
      "node_modules/tool/package.json": `{ "name": "tool", "main": "index.js" }`,
      "node_modules/tool/index.js": `const Emitter = require("events"); const { readFileSync } = require("node:fs");
        module.exports = class extends Emitter { read() { return readFileSync("x") } }`,
    });
    const { problems, facts } = analyseBundle((await buildBundle(join(dir.path, "main.ts"))).code);
    expect(problems).toEqual([]);
    expect(facts?.imports).toEqual(["node:events", "node:fs"]);
  });

  test("the default of a CommonJS module is the one Bun shows when it runs the sources", async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      "package.json": `{ "type": "module" }`,
      "main.ts": `import value from "tool"; export default () => value; console.log(value);`,
      "node_modules/tool/package.json": `{ "name": "tool", "main": "index.js" }`,
      "node_modules/tool/index.js": `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = 42;`,
    });
    const built = join(dir.path, "built.mjs");
    await Bun.write(built, (await buildBundle(join(dir.path, "main.ts"))).code);
    for (const file of [built, join(dir.path, "main.ts")])
      expect(Bun.spawnSync([process.execPath, file]).stdout.toString()).toBe("42\n");
  });

  test("decorators, enums and `using` come out as JavaScript that the check can read", async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      "main.ts": `function log(value: unknown, context: { name: PropertyKey }): void { value; context }
        enum Colour { Red = "red" }
        class A { @log run() { return Colour.Red } [Symbol.dispose]() {} }
        export default async function* () { using a = new A(); yield a.run() }`,
    });
    expect(analyseBundle((await buildBundle(join(dir.path, "main.ts"))).code).problems).toEqual([]);
  });
});

describe("the same sources give the same bytes", () => {
  const SOURCES = {
    "index.ts": `import { END } from "@uncaged/workflow"; import { helper } from "./lib"; import data from "./data.json"; import tool from "tool";
      export default make(async function* (input: { steps: unknown[] }) { yield [END, helper(), data, tool, input.steps] });
      function make<T>(flow: T): T { globalThis.made = flow; return flow }
      declare global { var made: unknown }`,
    "lib/index.ts":
      "export const helper = () => { throw new Error(`from ${import.meta.dirname}`) }; export default helper;",
    "data.json": `{ "a": [1, 2, "ü"] }`,
  };
  const TOOL = {
    "package.json": `{ "name": "tool", "version": "1.0.0", "main": "index.js" }`,
    "index.js": `exports.part = require("./part.js"); exports.os = require("os").EOL;`,
    "part.js": "module.exports = function part() { return this }",
  };

  test("in folders of other names and depths, however the packages were installed, next to any tsconfig and package.json", async () => {
    await using dir = await tempDir();
    const flat = join(dir.path, "a");
    await writeFiles(flat, SOURCES);
    await writeFiles(join(flat, "node_modules/tool"), TOOL);

    const deep = join(dir.path, "b/some where/deeper/project/src");
    await writeFiles(deep, SOURCES);
    const store = join(dir.path, "b/node_modules/.bun/tool@1.0.0/node_modules/tool");
    await writeFiles(store, TOOL);
    await symlink(store, join(dir.path, "b/node_modules/tool"));
    await writeFiles(deep, {
      "tsconfig.json": `{ "compilerOptions": { "target": "ES5", "useDefineForClassFields": false, "jsx": "react" } }`,
      "package.json": `{ "name": "somebody's", "type": "module" }`,
    });

    const one = await buildBundle(join(flat, "index.ts"));
    const two = await buildBundle(join(deep, "index.ts"));
    expect(textOf(two.code)).toBe(textOf(one.code));
    expect(two.map).toBe(one.map);
    expect(analyseBundle(one.code).problems).toEqual([]);
    for (const text of [textOf(one.code), one.map]) expect(text).not.toContain(dir.path);
    expect(JSON.parse(one.map).sources).toEqual(
      expect.arrayContaining([
        "index.ts",
        "lib/index.ts",
        "tool/part.js",
        "@uncaged/workflow/src/authoring/sentinels.ts",
      ]),
    );
  });

  test("from another working directory, by a relative path and through a link", async () => {
    await using dir = await tempDir();
    await cp(join(FIXTURES, "moderated"), join(dir.path, "x/y"), { recursive: true });
    await mkdir(join(dir.path, "links"));
    await symlink(join(dir.path, "x/y"), join(dir.path, "links/to"));
    const here = await buildBundle(join(FIXTURES, "moderated/main.ts"));
    const script = `const { buildBundle } = await import(process.argv[1]);
      const { code, map } = await buildBundle(process.argv[2]);
      process.stdout.write(new TextDecoder().decode(code) + map);`;
    for (const [cwd, entry] of [
      ["/", join(dir.path, "x/y/main.ts")],
      [join(dir.path, "x"), "y/main.ts"],
      [join(dir.path, "links/to"), "./main.ts"],
    ] as const) {
      const child = Bun.spawnSync([process.execPath, "-e", script, BUILD, entry], { cwd });
      expect(child.stdout.toString()).toBe(textOf(here.code) + here.map);
    }
  });
});

describe("a descriptor that is not a literal is evaluated once and written as one", () => {
  test("z.toJSONSchema is found again as data, whatever the author prints", async () => {
    const { code } = await buildBundle(join(FIXTURES, "computed/main.ts"));
    const { problems, facts } = analyseBundle(code);
    expect(problems).toEqual([]);
    expect(facts?.descriptor).toMatchObject({
      description: "writes code",
      roles: { coder: { schema: { type: "object", required: ["files", "done"] } } },
    });
  });

  test("its bytes do not depend on the folder either", async () => {
    await using dir = await tempDir();
    await cp(join(FIXTURES, "computed"), join(dir.path, "deep/er"), { recursive: true });
    await mkdir(join(dir.path, "node_modules"));
    await symlink(
      dirname(Bun.resolveSync("zod/package.json", import.meta.dir)),
      join(dir.path, "node_modules/zod"),
    );
    const here = await buildBundle(join(FIXTURES, "computed/main.ts"));
    const there = await buildBundle(join(dir.path, "deep/er/main.ts"));
    expect(textOf(there.code)).toBe(textOf(here.code));
    expect(there.map).toBe(here.map);
  });

  const failures: [what: string, source: string, expected: RegExp][] = [
    [
      "a throw",
      "export const descriptor = make();\nfunction make() {\n  throw new Error('no') }",
      /Error: no\n.*main\.ts:3:/s,
    ],
    [
      "a function",
      "export const descriptor = { description: String(1), roles: () => {} };",
      /"roles" is not JSON data/,
    ],
    ["NaN", "export const descriptor = { description: Number('x') };", /"description" is not JSON data/],
    ["undefined", "export const descriptor = [][0];", /it is undefined/],
    [
      "a process",
      "export const descriptor = { description: process.cwd() };",
      /'process' is not defined\n.*main\.ts:1:/s,
    ],
    [
      "a built-in that is called",
      'import { hostname } from "node:os";\nexport const descriptor = { description: hostname() };',
      /node:os is not there while a descriptor is evaluated/,
    ],
    ["an endless loop", "for (;;); export const descriptor = String(1);", /interrupted/],
    ["endless calls", "const f = () => f() + 1; export const descriptor = f();", /stack|recursion/i],
    [
      "more than the memory holds",
      "export const descriptor = [...Array(1e8).fill(1)].map(String);",
      /out of memory/,
    ],
    ["a promise that never comes", "export const descriptor = await new Promise(() => {});", /it waits for/],
  ];
  test.each(failures)("%s is DESCRIPTOR_INVALID", async (_what, source, expected) => {
    await using dir = await tempDir();
    await writeFiles(dir.path, { "main.ts": `${source}\n${FLOW}` });
    const build = buildBundle(join(dir.path, "main.ts"));
    await expect(build).rejects.toMatchObject({
      code: "DESCRIPTOR_INVALID",
      message: expect.stringMatching(expected),
    });
  });

  test("16: the code that is evaluated sees the language, and nothing of the machine", async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      "main.ts": `import * as fs from "node:fs"; import child, { spawn } from "node:child_process"; import { Readable } from "node:stream";
        const names = ["process", "Bun", "fetch", "require", "setTimeout", "Worker", "navigator", "WebAssembly", "Deno"];
        class Own extends Readable {}
        const tried = [() => fs.readFileSync("/etc/passwd"), () => spawn("true"), () => new child.ChildProcess(), () => new Own().pipe()];
        const refused = tried.filter((use) => { try { use(); return false } catch { return true } });
        export const descriptor = { description: names.filter((name) => name in globalThis).join() + refused.length, roles: {} };
        ${FLOW}`,
    });
    const { code } = await buildBundle(join(dir.path, "main.ts"));
    expect(analyseBundle(code).facts?.descriptor?.description).toBe("4");
  });

  test("16: without leave nothing is evaluated, and it is said that it was not", async () => {
    const built = await buildBundle(join(FIXTURES, "computed/main.ts"), { mayEvaluate: false });
    expect(built.descriptor).toBe("computed");
    expect(analyseBundle(built.code).problems).toMatchObject([{ code: "DESCRIPTOR_INVALID" }]);
  });

  test("an entry without a default export is left for the check to refuse", async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      "main.ts": "export const descriptor = { description: String(1), roles: {} };",
    });
    const { code } = await buildBundle(join(dir.path, "main.ts"));
    expect(analyseBundle(code).problems).toEqual([
      { code: "BUNDLE_INVALID", message: expect.stringContaining("there is no default export") },
    ]);
  });
});

describe("what cannot be built", () => {
  test.each([
    [`${FLOW}\nimport x from "left-pad"; x;`, /^main\.ts:2:15: Could not resolve "left-pad"$/],
    [`${FLOW}\nimport { x } from "./gone.ts"; x;`, /^main\.ts:2:19: Could not resolve "\.\/gone\.ts"$/],
    [
      `${FLOW}\nimport { x } from "@uncaged/other"; x;`,
      /^main\.ts:2:19: Could not resolve "@uncaged\/other"$/,
    ],
    [
      `import { x } from "./part.ts";\nx;${FLOW}`,
      /^main\.ts:1:10: No matching export in "part\.ts" for import "x"$/,
    ],
    ["let a = ;\nlet b = ;", /^main\.ts:1:9: Unexpected ";"$/],
  ])("is BUNDLE_INVALID with esbuild's words and position: %j", async (source, expected) => {
    await using dir = await tempDir();
    await writeFiles(dir.path, { "main.ts": source, "part.ts": "export const y = 1;" });
    await expect(buildBundle(join(dir.path, "main.ts"))).rejects.toMatchObject({
      code: "BUNDLE_INVALID",
      message: expect.stringMatching(expected),
    });
  });

  test("an entry that is not there is NOT_FOUND", async () => {
    await expect(buildBundle("/nowhere/main.ts")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("esbuild's process", () => {
  test("one that does not start is told, with what to install", async () => {
    const script = `const { buildBundle } = await import(process.argv[1]);
      await buildBundle(process.argv[2], { mayEvaluate: true, program: "/bin/false" }).catch((error) => console.log(error.code, error.hint));
      console.log(process.env.ESBUILD_BINARY_PATH);`;
    const child = Bun.spawn([process.execPath, "-e", script, BUILD, join(FIXTURES, "moderated/main.ts")]);
    expect(await child.stdout.text()).toBe("USAGE npm install --global @uncaged/cli-workflow\nundefined\n");
  });

  test("does not hold ours open, and leaves with it", async () => {
    const script = `const { buildBundle } = await import(process.argv[1]);
      await buildBundle(process.argv[2]); console.log("built");`;
    const child = Bun.spawn([process.execPath, "-e", script, BUILD, join(FIXTURES, "moderated/main.ts")], {
      timeout: 30_000,
    });
    expect(await child.stdout.text()).toBe("built\n");
    expect(await child.exited).toBe(0);
  });

  test("serves builds that overlap until the last is done", async () => {
    const entry = join(FIXTURES, "moderated/main.ts");
    const builds = await Promise.all([buildBundle(entry), buildBundle(entry), buildBundle(entry)]);
    expect(new Set(builds.map(({ code }) => textOf(code))).size).toBe(1);
  });
});

import { afterAll, describe, expect, test } from "bun:test";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findViolations, readManifests, readSources } from "../scripts/check-imports.ts";
import { FILE_OPENERS, FOLDERS, REACHES } from "../scripts/import-table.ts";
import { importsOf } from "../scripts/imports/imports-of.ts";
import { findOversize } from "../scripts/imports/oversize.ts";
import { REPO } from "./support/temp-home.ts";

/** The rules a file with this text breaks at this path. */
function broken(path: string, text: string): string[] {
  return findViolations([{ path, text }]).map(({ rule }) => rule);
}

const engine = "packages/workflow/src/engine/planted.ts";

test("our own sources break no rule", async () => {
  const files = await readSources(REPO);
  expect(files.length).toBeGreaterThan(100);
  expect(findViolations(files, await readManifests(REPO))).toEqual([]);
  expect(findOversize(files)).toEqual([]);
});

describe("the whole repository", () => {
  const MANIFESTS = ["a", "b"].map((name) => ({
    path: `packages/${name}/package.json`,
    name: `@uncaged/${name}`,
    exports: { ".": "./src/index.ts", "./deep": "./src/deep/index.ts" },
    dependencies: [],
  }));
  const rulesOf = (sources: Record<string, string>) =>
    findViolations(
      Object.entries(sources).map(([path, text]) => ({ path, text })),
      MANIFESTS,
    ).map(({ rule }) => rule);

  test("packages that import each other are found, by types and doors too", () => {
    const rules = rulesOf({
      "bundles/a/flow.ts": 'import type { B } from "@uncaged/b/deep";\n',
      "packages/b/src/deep/index.ts": 'export type B = 1;\nexport * from "../../../../bundles/a/flow.ts";\n',
    });
    expect(rules.join("\n")).toContain("packages that import each other: bundles/a <-> packages/b");
  });

  test("folders that import each other are found, wherever they are", () => {
    const rules = rulesOf({
      "torture/lib/one.ts": 'import { two } from "../sim/two.ts";\ntwo();\n',
      "torture/sim/two.ts": 'import type { One } from "../lib/one.ts";\nexport const two = (): One => 1;\n',
      "torture/sim/three.ts": 'import { two } from "./two.ts";\ntwo();\n',
    });
    expect(rules.filter((rule) => !rule.startsWith("REACHES"))).toEqual([
      expect.stringContaining("folders that import each other: torture:lib <-> torture:sim"),
    ]);
  });

  test("a path into a package is found; one into the own package is not", () => {
    const rules = rulesOf({
      "tests/x.test.ts": 'import { deep } from "../packages/a/src/deep/index.ts";\ndeep();\n',
      "packages/a/test/x.test.ts": 'import { deep } from "../src/deep/index.ts";\ndeep();\n',
      "packages/a/src/deep/index.ts": "",
    });
    expect(rules.filter((rule) => rule.includes("reaches into packages/a/"))).toHaveLength(1);
  });

  test("a figure that could be lower is found", () => {
    const [key] = Object.keys(REACHES);
    const rules = rulesOf({
      "tests/x.test.ts": 'import { deep } from "../packages/a/src/deep/index.ts";\ndeep();\n',
      "packages/a/src/deep/index.ts": "",
    });
    expect(rules).toContainEqual(expect.stringContaining(`REACHES["${key}"] is`));
  });

  test("long files and crowded folders are found, and entries that are not needed any more", () => {
    const file = (path: string, lines: number) => ({ path, text: "\n".repeat(lines) });
    const many = Array.from({ length: 26 }, (_, n) => file(`packages/a/src/full/${n}.ts`, 1));
    const sizes = [file("scripts/long.ts", 301), file("scripts/known.ts", 400), file("tests/x.test.ts", 900)];
    const known = {
      "scripts/known.ts": { most: 400, why: "a list" },
      "scripts/gone.ts": { most: 400, why: "it was long" },
    };
    expect(findOversize([...sizes, ...many], known, {}).map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      "scripts/long.ts 301 lines, at most 300: split it",
      "scripts/gone.ts is listed in scripts/imports/oversize.ts: take it out",
      "packages/a/src/full 26 files, at most 25: split it",
    ]);
  });
});

describe("a planted violation is found", () => {
  test("a folder imports what it may not", () => {
    expect(broken(engine, 'import { x } from "#journal/file-journal.ts";\nx();\n')).toEqual([
      "engine may not import journal/file-journal.ts",
    ]);
  });

  test("types count", () => {
    expect(broken(engine, 'import type { X } from "#journal/file-journal.ts";\n')).toHaveLength(1);
    expect(
      broken(engine, 'import {\n  type X,\n  type Y,\n} from "#journal/file-journal.ts";\n'),
    ).toHaveLength(1);
    expect(broken(engine, 'export type { X } from "#journal/file-journal.ts";\n')).toHaveLength(1);
  });

  test("imports at run time count", () => {
    expect(broken(engine, 'const load = () => import("#store/registry.ts");\n')).toHaveLength(1);
  });

  test("control may see the worker's messages, not the worker", () => {
    const control = "packages/workflow/src/control/planted.ts";
    expect(broken(control, 'import type { Request } from "#protocol/messages.ts";\n')).toEqual([]);
    expect(
      broken(control, 'import { Supervisor } from "#worker/supervisor.ts";\nnew Supervisor();\n'),
    ).toEqual(["control may not import worker/supervisor.ts"]);
  });

  test("zod outside a schema file", () => {
    const text = 'import * as z from "zod";\nz.string();\n';
    expect(broken("packages/workflow/src/contract/planted-schema.ts", text)).toEqual([]);
    expect(broken("packages/workflow/src/contract/planted.ts", text)).toEqual([
      "zod is imported by *-schema.ts files only",
    ]);
    expect(broken("packages/workflow/src/host/planted-schema.ts", text)).toEqual([
      "zod may not be imported here",
    ]);
  });

  test("node:fs outside disk/", () => {
    const text = 'import { readFileSync } from "node:fs";\nreadFileSync("x");\n';
    expect(broken("packages/workflow/src/disk/planted.ts", text)).toEqual([]);
    expect(broken("packages/workflow/src/host/planted.ts", text)).toEqual(["only disk/ opens files"]);
    expect(broken("packages/cli-workflow/src/planted.ts", text)).toEqual(["only disk/ opens files"]);
  });

  test("the command line reaches deeper than /host", () => {
    const planted = "packages/cli-workflow/src/commands/planted.ts";
    expect(broken(planted, 'import { verbs } from "@uncaged/workflow/host";\nverbs.add();\n')).toEqual([]);
    expect(broken(planted, 'import { x } from "@uncaged/workflow/src/host/x.ts";\nx();\n')).toHaveLength(1);
    expect(broken(planted, 'import { x } from "../../../workflow/src/host/x.ts";\nx();\n')).toHaveLength(1);
    expect(broken(planted, 'import type { ArgDef } from "citty";\n')).toEqual([]);
    expect(broken(planted, 'import { runMain } from "citty";\nrunMain();\n')).toEqual([
      "of citty only the types may be imported",
    ]);
  });

  test("a crossing that does not show, and one that is none", () => {
    expect(broken(engine, 'import { x } from "../contract/limits.ts";\nx();\n')).toHaveLength(1);
    expect(broken(engine, 'import { x } from "#engine/outcome.ts";\nx();\n')).toHaveLength(1);
    expect(broken(engine, 'import { x } from "./outcome.ts";\nx();\n')).toEqual([]);
  });

  test("zod or Node reached from the authors' door, however far away", () => {
    const door = "packages/workflow/src/index.ts";
    const files = [
      { path: door, text: 'export { a } from "#authoring/a.ts";\n' },
      {
        path: "packages/workflow/src/authoring/a.ts",
        text: 'import { b } from "./b.ts";\nexport const a = b;\n',
      },
      {
        path: "packages/workflow/src/authoring/b.ts",
        text: 'import { isProxy } from "node:util/types";\nexport const b = isProxy({});\n',
      },
    ];
    expect(findViolations(files)).toEqual([
      {
        file: "packages/workflow/src/authoring/b.ts",
        line: 1,
        rule: "node:util/types is reached from index.ts",
        why: expect.any(String),
      },
    ]);
  });

  test("a folder the table does not know", () => {
    expect(broken("packages/workflow/src/misc/planted.ts", 'import "#contract/limits.ts";\n')).toEqual([
      "misc/ is not in the import table",
    ]);
  });
});

test("the line of an import is told", () => {
  expect(importsOf('// one\n\nimport {\n  a,\n} from "./a.ts";\na(await import("./b.ts"));\n')).toEqual([
    { specifier: "./a.ts", line: 3, isType: false },
    { specifier: "./b.ts", line: 6, isType: false },
  ]);
});

test("the table has no folder or exception that is gone", async () => {
  const paths = (await readSources(REPO)).map(({ path }) => path);
  for (const opener of Object.keys(FILE_OPENERS)) expect(paths).toContain(opener);
  for (const [folder, { folders }] of Object.entries(FOLDERS))
    for (const target of folders.filter((name) => name.endsWith(".ts")))
      expect(paths, `${folder} names ${target}`).toContain(`packages/workflow/src/${target}`);
});

describe("the script", () => {
  let copy: string | undefined;
  afterAll(async () => copy && (await rm(copy, { recursive: true, force: true })));

  test("prints file:line, rule and reason, and exits with 1", async () => {
    copy = await mkdtemp(join(tmpdir(), "uw-imports-"));
    await cp(join(REPO, "packages/workflow/src"), join(copy, "packages/workflow/src"), { recursive: true });
    await writeFile(join(copy, engine), '\nimport "#journal/file-journal.ts";\n');
    const child = Bun.spawn([process.execPath, join(REPO, "scripts/check-imports.ts"), copy], {
      stdout: "pipe",
    });
    const out = await new Response(child.stdout).text();
    expect(out).toContain(
      `${engine}:2 engine may not import journal/file-journal.ts: the loop is given its journal, so that a test`,
    );
    expect(await child.exited).toBe(1);
  });
});

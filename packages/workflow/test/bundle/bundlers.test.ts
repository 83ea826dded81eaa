import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { analyseBundle } from "#bundle/check/analyse-bundle.ts";
import { tempDir, writeFiles } from "./temp-dir.ts";

const FIXTURES = join(import.meta.dir, "fixtures");

describe("what bundlers make of a workflow is accepted", () => {
  const shapes: esbuild.BuildOptions[] = [
    {},
    { minifySyntax: true, minifyWhitespace: true },
    { minify: true },
  ];
  test.each(shapes)("esbuild %j", async (shape) => {
    for (const fixture of ["moderated", "computed"]) {
      const { outputFiles } = await esbuild.build({
        entryPoints: [join(FIXTURES, fixture, "main.ts")],
        bundle: true,
        format: "esm",
        platform: "node",
        write: false,
        logLevel: "silent",
        ...shape,
      });
      expect(refusals(outputFiles![0]!.contents)).toEqual([]);
    }
    await esbuild.stop();
  });

  test.each([[], ["--minify"], ["--minify-syntax", "--minify-whitespace"]].map((flags) => ({ flags })))(
    "bun build %j",
    async ({ flags }) => {
      await using dir = await tempDir();
      for (const fixture of ["moderated", "computed"]) {
        const out = join(dir.path, "out.js");
        const entry = join(FIXTURES, fixture, "main.ts");
        const args = ["build", entry, "--target=node", "--format=esm", "--outfile", out, ...flags];
        expect(Bun.spawnSync([process.execPath, ...args]).exitCode).toBe(0);
        expect(refusals(await Bun.file(out).bytes())).toEqual([]);
      }
    },
  );

  test("bun build --target=bun is refused for its first line", async () => {
    await using dir = await tempDir();
    const out = join(dir.path, "out.js");
    const entry = join(FIXTURES, "moderated/main.ts");
    Bun.spawnSync([process.execPath, "build", entry, "--target=bun", "--outfile", out]);
    expect(refusals(await Bun.file(out).bytes())).toEqual([expect.stringContaining("@bun comment")]);
  });

  test("RFC-20: esbuild's __require shim is a use of require", async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, {
      "main.js": `import a from "./a.cjs"; export default async function* () { yield a }`,
      "a.cjs": `module.exports = require("fs")`,
    });
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(dir.path, "main.js")],
      bundle: true,
      format: "esm",
      platform: "node",
      write: false,
    });
    await esbuild.stop();
    expect(new Set(refusals(outputFiles[0]!.contents))).toEqual(
      new Set(["require loads code at run time, and does not exist in a module"]),
    );
  });
});

/** A computed descriptor is not the bundler's fault; our own build writes it as a literal. */
function refusals(bytes: Uint8Array): string[] {
  return analyseBundle(bytes)
    .problems.filter((problem) => problem.code === "BUNDLE_INVALID")
    .map((problem) => problem.message);
}

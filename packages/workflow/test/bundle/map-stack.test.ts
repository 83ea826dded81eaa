import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { buildBundle } from "#bundle/build/build-bundle.ts";
import { mapStack } from "#bundle/build/map-stack.ts";
import { bundleIdOf } from "#codec/xxh64.ts";
import type { WorkflowFn } from "#contract/workflow.ts";
import { tempDir } from "./temp-dir.ts";

const ENTRY = join(import.meta.dir, "fixtures/moderated/main.ts");

describe("a stack names the author's lines", () => {
  test("an error thrown in a built bundle points into the .ts files", async () => {
    await using dir = await tempDir();
    const { code, map } = await buildBundle(ENTRY);
    const file = join(dir.path, `${bundleIdOf(code)}.esm.js`);
    await Bun.write(file, code);
    const stack = await stackOf(file);
    expect(stack).toContain(file);
    const mapped = mapStack(stack, file, map);
    expect(mapped).toContain("Error: hello who?");
    expect(mapped).toContain("at greet (lib/greet.ts:6:15)");
    expect(mapped).toMatch(/main\.ts:12:\d+/);
    expect(mapped).not.toContain(file);
  });

  test("wherever the file was loaded from", async () => {
    const { code, map } = await buildBundle(ENTRY);
    const column = new TextDecoder().decode(code).split("\n")[0]!.indexOf("new Error(`${greeting}") + 1;
    const file = "/my home/bundles/0123456789ABC.esm.js";
    for (const place of [
      file,
      `file://${file}`,
      "/elsewhere/0123456789ABC.esm.js",
      `${file}?v=2`,
      "0123456789ABC.esm.js",
    ]) {
      const stack = `Error: x\n    at greet (${place}:1:${column})\n    at async ${place}:1:${column}`;
      expect(mapStack(stack, file, map)).toMatch(
        /^Error: x\n {4}at greet \(lib\/greet\.ts:6:\d+\)\n {4}at async lib\/greet\.ts:6:\d+$/,
      );
    }
  });

  test("what has no place in the map stays as it is", async () => {
    const { map } = await buildBundle(ENTRY);
    const stack =
      "Error: x\n    at next (unknown)\n    at f (/b/OTHER.esm.js:1:2)\n    at g (/b/ID.esm.js:99:1)\n    at h (/b/NOTID.esm.js:1:9)";
    expect(mapStack(stack, "/b/ID.esm.js", map)).toBe(stack);
  });

  test.each(["", "{", "null", "[]", "{}", `{"version":3,"sources":[],"mappings":"!!"}`])(
    "a broken map hides nothing: %j",
    (map) => {
      const stack = "Error: x\n    at f (/b/ID.esm.js:1:2)";
      expect(mapStack(stack, "/b/ID.esm.js", map)).toBe(stack);
    },
  );
});

async function stackOf(file: string): Promise<string> {
  const { default: flow }: { default: WorkflowFn } = await import(file);
  const options = { isDryRun: false, maxRounds: 9, threadId: "T" };
  try {
    await flow({ prompt: "nobody", steps: [] }, options).next();
  } catch (error) {
    if (error instanceof Error) return error.stack ?? "";
  }
  throw new Error("the bundle did not throw");
}

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { analyseBundle } from "#bundle/check/analyse-bundle.ts";
import { analyse, FLOW } from "./probe.ts";
import { tempDir } from "./temp-dir.ts";

describe("ANALYSE-1: nothing of the file is executed", () => {
  test("B14: a side effect at import leaves no trace", async () => {
    await using dir = await tempDir();
    const trace = join(dir.path, "ran");
    const source = `import { writeFileSync } from "node:fs";
      writeFileSync(${JSON.stringify(trace)}, "ran");
      globalThis.bundleRan = true;
      if (globalThis.bundleRan) throw new Error("at import");
      ${FLOW}`;
    expect(analyse(source).problems).toEqual([]);
    expect(await Bun.file(trace).exists()).toBe(false);
    expect(globalThis).not.toHaveProperty("bundleRan");
  });

  // Bun.Transpiler.scan runs macros while it parses, so it may only see files whose imports were checked.
  test.each([
    (file: string) => `import { run } from ${file} with { type: "macro" }; run(); ${FLOW}`,
    (file: string) => `import { run } from ${file.replace('"', '"macro:')}; run(); ${FLOW}`,
    (file: string) => `export { run } from ${file} with { type: "macro" }; ${FLOW}`,
  ])("a macro import is refused and the macro does not run (%#)", async (sourceFor) => {
    await using dir = await tempDir();
    const trace = join(dir.path, "ran");
    const macro = join(dir.path, "macro.mjs");
    await Bun.write(
      macro,
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(trace)}, "x"); export const run = () => 1;`,
    );
    expect(analyse(sourceFor(JSON.stringify(macro))).problems.length).toBeGreaterThan(0);
    expect(await Bun.file(trace).exists()).toBe(false);
  });
});

describe("ANALYSE-2: it never throws", () => {
  const isSound = (bytes: Uint8Array) => {
    const { problems, facts } = analyseBundle(bytes);
    const lines = problems.flatMap((problem) => [problem.line ?? 1, problem.column ?? 1]);
    return (problems.length > 0 || facts !== null) && lines.every((number) => number >= 1);
  };

  test("on any bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), isSound), { numRuns: 500 });
  });

  test("on any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) =>
        isSound(new TextEncoder().encode(text)),
      ),
      { numRuns: 500 },
    );
  });

  const pieces = fc.constantFrom(
    ..."export default async function * { } ( ) [ ] ; , . => = `${ }` import from 'node:fs' \"a\" descriptor steps".split(
      " ",
    ),
    ..."import.meta require eval new class extends await using var let const x y /a/ <!-- --> // /* */ @bun #! __proto__ : ?. ...".split(
      " ",
    ),
    "\n",
    " ",
  );
  test("on any heap of JavaScript words", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (words) =>
        isSound(new TextEncoder().encode(words.join(" "))),
      ),
      { numRuns: 2000 },
    );
  });

  test("on a sound bundle with one byte changed, cut or doubled", () => {
    const sound = new TextEncoder().encode(
      `import { join } from "node:path";\nexport const descriptor = { description: "d", roles: { a: { description: "ä" } } };\nexport default async function* ({ prompt, steps }) { yield { role: join(prompt), content: \`\${steps}\`, meta: {} } }\n`,
    );
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.nat(255), fc.nat(2), (at, byte, how) => {
        const head = sound.subarray(0, at);
        const tail = sound.subarray(at + (how === 0 ? 1 : 0));
        return isSound(Buffer.concat([head, how === 1 ? new Uint8Array() : Uint8Array.of(byte), tail]));
      }),
      { numRuns: 1000 },
    );
  });
});

test("ANALYSE-3: problems come in the order of the file", () => {
  const { problems } = analyse(`eval("a");\nimport("b");\n// c\nimport "zod";\nexport default 1;\nawait 2;`);
  expect(problems.map((problem) => problem.line)).toEqual([1, 2, 4, 5, 6]);
});

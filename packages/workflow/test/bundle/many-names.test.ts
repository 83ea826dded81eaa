// `validate` takes time in proportion to the file. Quadratic, the larger of these took minutes each: the time limit of the
// test is there to end that, nothing else is measured.
import { describe, expect, test } from "bun:test";
import { analyseBundle } from "#bundle/check/analyse-bundle.ts";

const NAMES = 60_000;
const END = "export default async function* () { return { returnCode: 0, summary: '' }; }\n";
const many = (line: (n: number) => string, between = "\n") =>
  Array.from({ length: NAMES }, (_, n) => line(n)).join(between);

const SHAPES: Record<string, () => string> = {
  "let at the top": () => `${many((n) => `let a${n} = ${n};`)}\n${END}`,
  "functions at the top": () => `${many((n) => `function a${n}() {}`)}\n${END}`,
  "classes at the top": () => `${many((n) => `class A${n} {}`)}\n${END}`,
  exports: () => `${many((n) => `export const a${n} = ${n};`)}\n${END}`,
  "names of one import": () => `import { ${many((n) => `join as j${n}`, ",")} } from "node:path";\n${END}`,
  "let in a function": () => `function f() { ${many((n) => `let a${n} = ${n};`)} }\n${END}`,
};

function problems(source: string): string[] {
  return analyseBundle(new TextEncoder().encode(source)).problems.map(({ message }) => message);
}

describe("a bundle with very many names", () => {
  test.each(Object.keys(SHAPES))(
    "H8: %s: it is read to its end",
    (name) => {
      expect(problems((SHAPES[name] as () => string)())).toEqual([]);
    },
    60_000,
  );

  test.each([1, 15, 16, 17, 40])("a name that is declared twice is found, %i names apart", (apart) => {
    const names = (from: number) =>
      Array.from({ length: apart }, (_, n) => `let b${from + n} = 1;`).join(" ");
    for (const [first, second] of [
      ["let x;", "let x;"],
      ["let x;", "var x;"],
      ["var x;", "const x = 1;"],
      ["function x() {}", "let x;"],
      ["class x {}", "function x() {}"],
    ])
      expect([first, second, ...problems(`${first} ${names(0)} ${second} ${names(99)}\n${END}`)]).toEqual([
        first as string,
        second as string,
        "syntax error: Identifier 'x' has already been declared",
      ]);
    expect(problems(`var x; ${names(0)} var x;\n${END}`)).toEqual([]);
    expect(problems(`export { y }; ${names(0)}\n${END}`)).not.toEqual([]);
    expect(problems(`export { y }; ${names(0)} let y;\n${END}`)).toEqual([]);
  });
});

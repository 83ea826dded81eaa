import { describe, expect, test } from "bun:test";
import { LIMITS } from "#contract/limits.ts";
import { analyse, complaints, FLOW } from "./probe.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Uint8Array.from(part))));

describe("the file itself", () => {
  test("a file over the limit is refused before it is parsed", () => {
    const found = complaints(new Uint8Array(LIMITS.bundleBytes + 1));
    expect(found).toEqual([expect.stringContaining(`at most ${LIMITS.bundleBytes}`)]);
  });

  test.each([
    ["a lone continuation byte", bytes("let a;\nlet b = '", [0x80], "'"), "2:10"],
    ["an overlong form", bytes("\n\n'", [0xc0, 0xaf], "'"), "3:2"],
    ["a surrogate", bytes("'ä", [0xed, 0xa0, 0x80], "'"), "1:3"],
    ["a character cut at the end", bytes("// ", [0xe2, 0x82]), "1:4"],
  ])("invalid UTF-8 is refused with its position: %s", (_what, source, position) => {
    expect(complaints(source)).toEqual([`${position} the file is not valid UTF-8`]);
  });

  test("a NUL byte is refused with its position, also inside a string", () => {
    expect(complaints(`${FLOW}\nlet a = "\0";`)).toEqual(["2:10 the file contains a NUL byte"]);
  });

  test("a byte order mark is refused", () => {
    expect(complaints(`\uFEFF${FLOW}`)).toEqual(["1:1 the file starts with a byte order mark"]);
  });

  test("a hashbang is refused", () => {
    expect(complaints(`#!/usr/bin/env bun\n${FLOW}`)).toEqual([
      expect.stringMatching(/^1:1 the file starts with #!/),
    ]);
    expect(complaints(`\uFEFF#!/usr/bin/env bun\n${FLOW}`)).toContainEqual(
      expect.stringMatching(/^1:1 the file starts with #!/),
    );
  });

  test.each([
    ["// @bun\n", "1:1"],
    ["// @bun @bytecode\n", "1:1"],
    ["// @bun @bun-cjs\n", "1:1"],
    ["//@bun\n", "1:1"],
    ["/* @bun */ ", "1:1"],
    ["/** @bun\n*/ ", "1:1"],
    ["\n  // @bun\n", "2:3"],
    ["// a licence\n// @bun\n", "2:1"],
    ["#!/usr/bin/env bun\n// @bun\n", "2:1"],
    ["\uFEFF// @bun\n", "1:2"],
  ])("a leading @bun comment is refused: %j", (opening, position) => {
    const found = complaints(opening + FLOW);
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`^${position} the file starts with a @bun comment`)),
    );
  });

  test("a @bun comment further down means nothing and is accepted", () => {
    expect(complaints(`${FLOW}\n// @bun\n`)).toEqual([]);
    expect(complaints(`// @bunny\n${FLOW}`)).toEqual([]);
  });

  test.each([
    ["let a = ;", "1:9 syntax error: Unexpected token"],
    ["let a;\n  let a;", "2:7 syntax error: Identifier 'a' has already been declared"],
    ["export default 1; export default 2", "1:26 syntax error: Duplicate export 'default'"],
    ["import.source('x')", "1:8 syntax error"],
    ["let a: number = 1", "1:6 syntax error"],
    ["let a = <b/>", "1:9 syntax error"],
    ["with (a) {}", "1:1 syntax error: 'with' in strict mode"],
    ["'unfinished", "1:1 syntax error: Unterminated string constant"],
  ])("a syntax error has its position: %j", (source, expected) => {
    expect(complaints(source)).toEqual([expect.stringMatching(new RegExp(`^${RegExp.escape(expected)}`))]);
    expect(analyse(source).facts).toBeNull();
  });

  test("what acorn reads and Bun does not is refused: an HTML comment hides code from one of them", () => {
    expect(complaints(`${FLOW}\nlet x = 1; x<!--x /*\nimport("evil")\n//*/`)).toEqual([
      expect.stringMatching(/^2:\d+ Bun cannot read the file/),
    ]);
  });

  test("nesting that no checker can follow is a problem, not a crash", () => {
    for (const deep of [
      "(".repeat(1e5),
      `${FLOW};a${".b".repeat(1e5)}`,
      `${FLOW};${"{".repeat(2e4)}${"}".repeat(2e4)}`,
    ])
      expect(complaints(deep).length).toBeGreaterThan(0);
  });
});

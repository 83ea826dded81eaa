// N10: names of workflows become file contents, table cells and arguments of later commands.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { counting } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

const REFUSED: [string, string][] = [
  ["a path upwards", "../../x"],
  ["an absolute path", "/etc/passwd"],
  ["__proto__", "__proto__"],
  ["nothing", ""],
  ["a dot", "."],
  ["two dots", ".."],
  ["a dot inside", "a.b"],
  ["a NUL", "a\0b"],
  ["64 characters", "a".repeat(64)],
  ["300 characters", "a".repeat(300)],
  ["right-to-left text", "\u202eevil"],
  ["Hebrew", "שלום"],
  ["a Cyrillic lookalike", "\u0430pple"],
  ["a blank behind", "flow "],
  ["a blank in front", " flow"],
  ["a newline behind", "flow\n"],
  ["CON", "CON"],
  ["upper case", "Flow"],
  ["an underscore", "a_b"],
  ["a dash in front", "-flow"],
  ["a dash behind", "flow-"],
  ["two dashes", "a--b"],
  ["a digit in front", "1flow"],
  ["an emoji", "😀"],
  ["a combining accent", "cafe\u0301"],
  ["an escape sequence", "\x1b[31mred"],
  ["a colon", "a:b"],
  ["a tilde", "~"],
  ["a dollar", "$HOME"],
];

const ACCEPTED = [
  "a",
  "flow",
  "solve-issue",
  "a1-b2-c3",
  "a".repeat(63),
  "constructor",
  "null",
  "true",
  "yes",
  "no",
  "y",
];

describe("N10", () => {
  test.each(REFUSED)("N10: add refuses %s as a name, exit 10, and creates nothing", async (_name, typed) => {
    await using home = await TempHome.create();
    const file = await home.bundle("flow", counting(1));
    const ran = await cli(home, ["add", "--json", "--", typed, file]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([10, "USAGE"]);
    expect(existsSync(home.home)).toBe(false);
    expect((await readdir(home.dir)).sort()).toEqual(["flow.esm.js"]);
  });

  test.each(REFUSED)("N10: run does not find %s, exit 10, and creates nothing", async (_name, typed) => {
    await using home = await TempHome.create();
    const ran = await cli(home, ["run", "--json", "--", typed]);
    expect([ran.exitCode, ["USAGE", "NOT_FOUND"].includes(ran.json.error.code)]).toEqual([10, true]);
    expect(await readdir(home.dir)).toEqual([]);
  });

  test("N10: names that fit are kept and found again, also those YAML has other ideas about", async () => {
    await using home = await TempHome.create();
    const file = await home.bundle("flow", counting(1));
    for (const name of ACCEPTED)
      expect([name, (await cli(home, ["add", name, file, "--json"])).exitCode]).toEqual([name, 0]);
    const { workflows } = (await cli(home, ["list", "--json"])).json;
    expect(workflows.map((one: { name: string }) => one.name)).toEqual([...ACCEPTED].sort());
    expect((await home.uw(["show", "no", "--json"])).json.name).toBe("no");
  });

  test("N10: a refused name is shown escaped", async () => {
    await using home = await TempHome.create();
    const ran = await cli(home, ["run", "\x1b]0;title\x07\u202e"]);
    expect(ran.stderr).toContain("\\x1b]0;title\\x07\\u202e");
    expect(ran.stderr).not.toMatch(/[\x1b\x07\u202e]/);
  });
});

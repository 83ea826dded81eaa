import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cli } from "../../../tests/support/in-process.ts";
import { REPO, TempHome } from "../../../tests/support/temp-home.ts";
import { GROUPS, VERBS } from "../src/catalogue.ts";

describe("help", () => {
  test.each([...VERBS.keys()])(
    "%s --help shows usage, its flags and an example, and does nothing",
    async (verb) => {
      await using home = await TempHome.create();
      const { exitCode, stdout, stderr } = await cli(home, [...verb.split(" "), "--help"]);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toContain(`uncaged-workflow ${verb}`);
      expect(stdout).toContain("--json");
      const example = stdout.slice(stdout.indexOf("Example\n"));
      expect(example).toMatch(/^Example\n {2}.*uncaged-workflow/);
      expect(example).toContain(verb);
      expect(existsSync(home.home)).toBe(false);
    },
  );

  test("help <verb>, -h and --help show the same", async () => {
    await using home = await TempHome.create();
    const { stdout } = await cli(home, ["run", "--help"]);
    for (const args of [
      ["help", "run"],
      ["run", "-h"],
      ["--help", "run"],
      ["run", "flow", "--prompt", "x", "--help"],
    ])
      expect((await cli(home, args)).stdout).toBe(stdout);
    expect((await cli(home, ["help", "thread", "rm"])).stdout).toBe(
      (await cli(home, ["thread", "rm", "--help"])).stdout,
    );
  });

  test("the program's own help names every verb with its summary", async () => {
    await using home = await TempHome.create();
    const { stdout } = await home.uw([]);
    for (const group of GROUPS)
      for (const [verb, { summary }] of Object.entries(group.verbs))
        expect(stdout).toMatch(new RegExp(`^  ${verb} .*${summary.slice(0, 10)}`, "m"));
    expect((await home.uw(["--help"])).stdout).toBe(stdout);
  });

  test("help alone shows the same as --help", async () => {
    await using home = await TempHome.create();
    const ran = await cli(home, ["help"]);
    expect([ran.exitCode, ran.stdout]).toEqual([0, (await cli(home, ["--help"])).stdout]);
  });

  test("--version tells the version, and nothing else", async () => {
    await using home = await TempHome.create();
    expect((await home.uw(["--version"])).stdout).toMatch(/^uncaged-workflow \d+\.\d+\.\d+\n$/);
    expect((await home.uw(["--version", "--json"])).json.version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe("completion", () => {
  test("the script for bash is a script bash can read, with every verb", async () => {
    await using home = await TempHome.create();
    const { stdout } = await cli(home, ["completion", "bash"]);
    expect(Bun.spawnSync(["bash", "-n"], { stdin: Buffer.from(stdout) }).exitCode).toBe(0);
    for (const verb of VERBS.keys()) expect(stdout).toContain(`"${verb}")`);
  });

  test("every name of the program is completed", async () => {
    await using home = await TempHome.create();
    const { bin } = await Bun.file(join(REPO, "packages/cli-workflow/package.json")).json();
    const bash = (await cli(home, ["completion", "bash"])).stdout;
    const fish = (await cli(home, ["completion", "fish"])).stdout;
    for (const name of Object.keys(bin)) {
      expect(bash).toMatch(new RegExp(`^complete -F _uncaged_workflow .*\\b${name}\\b`, "m"));
      expect(fish).toMatch(new RegExp(`^complete -c ${name} -[wf]`, "m"));
    }
  });

  test("an unknown shell is refused", async () => {
    await using home = await TempHome.create();
    const ran = await cli(home, ["completion", "bsh", "--json"]);
    expect([ran.exitCode, ran.json.error.code, ran.json.error.hint]).toEqual([10, "USAGE", "bash"]);
  });
});

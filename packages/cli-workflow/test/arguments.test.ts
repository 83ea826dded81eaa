// How a command line is read. Nothing here needs a process of its own; that the binary does the same is in
// in-process.test.ts.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { counting } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";

/** Exit code, error code, message and hint of a refused command line. */
async function refused(
  args: string[],
): Promise<{ exitCode: number; code: string; message: string; hint: string }> {
  await using home = await TempHome.create();
  const ran = await cli(home, [...args, "--json"]);
  const { code, message, hint } = ran.json.error;
  return { exitCode: ran.exitCode, code, message, hint };
}

describe("unknown words", () => {
  test.each([
    ["lsit", "list"],
    ["thread-rm", "thread rm"],
    ["thraeds", "threads"],
    ["runn", "run"],
    ["histo", "history"],
  ])("a verb %p that is not there is refused with the nearest one, %p", async (typed, meant) => {
    const answer = await refused([typed]);
    expect([answer.exitCode, answer.code]).toEqual([10, "USAGE"]);
    expect(answer.message).toContain(`"${typed}"`);
    expect(answer.hint).toContain(`"${meant}"`);
  });

  test("a verb like no other is refused with the way to the list", async () => {
    expect((await refused(["xyzzyplugh"])).hint).toBe("uncaged-workflow --help");
  });

  test.each([
    [["run", "a", "--promt", "x"], "--promt", "--prompt"],
    [["run", "a", "--maxrounds=5"], "--maxrounds", "--max-rounds"],
    [["threads", "--stauts", "x"], "--stauts", "--status"],
    [["list", "--jsno"], "--jsno", "--json"],
    [["fork", "x", "--from-rol", "r"], "--from-rol", "--from-role"],
  ])("%j: the flag %s is refused with the nearest one", async (args, typed, meant) => {
    const answer = await refused(args);
    expect([answer.exitCode, answer.code]).toEqual([10, "USAGE"]);
    expect(answer.message).toContain(typed);
    expect(answer.hint).toContain(meant);
  });

  test("a short flag that is not there is refused", async () => {
    expect(await refused(["list", "-x"])).toMatchObject({
      exitCode: 10,
      code: "USAGE",
      message: '"list" has no flag -x',
    });
  });

  test("an argument too many is refused by name", async () => {
    expect(await refused(["list", "extra"])).toMatchObject({
      exitCode: 10,
      message: '"list" does not take "extra"',
    });
    expect(await refused(["thread", "rm", "01KQXKW1", "extra"])).toMatchObject({
      message: '"thread rm" does not take "extra"',
    });
  });

  test("a missing argument is refused by name", async () => {
    expect(await refused(["add", "flow"])).toMatchObject({
      exitCode: 10,
      code: "USAGE",
      message: '"add" needs <file>',
    });
    expect(await refused(["run"])).toMatchObject({ message: '"run" needs <name>' });
    expect(await refused(["thread", "rm"])).toMatchObject({ message: '"thread rm" needs <thread>' });
    expect(await refused(["resume"])).toMatchObject({ exitCode: 10, code: "USAGE" });
  });

  test("flags without a verb are refused", async () => {
    expect(await refused(["--home", "x"])).toMatchObject({ exitCode: 10, code: "USAGE" });
  });
});

describe("names that JavaScript objects have by themselves", () => {
  const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

  test.each(NAMES)("%s is not a verb", async (name) => {
    expect(await refused([name])).toMatchObject({
      exitCode: 10,
      code: "USAGE",
      message: `there is no verb "${name}"`,
    });
    expect(await refused(["help", name])).toMatchObject({ exitCode: 10, code: "USAGE" });
  });

  test.each(NAMES)("--%s is not a flag", async (name) => {
    expect(await refused(["list", `--${name}`])).toMatchObject({ exitCode: 10, code: "USAGE" });
    expect(await refused(["run", "a", `--${name}=x`])).toMatchObject({ exitCode: 10, code: "USAGE" });
  });

  test.each(NAMES)("%s is not a workflow nobody added", async (name) => {
    for (const verb of ["run", "show", "remove", "history", "rollback"])
      expect([verb, (await refused([verb, name])).code]).toEqual([verb, "NOT_FOUND"]);
  });

  test("constructor is a name like any other once it is added", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("constructor", counting(1));
    expect((await cli(home, ["show", "constructor", "--json"])).json.hash).toBe(hash);
    expect((await cli(home, ["list", "--json"])).json.workflows).toHaveLength(1);
    expect((await cli(home, ["run", "constructor", "--var", "toString=x", "--json"])).json.status).toBe("ok");
    expect((await cli(home, ["remove", "constructor", "--json"])).exitCode).toBe(0);
    expect((await cli(home, ["show", "constructor", "--json"])).exitCode).toBe(10);
  });
});

describe("flags", () => {
  async function promptOf(home: TempHome, args: string[]): Promise<string> {
    const ran = await cli(home, args);
    return (await home.records(ran.json.executionId))[0].parameters.prompt;
  }

  test("flags stand before or after the verb's arguments, and global ones before the verb too", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    for (const args of [
      ["run", "flow", "--prompt", "x", "--json"],
      ["run", "--prompt", "x", "flow", "--json"],
      ["run", "--json", "--prompt=x", "flow"],
      ["--json", "run", "flow", "--prompt", "x"],
      ["--home", home.home, "--json", "run", "--prompt", "x", "flow"],
    ])
      expect(await promptOf(home, args)).toBe("x");
  });

  test("--flag=value keeps everything after the first =", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    expect(await promptOf(home, ["run", "flow", "--prompt=a=b=c", "--json"])).toBe("a=b=c");
    expect(await promptOf(home, ["run", "flow", "--prompt=", "--json"])).toBe("");
  });

  test("a value may begin with a dash", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    expect(await promptOf(home, ["run", "flow", "--json", "--prompt", "-5 degrees"])).toBe("-5 degrees");
    expect(await promptOf(home, ["run", "flow", "--json", "--prompt=--not-a-flag"])).toBe("--not-a-flag");
  });

  test("after -- nothing is a flag", async () => {
    await using home = await TempHome.create();
    const ran = await cli(home, ["show", "--json", "--", "--help"]);
    expect(ran.json.error).toMatchObject({ code: "NOT_FOUND", message: 'there is no workflow "--help"' });
  });

  test("a flag without its value is refused", async () => {
    await using home = await TempHome.create();
    const ran = await cli(home, ["--json", "run", "flow", "--prompt"]);
    expect(ran.json.error).toMatchObject({ code: "USAGE", message: "--prompt needs a value" });
  });

  test("a flag given twice is refused, unless it may be repeated", async () => {
    expect(await refused(["run", "a", "--prompt", "x", "--prompt", "y"])).toMatchObject({
      exitCode: 10,
      message: "--prompt is given twice",
    });
    expect(await refused(["list", "--json"])).toMatchObject({
      exitCode: 10,
      message: "--json is given twice",
    });
    expect(await refused(["run", "a", "--var", "k=1", "--var", "k=2"])).toMatchObject({
      message: "--var k is given twice",
    });
  });

  test("a switch takes no value, but =true", async () => {
    expect(await refused(["run", "a", "--dry-run=no"])).toMatchObject({
      exitCode: 10,
      message: "--dry-run takes no value",
    });
    await using home = await TempHome.create();
    expect((await cli(home, ["list", "--json=true"])).json).toEqual({ workflows: [] });
  });

  test("--json=true makes failures JSON as well", async () => {
    await using home = await TempHome.create();
    const ran = await cli(home, ["show", "ghost", "--json=true"]);
    expect(ran.json.error.code).toBe("NOT_FOUND");
  });

  test("a --json that is a value, or stands after --, does not ask for JSON", async () => {
    await using home = await TempHome.create();
    for (const args of [
      ["run", "ghost", "--prompt", "--json"],
      ["show", "--", "ghost", "--json"],
    ]) {
      const ran = await cli(home, args);
      expect([ran.exitCode, ran.stdout]).toEqual([10, ""]);
      expect(ran.stderr).toContain("error");
    }
  });

  test("--var takes name=value", async () => {
    for (const bad of ["k", "=v", "1k=v", "__proto__=v", "k k=v"])
      expect([bad, (await refused(["run", "a", "--var", bad])).code]).toEqual([bad, "USAGE"]);
  });

  test("two prompts are refused", async () => {
    expect(await refused(["run", "a", "--prompt", "x", "--prompt-file", "y"])).toMatchObject({
      exitCode: 10,
      code: "USAGE",
    });
    expect(await refused(["run", "a", "-", "--prompt", "x"])).toMatchObject({ exitCode: 10, code: "USAGE" });
  });

  test("a prompt without its flag is refused with the flag", async () => {
    expect(await refused(["run", "a", "do it"])).toMatchObject({ exitCode: 10, hint: '--prompt "do it"' });
  });

  test("an empty --home is not taken for the current folder", async () => {
    await using home = await TempHome.create();
    const ran = await home.uw([
      "add",
      "flow",
      await home.bundle("flow", counting(1)),
      "--home",
      "",
      "--json",
    ]);
    expect([ran.exitCode, ran.json.error?.code]).toEqual([10, "USAGE"]);
    expect(existsSync(`${home.dir}/workflow`)).toBe(false);
  });
});

// RFC-3: another program can call runCli(home, argv, terminal) and gets what the binary prints.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { counting } from "../../../tests/support/bundles.ts";
import { cli } from "../../../tests/support/in-process.ts";
import { TempHome } from "../../../tests/support/temp-home.ts";
import { runCli, type Terminal } from "../src/index.ts";

/** Without what differs from one call to the next. */
function timeless(text: string): string {
  return text
    .replace(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, "<thread>")
    .replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, "<time>")
    .replace(/\b\d+s ago/g, "<ago>")
    .replace(/\b\d+(\.\d+)?m?s\b/g, "<span>")
    .replace(/"sum":"[^"]*"/g, '"sum":"<sum>"');
}

/** Nothing for a descriptor that is gone already: the one that listed the folder. */
function readLink(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

describe("RFC-3: runCli", () => {
  test("RFC-3: verbs that look print the same text, document and exit code", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    await home.add("flow", counting(3));
    const id = (await home.uw(["run", "flow", "--prompt", "hi", "--json"])).json.executionId;
    await home.untilQuiet();
    for (const args of [
      ["--help"],
      ["--version"],
      [],
      ["list"],
      ["show", "flow"],
      ["history", "flow"],
      ["threads"],
      ["thread", id],
      ["thread", id, "--raw"],
      ["why", id],
      ["logs", id],
      ["diff", id, id],
      ["verify", id],
      ["ps"],
      ["fsck"],
      ["completion", "fish"],
      ["thread", "ghost"],
      ["nonsense"],
    ]) {
      const json = args.length > 0 && !args[0]?.startsWith("--") ? [[], ["--json"]] : [[]];
      for (const more of json) {
        const [inside, binary] = [await cli(home, [...args, ...more]), await home.uw([...args, ...more])];
        expect([args, inside.exitCode, timeless(inside.stdout), inside.stderr]).toEqual([
          args,
          binary.exitCode,
          timeless(binary.stdout),
          binary.stderr,
        ]);
      }
    }
  });

  test.skipIf(process.platform !== "linux")("RFC-3: what a call opened it gives back", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    await home.untilQuiet();
    for (const args of [["list"], ["threads"], ["thread", "ghost"], ["thread", "rm", id]])
      await cli(home, args);
    const open = readdirSync("/proc/self/fd").flatMap((fd) => readLink(`/proc/self/fd/${fd}`));
    expect(open.filter((path) => path.startsWith(home.dir))).toEqual([]);
  });

  test("RFC-3: run and fork do the same, with the same events", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const first = await home.uw(["run", "flow", "--json"]);
    for (const args of [
      ["run", "flow"],
      ["run", "flow", "--json"],
      ["fork", first.json.executionId, "--json"],
      ["run", "ghost", "--json"],
    ]) {
      const [inside, binary] = [await cli(home, args), await home.uw(args, { cwd: process.cwd() })];
      expect([args, inside.exitCode, timeless(inside.stdout), timeless(inside.stderr)]).toEqual([
        args,
        binary.exitCode,
        timeless(binary.stdout),
        timeless(binary.stderr),
      ]);
    }
  });

  test("RFC-3: the home it is given comes before UNCAGED_HOME, and --home before both", async () => {
    await using home = await TempHome.create();
    const [given, flagged, env] = [`${home.dir}/given`, `${home.dir}/flagged`, `${home.dir}/env`];
    const file = await home.bundle("flow", counting(1));
    const terminal: Terminal = {
      out: async () => {},
      err: async () => {},
      readInput: async () => new Uint8Array(),
      isInteractive: false,
      hasColor: false,
      columns: 80,
      rows: 24,
      env: { UNCAGED_HOME: env },
    };
    expect(await runCli(given, ["add", "flow", file], terminal)).toBe(0);
    expect([existsSync(given), existsSync(env)]).toEqual([true, false]);
    expect(await runCli(given, ["add", "flow", file, "--home", flagged], terminal)).toBe(0);
    expect(existsSync(flagged)).toBe(true);
    expect(await runCli(undefined, ["add", "flow", file], terminal)).toBe(0);
    expect(existsSync(env)).toBe(true);
  });

  test("RFC-3: it neither ends the process nor leaves listeners on it", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const before = process.listenerCount("SIGINT");
    for (let n = 0; n < 3; n++) expect((await cli(home, ["run", "flow", "--json"])).exitCode).toBe(0);
    expect(process.listenerCount("SIGINT")).toBe(before);
  });

  test("RFC-3: config tells what is in force for this call, and where it comes from", async () => {
    await using home = await TempHome.create();
    type Row = { key: string; value: unknown; from: string };
    const rowsOf = async (args: string[], env: Record<string, string>): Promise<Row[]> => {
      const { settings } = (await cli(home, ["config", "--json", ...args], { env })).json;
      return settings.filter(({ key }: Row) => key === "home" || key === "actor");
    };
    expect(await rowsOf(["--home", "/flagged"], { UNCAGED_ACTOR: "ada" })).toEqual([
      { key: "home", value: "/flagged", from: "flag" },
      { key: "actor", value: "ada", from: "environment" },
    ]);
  });

  test("colours are there when the terminal has them, and the text is the same", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const { stdout: painted } = await cli(home, ["list"], { hasColor: true });
    expect(painted).toContain("\x1b[");
    expect(timeless(Bun.stripANSI(painted))).toBe(timeless((await cli(home, ["list"])).stdout));
  });
});

// What `bun run torture` and `bun run bench` say when they are asked for, before anything is hurt or measured.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { REPO } from "./support/temp-home.ts";

async function run(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = Bun.spawn([process.execPath, ...args], { cwd: REPO, stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

const TORTURE = join(REPO, "torture/run.ts");
const BENCH = join(REPO, "bench/run.ts");

test.each([
  [TORTURE, ["--sed", "3"], "Unknown option '--sed'"],
  [TORTURE, ["--only", "torn,flop"], "there is no mode flop"],
  [TORTURE, ["--seed", "1.5"], '--seed is a whole number, not "1.5"'],
  [TORTURE, ["--share", "2"], "--share is a part of the short form"],
  [TORTURE, ["--full", "--share", "0.5"], "give --full or --share, not both"],
  [TORTURE, ["--mutants", "--full"], "--mutants has sizes of its own"],
  [TORTURE, ["--clean", "3"], "--clean belongs to --mutants"],
  [BENCH, ["--only", "speed"], "there is no row speed"],
  [BENCH, ["--peers=nobody"], "there is no peer nobody"],
])("%s %p is refused, and the usage is shown", async (script, args, message) => {
  const ran = await run(script, ...args);
  expect(ran.exitCode).toBe(10);
  expect(ran.stderr).toStartWith(message);
  expect(ran.stderr).toContain(script === TORTURE ? "modes: kill9, boundary," : "rows: startup, run,");
  expect(ran.stdout).toBe("");
});

test("a mode ends in a line of figures, a run in a table and a count; a seed repeats it", async () => {
  const args = ["--only", "parsers", "--share", "0.01", "--seed", "9"];
  const [first, again] = [await run(TORTURE, ...args), await run(TORTURE, ...args)];
  expect(first.exitCode).toBe(0);
  const lines = first.stdout.trimEnd().split("\n");
  expect(lines[0]).toBe("seed 9");
  expect(lines[1]).toMatch(/^parsers: 14 laws; inputs: record \d+, .*; 0 broken$/);
  expect(lines.at(-3)).toMatch(/^parsers +ok +\d+ s +14 held, 0 broke, 0 skipped +14 laws;/);
  expect(lines.at(-1)).toBe("1 passed, 0 failed");
  expect(again.stdout.split("\n")[1]).toBe(lines[1] as string);
});

// Whole processes, timed from outside.
import { join } from "node:path";
import { REPO, type TempHome } from "../../tests/support/temp-home.ts";

const LAUNCHER = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");

export type Command = { argv: string[]; home?: TempHome };

export function launched(home: TempHome, ...args: string[]): Command {
  return { argv: [LAUNCHER, ...args], home };
}

/** Without the shell that finds Bun. */
export function direct(home: TempHome, ...args: string[]): Command {
  return { argv: [process.execPath, LAUNCHER, ...args], home };
}

/** Runs to the end; answers milliseconds. A command that fails is no measurement. */
export function timeOf({ argv, home }: Command): number {
  const env = home === undefined ? process.env : { ...process.env, UNCAGED_HOME: home.home };
  const from = performance.now();
  const ran = Bun.spawnSync(argv, { env, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const took = performance.now() - from;
  if (ran.exitCode !== 0)
    throw new Error(`${argv.slice(1).join(" ")}: exit code ${ran.exitCode}\n${ran.stderr.toString()}`);
  return took;
}

// Whole processes, timed from outside.
import type { TempHome } from "../../tests/support/temp-home.ts";
import { installedLauncher } from "./installed.ts";

export type Command = { argv: string[]; home?: TempHome };

export function launched(home: TempHome, ...args: string[]): Command {
  return { argv: [installedLauncher(), ...args], home };
}

/** Without the shell that finds Bun. */
export function direct(home: TempHome, ...args: string[]): Command {
  return { argv: [process.execPath, installedLauncher(), ...args], home };
}

/** Runs to the end. Returns milliseconds. A command that fails throws. */
export function timeOf({ argv, home }: Command): number {
  const from = performance.now();
  const ran = Bun.spawnSync(argv, { env: envOf(home), stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const took = performance.now() - from;
  mustSucceed(argv, ran.exitCode, ran.stderr.toString());
  return took;
}

/** The thread that it starts, by the document it prints. */
export function startedBy({ argv, home }: Command): string {
  const ran = Bun.spawnSync(argv, { env: envOf(home), stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  mustSucceed(argv, ran.exitCode, ran.stderr.toString());
  return JSON.parse(ran.stdout.toString()).executionId;
}

/** The time while this process goes on: for a command that asks a server of ours. */
export async function timeOfBeside({ argv, home }: Command): Promise<number> {
  const from = performance.now();
  const ran = Bun.spawn(argv, { env: envOf(home), stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const exitCode = await ran.exited;
  const took = performance.now() - from;
  mustSucceed(argv, exitCode, await ran.stderr.text());
  return took;
}

function envOf(home: TempHome | undefined): NodeJS.ProcessEnv {
  return home === undefined ? process.env : { ...process.env, UNCAGED_HOME: home.home };
}

function mustSucceed(argv: readonly string[], exitCode: number, stderr: string): void {
  if (exitCode !== 0) throw new Error(`${argv.slice(1).join(" ")}: exit code ${exitCode}\n${stderr}`);
}

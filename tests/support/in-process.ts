// The command line without a process of its own: runCli with a terminal that remembers what was printed.
import { runCli, type Terminal } from "@uncaged/cli-workflow";
import type { TempHome } from "./temp-home.ts";

export type InProcess = {
  exitCode: number;
  stdout: string;
  stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
  json: any;
};

export async function cli(home: TempHome, args: string[], other: Partial<Terminal> = {}): Promise<InProcess> {
  let stdout = "";
  let stderr = "";
  const terminal: Terminal = {
    out: async (text) => {
      stdout += typeof text === "string" ? text : new TextDecoder().decode(text);
    },
    err: async (text) => {
      stderr += text;
    },
    readInput: async () => new Uint8Array(),
    isInteractive: false,
    hasColor: false,
    columns: 80,
    rows: 24,
    env: { ...process.env, UNCAGED_HOME: home.home },
    ...other,
  };
  const exitCode = await runCli(home.home, args, terminal);
  return {
    exitCode,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout);
    },
  };
}

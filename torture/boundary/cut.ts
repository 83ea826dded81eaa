// One command, killed at its k-th call of a kind. The call is entered and not done: what came before it is all there is.
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TempHome } from "../../tests/support/temp-home.ts";
import { BINARY, STDERR } from "../lib/strace.ts";

/**
 * Who is killed: the command line itself; the worker, at calls on files that only it writes; or the worker at its syncs
 * of any file, where that of a new thread is not known beforehand (a command line has no use for this call).
 */
export type Scope = "command" | "worker" | "syncs";

/** `at`: of the calls of this kind by one kernel thread, as strace counts them. `on`: the file, for people. */
export type Cut = { scope: Scope; call: string; at: number; on: string };

export type Killed = { exitCode: number; stdout: string; stderr: string; wasKilled: boolean; on: string };

const CALLS = [
  "openat",
  "write",
  "pwrite64",
  "fsync",
  "fdatasync",
  "ftruncate",
  "rename",
  "unlink",
  "mkdir",
  "link",
];
const PATIENCE_MS = 60_000;

export function nameOf({ scope, call, at, on }: Cut): string {
  return `${scope} ${call} ${at} (${on})`;
}

/** Every call of this command that changes the store, from a run of it that nobody disturbs. */
export async function findCuts(
  home: TempHome,
  args: string[],
  scope: Scope,
  workerFiles: string[],
): Promise<Cut[]> {
  const log = await traced(home, args, scope, workerFiles, []);
  const counts = new Map<string, number>();
  const cuts = new Map<string, Cut>();
  for (const { thread, call, line } of callsIn(log.trace)) {
    const at = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, at);
    const on = fileIn(line, home);
    // Opening for reading changes nothing.
    if (on === null || (call === "openat" && !line.includes("O_CREAT"))) continue;
    cuts.set(`${call} ${at}`, { scope, call, at, on });
  }
  return [...cuts.values()];
}

export async function cutAt(
  home: TempHome,
  args: string[],
  cut: Cut,
  workerFiles: string[],
): Promise<Killed> {
  const inject = ["-e", `inject=${cut.call}:signal=KILL:when=${cut.at}`];
  const { trace, ...ran } = await traced(home, args, cut.scope, workerFiles, inject);
  const wasKilled = /^(?:\d+ +)?\+\+\+ killed by SIGKILL/m.test(trace);
  const last = callsIn(trace).findLast(({ call, line }) => call === cut.call && / = \?/.test(line));
  return { ...ran, wasKilled, on: last === undefined ? "" : (fileIn(last.line, home) ?? "") };
}

type TracedRun = { exitCode: number; stdout: string; stderr: string; trace: string };

async function traced(
  home: TempHome,
  args: string[],
  scope: Scope,
  workerFiles: string[],
  more: string[],
): Promise<TracedRun> {
  const log = join(home.dir, "calls");
  const errors = join(home.dir, STDERR);
  const paths = scope === "worker" ? workerFiles.flatMap((path) => ["-P", path]) : [];
  const whose = scope === "command" ? [] : ["-f", ...paths];
  const calls = scope === "syncs" ? "fdatasync" : CALLS.join(",");
  const fd = openSync(errors, "w");
  const child = Bun.spawn(
    ["strace", "-y", "-s", "0", "-o", log, ...whose, "-e", `trace=${calls}`, ...more, BINARY, ...args],
    {
      cwd: home.dir,
      env: { ...process.env, UNCAGED_HOME: home.home },
      stdin: "ignore",
      stdout: "pipe",
      stderr: fd,
      timeout: PATIENCE_MS,
      killSignal: "SIGKILL",
    },
  );
  const [stdout, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  closeSync(fd);
  return { exitCode, stdout, stderr: readFileSync(errors, "utf8"), trace: readFileSync(log, "latin1") };
}

type KernelCall = { thread: string; call: string; line: string };

const LINE = /^(?:(\d+) +)?(\w+)\((.*)$/;

function callsIn(trace: string): KernelCall[] {
  return trace.split("\n").flatMap((line) => {
    const found = LINE.exec(line);
    return found === null ? [] : [{ thread: found[1] ?? "", call: found[2] as string, line }];
  });
}

/** The file of the home that a call is about, without what differs from run to run; null when it is none. */
function fileIn(line: string, home: TempHome): string | null {
  const at = line.indexOf(`${home.home}/`);
  if (at === -1) return line.includes(`"${home.home}"`) ? "the home" : null;
  const path = /^[^"<>]*/.exec(line.slice(at + home.home.length + 1))?.[0] ?? "";
  return path.replace(/\.\d+\.[0-9a-f]{12}(?=\.tmp)|[0-9A-HJKMNP-TV-Z]{13,26}|\.\d+(?=\.tmp)/g, "*");
}

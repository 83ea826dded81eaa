// Runs the binary under strace, with a fault put into the k-th call on a file, and reads what really happened.
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REPO, type TempHome } from "../../tests/support/temp-home.ts";
import { missingTool } from "./tools.ts";

export const BINARY = join(REPO, "packages/cli-workflow/bin/uncaged-workflow.js");

/** One finished call on a watched file. Its place in the list is the order in which calls returned. */
export type Call = {
  name: string;
  path: string;
  /** What was written. */
  bytes: Buffer;
  /** The length a file was cut to. */
  size: number;
  result: number;
  /** How many calls had returned when this one began. */
  began: number;
};

export type Traced = { exitCode: number; stdout: string; stderr: string; calls: Call[] };

/** Null when strace can be used here, else why not. */
export function straceMissing(): string | null {
  const missing = missingTool("strace", "strace");
  if (missing !== null) return missing;
  const tried = Bun.spawnSync(["strace", "-qq", "-o", "/dev/null", "true"], { stderr: "pipe" });
  return tried.exitCode === 0 ? null : `strace may not trace here: ${tried.stderr.toString().trim()}`;
}

/**
 * `inject` is strace's own notation, such as `fdatasync:error=EIO:when=3`; it counts the calls of one kernel thread on
 * the watched files. Standard error is watched too, unless writes are to fail: it would take the fault on itself.
 */
export async function trace(
  home: TempHome,
  args: string[],
  watched: string[],
  inject: string,
): Promise<Traced> {
  const log = join(home.dir, "trace");
  const errors = join(home.dir, STDERR);
  const files = inject.startsWith("write") ? watched : [...watched, errors];
  const paths = files.flatMap((path) => ["-P", path]);
  const calls = ["-e", "trace=write,pwrite64,fdatasync,fsync,ftruncate,mkdir", "-e", `inject=${inject}`];
  const fd = openSync(errors, "w");
  const child = Bun.spawn(
    ["strace", "-f", "-qq", "-y", "-xx", "-s", "4000000", "-o", log, ...calls, ...paths, BINARY, ...args],
    {
      cwd: home.dir,
      env: { ...process.env, UNCAGED_HOME: home.home },
      stdin: "ignore",
      stdout: "pipe",
      stderr: fd,
    },
  );
  const [stdout, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  closeSync(fd);
  return {
    exitCode,
    stdout,
    stderr: readFileSync(errors, "utf8"),
    calls: parseTrace(readFileSync(log, "latin1")),
  };
}

/** The name of the file that standard error goes to. */
export const STDERR = "stderr.ndjson";

const ENTRY = /^(\d+) +(\w+)\(\d+<((?:\\x[0-9a-f]{2}|[^>])*)>(?:, (?:"((?:\\x[0-9a-f]{2})*)"|(\d+)))?/;
const RESULT = /\) += (-?\d+)/;
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>/;

function parseTrace(text: string): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, Call>();
  for (const line of text.split("\n")) {
    const resumed = RESUMED.exec(line);
    const entry = resumed === null ? ENTRY.exec(line) : null;
    const pid = (resumed ?? entry)?.[1];
    if (pid === undefined) continue;
    const call = entry === null ? open.get(pid) : begun(entry, calls.length);
    if (call === undefined) continue;
    if (line.endsWith("<unfinished ...>")) {
      open.set(pid, call);
      continue;
    }
    open.delete(pid);
    calls.push({ ...call, result: Number(RESULT.exec(line)?.[1] ?? -1) });
  }
  return calls;
}

function begun(entry: RegExpExecArray, began: number): Call {
  const [, , name = "", path = "", written = "", size = "0"] = entry;
  return { name, path: unhex(path).toString(), bytes: unhex(written), size: Number(size), result: 0, began };
}

function unhex(text: string): Buffer {
  if (!text.includes("\\x")) return Buffer.from(text, "latin1");
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}

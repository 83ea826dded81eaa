// Processes and folders of the peers. Whatever happens to the bench, none of them stays.
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const STOP_MS = 10_000;
const running = new Set<Bun.Subprocess>();
const folders = new Set<string>();

export type ChildOptions = { cwd?: string; env?: Record<string, string>; user?: string | undefined };

/** Starts a process that ends with the bench, even when that is killed. What it prints is kept for the error message. */
export function startChild(
  argv: string[],
  { cwd, env, user }: ChildOptions = {},
): Bun.Subprocess<"ignore", "pipe", "pipe"> {
  const child = Bun.spawn([...tied(user), ...argv], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  running.add(child);
  child.exited.then(() => running.delete(child));
  return child;
}

export async function stopChild(child: Bun.Subprocess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  child.kill(signal);
  const gone = await Promise.race([child.exited.then(() => true), Bun.sleep(STOP_MS).then(() => false)]);
  if (gone) return;
  child.kill("SIGKILL");
  await child.exited;
}

export type Ran = { exitCode: number; stdout: string; stderr: string; timedOut: boolean };

/** Runs a process to its end, or to the end of its time. */
export async function runChild(argv: string[], limitMs: number, options: ChildOptions = {}): Promise<Ran> {
  const child = startChild(argv, options);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, limitMs);
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  clearTimeout(timer);
  return { exitCode, stdout, stderr, timedOut };
}

export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `bench-${name}-`));
  folders.add(folder);
  return folder;
}

export function dropFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Ctrl-C, or a request to end: first the processes, then the folders they wrote to. */
export function endWithTheBench(): void {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)
    process.on(signal, async () => {
      await Promise.all([...running].map((child) => stopChild(child, "SIGKILL")));
      for (const folder of folders) dropFolder(folder);
      process.exit(code);
    });
}

/** The kernel kills the process when its parent dies; as another user when one is named. */
function tied(user: string | undefined): string[] {
  if (Bun.which("setpriv") === null) return user === undefined ? [] : ["runuser", "-u", user, "--"];
  const as = user === undefined ? [] : [`--reuid=${user}`, `--regid=${user}`, "--init-groups"];
  return ["setpriv", ...as, "--pdeathsig", "KILL", "--"];
}

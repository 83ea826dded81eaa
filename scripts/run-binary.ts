// The real program, as scripts call it.
import { join, resolve } from "node:path";

const REPO = resolve(import.meta.dir, "..");
const BINARY = join(REPO, "node_modules/.bin/uncaged-workflow");

export type RanBinary = { output: string; exitCode: number };

export async function runBinary(args: string[], env: Record<string, string>): Promise<RanBinary> {
  const child = Bun.spawn([BINARY, ...args], {
    cwd: REPO,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { output: err + out, exitCode };
}

export async function newestThread(name: string, env: Record<string, string>): Promise<string> {
  const { output } = await runBinary(["threads", name, "--limit", "1", "--json"], env);
  const { threads } = JSON.parse(output) as { threads: { threadId: string }[] };
  const threadId = threads[0]?.threadId;
  if (threadId === undefined) throw new Error(`there is no thread of ${name}`);
  return threadId;
}

/** As it would be typed. */
export function commandLine(args: readonly string[]): string {
  return ["uncaged-workflow", ...args].map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w$./:@=-]+$/.test(word) ? word : JSON.stringify(word);
}

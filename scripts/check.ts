// bun run check: format and lint, types, the import table, what nobody uses. Each says ok or failed, and what it found.
import { join, resolve } from "node:path";

const REPO = resolve(import.meta.dir, "..");

export type Check = { name: string; command: string[]; env?: Record<string, string> };
export type CheckResult = { name: string; ok: boolean; output: string; ms: number };

/** Run by Bun itself, so that a machine without Node can check too. */
const tool = (name: string, ...args: string[]) => [
  process.execPath,
  "--bun",
  join(REPO, "node_modules/.bin", name),
  ...args,
];

export const CHECKS: readonly Check[] = [
  { name: "format and lint", command: tool("biome", "check", "--max-diagnostics=20", ".") },
  { name: "types", command: tool("tsc", "--noEmit", "-p", ".") },
  { name: "imports", command: [process.execPath, join(REPO, "scripts/check-imports.ts")] },
  { name: "unused", command: tool("knip", "--no-config-hints", "--config", "scripts/knip.jsonc") },
];

export async function runCheck({ name, command, env }: Check): Promise<CheckResult> {
  const begun = performance.now();
  const child = Bun.spawn(command, {
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
  return { name, ok: exitCode === 0, output: `${out}${err}`.trim(), ms: performance.now() - begun };
}

/** One after the other, each told as it ends. Answers the names of those that failed. */
export async function runChecks(checks: readonly Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const check of checks) {
    const { name, ok, output, ms } = await runCheck(check);
    console.log(`${ok ? "ok    " : "failed"} ${name} (${(ms / 1000).toFixed(1)} s)`);
    if (ok) continue;
    failed.push(name);
    console.log(output.replace(/^/gm, "       "));
  }
  return failed;
}

if (import.meta.main) process.exit((await runChecks(CHECKS)).length === 0 ? 0 : 1);

import { readdirSync, readFileSync } from "node:fs";
import type { TempHome } from "../../tests/support/temp-home.ts";

/** The worker processes of a home as the kernel lists them: bundle id -> pids. */
export function workerProcesses(home: TempHome): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const words = commandLine(name);
    const at = words.indexOf(home.home);
    if (at < 1 || !/worker/.test(words[at - 1] as string)) continue;
    const id = words[at + 1] as string;
    found.set(id, [...(found.get(id) ?? []), Number(name)]);
  }
  return found;
}

const LOSER_PATIENCE_MS = 3_000;

/** Two workers of one bundle at once. One that lost the lock may still be on its way out. */
export async function doubleWorkers(home: TempHome): Promise<string[]> {
  const deadline = performance.now() + LOSER_PATIENCE_MS;
  for (;;) {
    const doubled = [...workerProcesses(home)].filter(([, pids]) => pids.length > 1);
    if (doubled.length === 0) return [];
    if (performance.now() > deadline)
      return doubled.map(([id, pids]) => `${id} has ${pids.length} workers: ${pids.join(", ")}`);
    await Bun.sleep(50);
  }
}

function commandLine(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

// Which processes belong to a home: every worker has its path in the environment.
import { readdirSync, readFileSync } from "node:fs";

export type Footprint = { processes: number; residentMb: number };

/** Linux only: elsewhere a process's environment cannot be read. */
export function footprintOf(home: string): Footprint {
  let [processes, residentMb] = [0, 0];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (!environment.includes(home) && !command.includes(home)) continue;
      residentMb +=
        Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
      processes += 1;
    } catch {
      // It has ended meanwhile, or is not ours to look at.
    }
  }
  return { processes, residentMb };
}

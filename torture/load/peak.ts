import { readFileSync } from "node:fs";

const LOOK_MS = 3;

/** The most memory a process has had so far, in megabytes (Linux); 0 when it is gone. */
export function peakMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Looks at processes while the work is done. `getrusage` would count the harness, from which they were forked. */
export async function peakDuring(pids: () => readonly number[], work: Promise<unknown>): Promise<number> {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, ...pids().map(peakMb));
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return peak;
}

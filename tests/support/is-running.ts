import { readFileSync } from "node:fs";

/** A process that is a zombie nobody has fetched yet does nothing any more. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

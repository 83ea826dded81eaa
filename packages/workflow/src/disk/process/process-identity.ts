// A pid alone names nobody: numbers are used again. A process is its pid and the moment it started.
import { readFileSync } from "node:fs";
import { uptime } from "node:os";

export type ProcessIdentity = { pid: number; startedTicks: string };

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startedTicks: startTicks(process.pid) ?? "unknown" };
}

/** True when this very process still runs. Where the platform does not tell, the answer is no: nobody is signalled. */
export function isAlive(identity: ProcessIdentity): boolean {
  const ticks = startTicks(identity.pid);
  return ticks !== null && ticks === identity.startedTicks;
}

/** This process in one word, for a database: another process finds out by it whether we are gone. */
export function processWord(): string {
  const { pid, startedTicks } = ownIdentity();
  return `${ticksSince()} ${pid} ${startedTicks}`;
}

/** True when that very process has ended. */
export function isGone(word: string): boolean {
  const [boot, pid, ...ticks] = word.split(" ");
  return boot !== ticksSince() || !isAlive({ pid: Number(pid), startedTicks: ticks.join(" ") });
}

/** Ticks begin anew with every boot; what `ps` says is a date. */
function ticksSince(): string {
  return process.platform === "linux" ? bootId() : "-";
}

/** Whether any process has this number now, be it the one that is meant or a later one. */
export function isRunning(pid: number): boolean {
  return startTicks(pid) !== null;
}

/** SIGKILL, only for the process we mean. */
export function killExactly(identity: ProcessIdentity): boolean {
  if (!isAlive(identity)) return false;
  process.kill(identity.pid, "SIGKILL");
  return true;
}

/** Tells one run of the machine from the next: after a power cut, what was not synced may be gone. */
export function bootId(): string {
  if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return String(Math.round((Date.now() / 1000 - uptime()) / 60));
}

/** Field 22 of /proc/<pid>/stat on Linux; elsewhere what `ps` says. Null when there is no such process (or a zombie). */
function startTicks(pid: number): string | null {
  if (process.platform !== "linux") return startByPs(pid);
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function startByPs(pid: number): string | null {
  const answer = Bun.spawnSync(["ps", "-o", "lstart=", "-p", String(pid)]);
  const text = answer.stdout.toString().trim();
  return text === "" ? null : text;
}

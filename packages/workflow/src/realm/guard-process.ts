// Inside the Worker: what a bundle prints goes to its thread's info log, and a bundle that ends the process ends only
// its own thread.

/** process.exit and its kin report who called and then throw, so that the caller stops here. */
export function guardProcess(report: (how: string) => void): void {
  const end = (how: string) => (): never => {
    report(how);
    throw new Error(`${how} is not available to a workflow: return a result instead`);
  };
  const kill = process.kill.bind(process);
  const guarded = {
    exit: end("process.exit"),
    reallyExit: end("process.reallyExit"),
    abort: end("process.abort"),
    kill(pid: number, signal?: string | number) {
      if (pid === process.pid || pid === 0) return end("process.kill")();
      return kill(pid, signal);
    },
  };
  for (const [name, value] of Object.entries(guarded))
    Object.defineProperty(process, name, { value, configurable: true, writable: true });
}

const PRINTS_MAX = 64 * 1024;

export function printTo(report: (text: string) => void): void {
  const inspect = Bun.inspect;
  const print = (...values: unknown[]) =>
    report(
      values
        .map((value) => (typeof value === "string" ? value : inspect(value)))
        .join(" ")
        .slice(0, PRINTS_MAX),
    );
  for (const name of ["log", "info", "warn", "error", "debug", "trace"] as const) console[name] = print;
}

// A group of processes that may use only so much, where the machine lets us make one.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY } from "./strace.ts";

const ROOT = "/sys/fs/cgroup";

const LIMITS = {
  memory: { v1: "memory.limit_in_bytes", v2: "memory.max" },
  pids: { v1: "pids.max", v2: "pids.max" },
} as const;

export type Controller = keyof typeof LIMITS;

export class Cgroup implements Disposable {
  private constructor(readonly path: string) {}

  /** Answers why not, where it may not be. */
  static create(controller: Controller, limit: number): Cgroup | string {
    const isV1 = existsSync(join(ROOT, controller, "cgroup.procs"));
    const parent = isV1 ? join(ROOT, controller) : ROOT;
    const path = join(parent, `uw-torture-${process.pid}-${crypto.randomUUID().slice(0, 8)}`);
    const group = new Cgroup(path);
    try {
      mkdirSync(path);
      writeFileSync(join(path, LIMITS[controller][isV1 ? "v1" : "v2"]), String(limit));
      return group;
    } catch (error) {
      group[Symbol.dispose]();
      return `no cgroup for ${controller} can be made here: ${(error as Error).message}`;
    }
  }

  /** The words of the binary's command line inside of the group; what it starts is in it too. */
  words(args: readonly string[]): string[] {
    const enter = `echo $$ > "${join(this.path, "cgroup.procs")}" && exec "$@"`;
    return ["sh", "-c", enter, "sh", BINARY, ...args];
  }

  [Symbol.dispose](): void {
    // Who was killed may be in it for a moment longer.
    for (let tries = 0; tries < 100 && existsSync(this.path); tries++) {
      try {
        rmdirSync(this.path);
      } catch {
        Bun.sleepSync(10);
      }
    }
  }
}

// How a worker process is started. Nothing of Node is imported here: see early-worker.ts.
import { EFFECT_MARK } from "#contract/effect.ts";
import { OWN_ENV, ownCommand } from "#contract/own-process.ts";

/** fdatasync of many journals overlaps only as far as the thread pool is wide. */
const SYNCS_AT_ONCE = "16";

export function workerCommand(): string[] {
  return ownCommand("worker");
}

export function workerEnv(): Record<string, string | undefined> {
  // Started by an effect of another workflow, it serves others too: it is not part of that effect.
  return { ...process.env, ...OWN_ENV, UV_THREADPOOL_SIZE: SYNCS_AT_ONCE, [EFFECT_MARK]: undefined };
}

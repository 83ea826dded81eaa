// How a worker process is started. Nothing of Node is imported here: see early-worker.ts.
import { EFFECT_MARK, WORKER_MARK } from "#contract/effect.ts";
import { OWN_ENV, ownCommand } from "#contract/own-process.ts";

/** fdatasync of many journals overlaps only as far as the thread pool is wide. */
const SYNCS_AT_ONCE = "16";

/** `worker`: the composing program's own file, where it has one. */
export function workerCommand(worker?: URL): string[] {
  return ownCommand("worker", worker);
}

/** `holder`: the file in which a worker says who it is; of other processes of its kind there is none. */
export function workerEnv(holder?: string): Record<string, string | undefined> {
  return {
    ...process.env,
    ...OWN_ENV,
    UV_THREADPOOL_SIZE: SYNCS_AT_ONCE,
    // Started by an effect of another workflow, it serves others too: it is not part of that effect.
    ...(holder === undefined ? {} : { [EFFECT_MARK]: undefined }),
    [WORKER_MARK]: holder,
  };
}

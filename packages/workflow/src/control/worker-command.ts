// How a worker process is started. Nothing of Node is imported here: see early-worker.ts.
import { DIST_DIR } from "#contract/dist.ts";
import { EFFECT_MARK } from "#contract/effect.ts";

/** Without these Bun would fetch missing packages, run a foreign bunfig's preload, load a stranger's .env and allow eval. */
const BUN_FLAGS = [
  "--no-install",
  "--no-env-file",
  "--config=/dev/null",
  "--disallow-code-generation-from-strings=strict",
];

/** fdatasync of many journals overlaps only as far as the thread pool is wide. */
const SYNCS_AT_ONCE = "16";

/** In a compiled binary the executable is its own worker. */
export function workerCommand(): string[] {
  if (import.meta.path.startsWith("/$bunfs/")) return [process.execPath, "__worker"];
  const entry =
    DIST_DIR === null ? new URL("../worker/entry.ts", import.meta.url).pathname : `${DIST_DIR}/worker.js`;
  return [process.execPath, ...BUN_FLAGS, entry];
}

export function workerEnv(): Record<string, string | undefined> {
  // Started by an effect of another workflow, it serves others too: it is not part of that effect.
  return { ...process.env, UV_THREADPOOL_SIZE: SYNCS_AT_ONCE, [EFFECT_MARK]: undefined };
}

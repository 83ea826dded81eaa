import { DIST_DIR } from "#contract/dist.ts";

/** A Worker may be started before it is known what it will load: it then boots while the supervisor does other work. */
export function startBundleWorker(): Worker {
  const url =
    DIST_DIR === null ? new URL("./bundle-host.ts", import.meta.url).href : `${DIST_DIR}/bundle-host.js`;
  return new Worker(url, { ref: true });
}

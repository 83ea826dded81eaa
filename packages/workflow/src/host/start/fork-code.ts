// The code a fork runs: its origin's, the bundle that was named, or, of a thread that failed, the newer version of its workflow.
import type { StartRecord } from "#contract/record.ts";
import { getBundle, type StoredBundle } from "#store/bundle-store.ts";
import { readRegistry, versionsOf } from "#store/registry.ts";
import type { Store } from "../open/store.ts";
import type { ForkRequest } from "./fork-thread.ts";

export type ForkCode = { bundle: StoredBundle; isNewer: boolean };

export async function codeOf(
  store: Store,
  start: StartRecord,
  { bundle: named, sameCode }: Pick<ForkRequest, "bundle" | "sameCode">,
  isRetry: boolean,
): Promise<ForkCode> {
  if (named !== undefined) {
    const { findBundle } = await import("../workflows/find-bundle.ts");
    return { bundle: await findBundle(store, named), isNewer: false };
  }
  const newer = isRetry && sameCode !== true ? await newerVersion(store, start) : null;
  if (newer !== null) return { bundle: newer, isNewer: true };
  return { bundle: getBundle(store.layout, start.hash, start.sha256), isNewer: false };
}

/**
 * The current version, if the workflow got it after the thread was started; one that was rolled back to counts. A fork may
 * have kept an older version when it was made: that is no choice for ever. Code that is no version of it is one.
 */
async function newerVersion(
  store: Store,
  { name, hash, timestamp, forkFrom }: StartRecord,
): Promise<StoredBundle | null> {
  const { workflows } = await readRegistry(store.layout);
  const entry = Object.hasOwn(workflows, name) ? workflows[name] : undefined;
  if (entry === undefined || entry.hash === hash) return null;
  const isOlder =
    forkFrom === undefined
      ? entry.timestamp > timestamp
      : versionsOf(entry).some((version) => version.hash === hash);
  if (!isOlder) return null;
  return getBundle(store.layout, entry.hash, entry.sha256);
}

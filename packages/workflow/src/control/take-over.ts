// From a worker that does not answer, a bundle is taken over by ending that worker first. A lock is never broken.
import { WorkflowError } from "#contract/errors.ts";
import type { BundleId } from "#contract/ids.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { isLocked, type Lock, tryLock } from "#disk/lock.ts";
import { readHolder } from "#disk/process/holder-file.ts";
import { isAlive, killExactly } from "#disk/process/process-identity.ts";

const DEATH_PATIENCE_MS = 5_000;

/** SIGKILLs the holder of the bundle's lock, if it is the process that took it. Answers its worker id. */
export async function endHungWorker(layout: Layout, id: BundleId): Promise<string | null> {
  if (!isLocked(layout.lock(id))) return null;
  const holder = readHolder(layout.holder(id));
  if (holder === null || !isAlive(holder))
    throw new WorkflowError("STATE_INVALID", `the lock of ${id} is held by a process we cannot name`, {
      hint: `find it: fuser ${layout.lock(id)}`,
    });
  killExactly(holder);
  await untilUnlocked(layout, id);
  return holder.worker;
}

/** The bundle's lock for a moment's work, or null when a worker holds it. */
export function lockBundle(layout: Layout, id: BundleId): Lock | null {
  ensureDirectory(layout.run);
  return tryLock(layout.lock(id), 200);
}

async function untilUnlocked(layout: Layout, id: BundleId): Promise<void> {
  const deadline = performance.now() + DEATH_PATIENCE_MS;
  while (isLocked(layout.lock(id))) {
    if (performance.now() > deadline)
      throw new WorkflowError("STATE_INVALID", `the worker of ${id} was killed but still holds its lock`);
    await Bun.sleep(2);
  }
}

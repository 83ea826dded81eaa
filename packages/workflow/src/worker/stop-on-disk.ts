// A stop of a thread that nobody runs: written into its journal by whoever holds the lock of its bundle.
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { TIMES } from "#contract/limits.ts";
import type { Clock } from "#contract/ports.ts";
import { isTerminal } from "#contract/status.ts";
import { removeFolder } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { stoppedBy } from "#engine/outcome.ts";
import { checkHeader } from "#journal/check-header.ts";
import { FileJournal } from "#journal/file-journal.ts";
import type { Sealer } from "#journal/sealer.ts";
import type { StopAnswer } from "#protocol/messages.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { emptyFold, foldLine, ownBill, type ThreadFold } from "#replay/fold-thread.ts";
import { type IndexRow, rowOf } from "#store/thread-index.ts";

export type Stop = { action: "kill" | "cancel"; actor?: string | undefined; reason?: string | undefined };

export async function stopOnDisk(
  place: { threadId: ThreadId; hash: BundleId; path: string },
  stop: Stop,
  ports: { layout: Layout; clock: Clock; group: SyncGroup; sealer: Sealer; putRow: (row: IndexRow) => void },
): Promise<StopAnswer> {
  const fold = emptyFold();
  const { journal } = FileJournal.open(place.path, ports, (line) => foldLine(fold, line));
  try {
    const start = checkHeader(fold.start, place);
    const status = deriveStatus(fold, false);
    if (isTerminal(status)) return { status, again: true };
    const actor = stop.actor === undefined ? {} : { actor: stop.actor };
    const reason = stop.reason === undefined ? {} : { reason: stop.reason };
    journal.append({ kind: "control", action: stop.action, ...actor, ...reason });
    // On its own: of two writes that wait for one sync, a power cut may leave the second without the first.
    await journal.sync();
    const outcome = stoppedBy(stop.action, stop.reason);
    await journal.end({ kind: "result", ...outcome }, ports.sealer);
    const known = { start, steps: fold.steps, updatedAt: ports.clock.now(), bill: ownBill(fold) };
    ports.putRow(rowOf(place, known, { worker: null, status: outcome.status, size: journal.bytes }));
    await endPrograms(fold, stop);
    removeFolder(ports.layout.scratchOf(place.threadId));
    return { status: outcome.status, again: false };
  } finally {
    journal.close();
  }
}

/** What a worker that is gone had handed over, and may still run. */
async function endPrograms({ inFlight }: ThreadFold, { action }: Stop): Promise<void> {
  if (inFlight.size === 0) return;
  const { endLeftovers } = await import("#effects/executors/process-tree.ts");
  await endLeftovers(inFlight, action === "kill" ? 0 : TIMES.closeMs);
}

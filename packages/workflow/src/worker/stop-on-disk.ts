// A stop of a thread that nobody runs: written into its journal by whoever holds the lock of its bundle.
import { TIMES } from "#contract/limits.ts";
import type { Clock } from "#contract/ports.ts";
import type { StartRecord } from "#contract/record.ts";
import type { Stop, StopAnswer } from "#contract/settlement.ts";
import { removeFolder } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { JournalLog, type ThreadPlace } from "#journal/journal-log.ts";
import type { Sealer } from "#journal/sealer.ts";
import { ownBill, type ThreadFold } from "#replay/fold-thread.ts";
import { type IndexRow, rowOf } from "#store/thread-index.ts";
import { stopLog } from "#thread/stop-log.ts";

export type { Stop };

export async function stopOnDisk(
  place: ThreadPlace,
  stop: Stop,
  ports: { layout: Layout; clock: Clock; group: SyncGroup; sealer: Sealer; putRow: (row: IndexRow) => void },
): Promise<StopAnswer> {
  const { layout, clock, group, sealer } = ports;
  // Nothing of it is repeated, so it does not matter whether it is strict.
  const log = JournalLog.open(place, { clock, group, sealer, sealKey: layout.sealKey, isStrict: false });
  try {
    const { fold } = log;
    const answer = await stopLog(log, stop);
    if (answer.again) return answer;
    const { status } = answer;
    const start = fold.start as StartRecord;
    const known = { start, steps: fold.steps, updatedAt: clock.now(), bill: ownBill(fold) };
    ports.putRow(rowOf(place, known, { worker: null, status, size: log.bytes }));
    await endPrograms(fold, stop);
    removeFolder(layout.scratchOf(place.threadId));
    return answer;
  } finally {
    log.close();
  }
}

/** What a worker that is gone had handed over, and may still run. */
async function endPrograms({ inFlight }: ThreadFold, { action }: Stop): Promise<void> {
  if (inFlight.size === 0) return;
  const { endLeftovers } = await import("#effects/executors/process-tree.ts");
  await endLeftovers(inFlight, action === "kill" ? 0 : TIMES.closeMs);
}

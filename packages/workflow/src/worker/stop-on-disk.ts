// A stop of a thread that nobody runs: written into its journal by whoever holds the lock of its bundle.
import type { Database } from "bun:sqlite";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { Clock } from "#contract/ports.ts";
import { isTerminal } from "#contract/status.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { stoppedBy } from "#engine/outcome.ts";
import { checkHeader } from "#journal/check-header.ts";
import { FileJournal } from "#journal/file-journal.ts";
import type { Sealer } from "#journal/sealer.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { emptyFold, foldLine, type ThreadFold } from "#replay/fold-thread.ts";
import { putRow, rowOf } from "#store/thread-index.ts";
import type { StopAnswer } from "./messages.ts";

export type Stop = { action: "kill" | "cancel"; actor?: string | undefined; reason?: string | undefined };

/** Ends what effects of the thread started that a process which is gone left running. */
export type Leftovers = () => Promise<void>;

export async function stopOnDisk(
  place: { threadId: ThreadId; hash: BundleId; path: string },
  stop: Stop,
  ports: { clock: Clock; group: SyncGroup; sealer: Sealer; database: Database },
): Promise<{ answer: StopAnswer; leftovers: Leftovers }> {
  const fold = emptyFold();
  const { journal } = FileJournal.open(place.path, ports, (line) => foldLine(fold, line));
  try {
    const start = checkHeader(fold.start, place);
    const status = deriveStatus(fold, false);
    if (isTerminal(status)) return { answer: { status, again: true }, leftovers: async () => {} };
    const actor = stop.actor === undefined ? {} : { actor: stop.actor };
    const reason = stop.reason === undefined ? {} : { reason: stop.reason };
    journal.append({ kind: "control", action: stop.action, ...actor, ...reason });
    const outcome = stoppedBy(stop.action, stop.reason);
    await journal.end({ kind: "result", ...outcome }, ports.sealer);
    const known = { start, steps: fold.steps, updatedAt: ports.clock.now() };
    putRow(
      ports.database,
      rowOf(place, known, { worker: null, status: outcome.status, size: journal.bytes }),
    );
    return { answer: { status: outcome.status, again: false }, leftovers: () => endLeftovers(fold) };
  } finally {
    journal.close();
  }
}

async function endLeftovers({ current }: ThreadFold): Promise<void> {
  for (const { isDispatched, opening } of current?.leaves.values() ?? []) {
    if (!isDispatched || opening.kind !== "intent") continue;
    const tree = await import("#effects/executors/process-tree.ts");
    await tree.endLeftovers(opening.id);
  }
}

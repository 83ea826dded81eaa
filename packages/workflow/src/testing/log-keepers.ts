// Where the logs of an engine under test are kept: in memory, or as batches that are recorded one after the other.
import type { ThreadId } from "#contract/ids.ts";
import { BatchLines } from "#journal/batch-lines.ts";
import { JournalLog, type LogPorts, type ThreadPlace } from "#journal/journal-log.ts";
import { MemoryLines } from "#journal/line-store.ts";

/** What survives the hosts. A log is opened by one host at a time. */
export type LogKeeper = {
  create(threadId: ThreadId, bytes: Uint8Array): void;
  open(place: ThreadPlace, ports: LogPorts): JournalLog;
  /** The bytes that survive, now. */
  kept(threadId: ThreadId): Uint8Array;
  /** All hosts are gone. */
  crash(): void;
};

type Kept = { readonly kept: Uint8Array };

export function memoryKeeper(): LogKeeper {
  return keeper((bytes) => new MemoryLines(bytes));
}

/** Each batch is committed a moment after it was handed out: a host that dies meanwhile has lost it. */
export function batchKeeper(): LogKeeper {
  return keeper(
    (bytes) => {
      const lines = new BatchLines(bytes);
      void record(lines);
      return lines;
    },
    (lines) => lines.fence(),
  );
}

async function record(lines: BatchLines): Promise<void> {
  for (;;) {
    const batch = await lines.nextBatch();
    await new Promise((resolve) => setImmediate(resolve));
    lines.committed(batch);
  }
}

function keeper<L extends Kept & Parameters<typeof JournalLog.over>[0]>(
  make: (bytes: Uint8Array) => L,
  fence: (lines: L) => void = () => {},
): LogKeeper {
  const kept = new Map<ThreadId, Uint8Array>();
  const open = new Map<ThreadId, L>();
  const current = (threadId: ThreadId) => {
    const lines = open.get(threadId);
    return lines?.kept ?? (kept.get(threadId) as Uint8Array);
  };
  return {
    create: (threadId, bytes) => void kept.set(threadId, bytes),
    open(place, ports) {
      const lines = make(current(place.threadId));
      open.set(place.threadId, lines);
      return JournalLog.over(lines, place, ports);
    },
    kept: current,
    crash() {
      for (const [threadId, lines] of open) {
        fence(lines);
        kept.set(threadId, lines.kept);
      }
      open.clear();
    },
  };
}

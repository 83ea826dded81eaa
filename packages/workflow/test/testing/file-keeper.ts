// Logs in real files. What was not synced is cut off when the hosts die, as a power cut may.
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ThreadId } from "#contract/ids.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { JournalLog } from "#journal/journal-log.ts";
import type { LogKeeper } from "#testing/log-keepers.ts";

export function fileKeeper(): LogKeeper {
  const folder = mkdtempSync(join(tmpdir(), "suite-"));
  const pathOf = (threadId: ThreadId) => join(folder, `${threadId}.data.jsonl`);
  const open = new Map<ThreadId, JournalLog>();
  const group = new SyncGroup();
  return {
    create: (threadId, bytes) => writeFileSync(pathOf(threadId), bytes),
    open(place, ports) {
      const log = JournalLog.open({ ...place, path: pathOf(place.threadId) }, { ...ports, group });
      open.set(place.threadId, log);
      return log;
    },
    kept(threadId) {
      const bytes = readFileSync(pathOf(threadId));
      return bytes.subarray(0, open.get(threadId)?.durableBytes ?? bytes.length);
    },
    crash() {
      for (const [threadId, { durableBytes }] of open) truncateSync(pathOf(threadId), durableBytes);
      open.clear();
    },
  };
}

import { WorkflowError } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";

/** A journal is only written to when its first line says that it is this thread's. */
export function checkHeader(
  start: StartRecord | null,
  place: { threadId: ThreadId; hash: BundleId; path: string },
): StartRecord {
  const { threadId, hash, path } = place;
  if (start === null)
    throw new WorkflowError("STATE_INVALID", `the thread ${threadId} has no start line; nothing ever ran`, {
      hint: `uncaged-workflow thread rm ${threadId}`,
      details: { status: "empty" },
    });
  if (start.threadId !== threadId || start.hash !== hash)
    throw new WorkflowError(
      "JOURNAL_CORRUPT",
      `${path}: line 1 belongs to another thread, ${start.threadId} of ${start.hash}`,
      {
        details: { file: path, line: 1, byte: 0 },
      },
    );
  return start;
}

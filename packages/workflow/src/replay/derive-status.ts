import type { ThreadStatus } from "#contract/status.ts";
import type { ThreadFold } from "./fold-thread.ts";

/** `live`: a worker holds the thread right now. */
export function deriveStatus(fold: ThreadFold, live: boolean): ThreadStatus {
  if (fold.start === null) return "empty";
  if (fold.result !== null) return fold.result.status;
  if (fold.paused) return "paused";
  if (!live) return "interrupted";
  return fold.queued ? "queued" : "running";
}

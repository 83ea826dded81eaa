import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import type { ThreadFold } from "./fold-thread.ts";
import { waitOf } from "./fold-yield.ts";

/** `live`: a worker holds the thread right now. */
export function deriveStatus(fold: ThreadFold, live: boolean): ThreadStatus {
  if (fold.start === null) return "empty";
  if (fold.result !== null) return fold.result.status;
  if (fold.paused) return "paused";
  if (fold.stopping === null && isWaiting(fold)) return "waiting";
  if (!live) return "interrupted";
  return fold.queued ? "queued" : "running";
}

/** What a thread waits for that no process can bring on; `wakeAt`: when the time does. */
export function deriveWait(fold: ThreadFold): { on: WaitingOn; wakeAt: number | null } | null {
  return fold.result === null && fold.current !== null ? waitOf(fold.current) : null;
}

function isWaiting(fold: ThreadFold): boolean {
  return deriveWait(fold) !== null;
}

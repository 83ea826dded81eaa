import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";

/** Only `kill` ends a worker from outside: others may have threads in it. `note`: what became of the wish. */
export function silentWorker(threadId: ThreadId, note = ""): WorkflowError {
  return new WorkflowError("STATE_INVALID", `the worker of ${threadId} does not answer${note}`, {
    hint: `uncaged-workflow kill ${threadId}`,
    details: { threadId, silent: true },
  });
}

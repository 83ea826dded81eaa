// What is said to somebody whose wish does not fit the state of the thread.
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { ThreadStatus } from "#contract/status.ts";

export function alreadyEnded(threadId: ThreadId, status: ThreadStatus): WorkflowError {
  return refusal(`the thread ${threadId} has ended: ${status}`, "thread", threadId, { status });
}

export function alreadyPaused(threadId: ThreadId): WorkflowError {
  return refusal(`the thread ${threadId} is already paused`, "resume", threadId, { status: "paused" });
}

export function isPaused(threadId: ThreadId): WorkflowError {
  return refusal(`the thread ${threadId} is paused`, "resume", threadId, { status: "paused" });
}

export function isRunning(threadId: ThreadId): WorkflowError {
  return refusal(`the thread ${threadId} is running, not paused`, "follow", threadId, { status: "running" });
}

export function isHeld(threadId: ThreadId): WorkflowError {
  return refusal(`a worker has the thread ${threadId}; it cannot begin anew`, "follow", threadId, {});
}

export function notRunning(threadId: ThreadId, status: ThreadStatus): WorkflowError {
  const verb = status === "paused" || status === "interrupted" ? "resume" : "thread";
  return refusal(`the thread ${threadId} is ${status}, not running`, verb, threadId, { status });
}

export function notHosted(threadId: ThreadId): WorkflowError {
  return refusal(`the thread ${threadId} is not running`, "thread", threadId, { notHosted: true });
}

/** Begun anew, the thread would ask for the effect again, whatever became of it. */
export function isInDoubt(threadId: ThreadId): WorkflowError {
  return refusal(
    `nobody knows what became of an effect of ${threadId}; it has to be said before the thread begins anew`,
    "reconcile",
    threadId,
    {},
  );
}

/** Its generator is lost and cannot be made again: a no may end it, and so may a stop. */
export function cannotComeBack(threadId: ThreadId, steps: number): WorkflowError {
  return new WorkflowError(
    "STATE_INVALID",
    `the bundle of ${threadId} never reads \`steps\`, so going on would repeat what is finished (steps: ${steps}); \`deny\` or \`cancel\` ends the thread`,
    { hint: `uncaged-workflow resume ${threadId} --from-start` },
  );
}

function refusal(
  message: string,
  verb: string,
  threadId: ThreadId,
  details: Record<string, unknown>,
): WorkflowError {
  return new WorkflowError("STATE_INVALID", message, {
    hint: `uncaged-workflow ${verb} ${threadId}`,
    details,
  });
}

// retry: what failed is done again, in a new thread that keeps everything finished.
import { WorkflowError } from "#contract/errors.ts";
import { isTerminal } from "#contract/status.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { findThread } from "./find-thread.ts";
import { type Forked, type ForkRequest, forkThread } from "./fork-thread.ts";
import type { House } from "./house.ts";
import { isLive } from "./is-live.ts";
import { planFork } from "./plan-fork.ts";
import type { Plan } from "./plan-thread.ts";
import { foldThread } from "./read-thread.ts";

export type RetryRequest = Omit<
  ForkRequest,
  "fromRole" | "fromStep" | "prompt" | "variables" | "bundle" | "isRetry"
>;

export async function retryThread(house: House, request: RetryRequest): Promise<Forked> {
  await assertEnded(house, request);
  return forkThread(house, { ...request, isRetry: true });
}

export async function planRetry(house: House, request: RetryRequest): Promise<Plan> {
  await assertEnded(house, request);
  return planFork(house, { ...request, isRetry: true });
}

/** What has not ended goes on by other verbs; of what completed, only somebody can say what is to be done again. */
async function assertEnded(house: House, { thread, redo = [], redoFailed }: RetryRequest): Promise<void> {
  const place = findThread(house, thread);
  const { fold } = foldThread(place);
  const isRunning = fold.result === null && (await isLive(house, place));
  const status = deriveStatus(fold, isRunning);
  const refuse = (message: string, hint: string) =>
    new WorkflowError("STATE_INVALID", `the thread ${place.threadId} ${message}`, {
      hint: `uncaged-workflow ${hint}`,
      details: { status },
    });
  if (status === "empty") throw refuse("never began", `thread rm ${place.threadId}`);
  if (status === "waiting") throw refuse("has not ended: it waits", `why ${place.threadId}`);
  if (isRunning) throw refuse(`is ${status}; nothing has failed yet`, `follow ${place.threadId}`);
  if (!isTerminal(status))
    throw refuse(`has not ended: it is ${status}, and goes on where it stopped`, `resume ${place.threadId}`);
  if (status === "completed" && redo.length === 0 && redoFailed !== true)
    throw refuse("completed: nothing failed", `retry ${place.threadId} --redo <step>`);
}

// retry: what failed is done again, in a new thread that keeps everything finished.
import { WorkflowError } from "#contract/errors.ts";
import { isTerminal } from "#contract/status.ts";
import { tryTransaction } from "#disk/database.ts";
import { processWord } from "#disk/process/process-identity.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { type Claim, confirmStarts, releaseClaims } from "#store/starts.ts";
import { retryKey, retryOf } from "../look/find-retry.ts";
import { findThread, placeStarted, type ThreadPlace } from "../open/find-thread.ts";
import { readWithWorker } from "../open/is-live.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { type Forked, type ForkRequest, forkThread } from "../start/fork-thread.ts";
import { takeKey } from "../start/take-key.ts";
import { planFork } from "./plan-fork.ts";
import type { Plan } from "./plan-thread.ts";

export type RetryRequest = Omit<
  ForkRequest,
  "fromRole" | "fromStep" | "prompt" | "variables" | "bundle" | "isRetry"
>;

/** A thread is retried once: what its retry has finished, a second one would do again. */
export async function retryThread(store: Store, request: RetryRequest): Promise<Forked> {
  const place = await assertEnded(store, request);
  const forkRequest = { ...request, isRetry: true };
  if (isOtherwise(request)) return forkThread(store, forkRequest);
  const database = databaseOf(store);
  const claim: Claim = { threadId: store.newThreadId(), claimedBy: processWord() };
  const existing = await takeKey(store, retryKey(place), claim);
  if (existing !== null) throw wasRetried(place, existing);
  try {
    const forked = await forkThread(store, forkRequest, claim.threadId);
    tryTransaction(database, () => confirmStarts(database, claim.threadId));
    return forked;
  } catch (error) {
    if (placeStarted(store, claim.threadId) === null)
      tryTransaction(database, () => releaseClaims(database, claim));
    throw error;
  }
}

/** Somebody says what is to be done again: that is another piece of work. */
function isOtherwise({ redo = [], redoFailed }: RetryRequest): boolean {
  return redo.length > 0 || redoFailed === true;
}

function wasRetried({ threadId }: ThreadPlace, retry: ThreadPlace): WorkflowError {
  const { fold } = foldThread(retry);
  const status = fold.result?.status ?? "not ended";
  const isOver = fold.result !== null && fold.result.status !== "completed";
  return new WorkflowError(
    "STATE_INVALID",
    `the thread ${threadId} was retried: it went on as ${retry.threadId} (${status}), and what that has finished would be done again`,
    {
      hint: `uncaged-workflow ${isOver ? "retry" : fold.result === null ? "follow" : "thread"} ${retry.threadId}`,
      details: { retry: retry.threadId, status },
    },
  );
}

export async function planRetry(store: Store, request: RetryRequest): Promise<Plan> {
  const place = await assertEnded(store, request);
  const existing = isOtherwise(request) ? null : retryOf(store, place);
  if (existing !== null) throw wasRetried(place, existing);
  return planFork(store, { ...request, isRetry: true });
}

/** What has not ended goes on by other verbs; of what completed, only somebody can say what is to be done again. */
async function assertEnded(store: Store, request: RetryRequest): Promise<ThreadPlace> {
  const { thread } = request;
  const place = findThread(store, thread);
  const { fold, live: isRunning } = await readWithWorker(store, place, foldThread);
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
  if (status === "completed" && !isOtherwise(request))
    throw refuse("completed", `retry ${place.threadId} --redo-failed --plan`);
  return place;
}

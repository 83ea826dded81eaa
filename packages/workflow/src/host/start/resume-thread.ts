// resume: a paused or interrupted thread goes on from its journal.
import { WAITS } from "#commands/registry.ts";
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { isTerminal, type WaitingOn } from "#contract/status.ts";
import { type Live, liveThreads } from "#control/live-threads.ts";
import type { WorkerClient } from "#control/worker-client.ts";
import { checkHeader } from "#journal/check-header.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { type IndexRow, keyOf } from "#store/thread-index.ts";
import { assertCanBeHosted, lastLoss } from "../look/why-interrupted.ts";
import { currentRows } from "../open/current-rows.ts";
import { findThread, placeOfRow, type ThreadPlace } from "../open/find-thread.ts";
import { assertNotLost } from "../open/lost-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import { assertRuntimeEnabled } from "../open/runtime-enabled.ts";
import { sealEnd } from "../open/seal-end.ts";
import type { Store } from "../open/store.ts";
import { hostThread } from "./host-thread.ts";
import type { StartedThread } from "./start-thread.ts";

export async function resumeThread(
  store: Store,
  typed: string,
  options: { fromStart?: boolean | undefined } = {},
): Promise<StartedThread> {
  await assertRuntimeEnabled(store);
  const place = findThread(store, typed);
  const { fold, end } = foldThread(place);
  const status = deriveStatus(fold, false);
  if (isTerminal(status)) await sealEnd(store, place);
  if (isTerminal(status) || status === "empty")
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} is ${status}; there is nothing to resume`,
      {
        hint:
          status === "empty"
            ? `uncaged-workflow thread rm ${place.threadId}`
            : `uncaged-workflow ${status === "completed" ? "fork" : "retry"} ${place.threadId}`,
        details: { status },
      },
    );
  if (options.fromStart !== true) await assertNotLost(store, place, fold);
  if (status === "waiting" && options.fromStart !== true) refuseWaiting(place.threadId, deriveWait(fold)?.on);
  const start = checkHeader(fold.start, place);
  await assertCanBeHosted(store, start);
  const client = await hostThread(store, place, options.fromStart ? "restart" : "resume");
  return { place, client, since: () => ({ at: end, fold }) };
}

/** What a person has to say cannot be skipped; a sleeper may be looked after, and goes on sleeping. */
function refuseWaiting(threadId: string, on: WaitingOn | undefined): void {
  const verb = on === undefined ? null : WAITS[on].verb;
  if (on === undefined || verb === null) return;
  throw new WorkflowError("STATE_INVALID", `the thread ${threadId} waits for a person (${on})`, {
    hint: `uncaged-workflow ${verb} ${threadId}`,
    details: { status: "waiting", waitingOn: on },
  });
}

export type ResumedAll = {
  resumed: string[];
  failed: { threadId: string; error: { code: string; message: string } }[];
};

/** Every interrupted thread; paused ones stay paused. For systemd and cron. */
export async function resumeAll(store: Store): Promise<ResumedAll> {
  await assertRuntimeEnabled(store);
  const answer: ResumedAll = { resumed: [], failed: [] };
  if (store.isEmpty()) return answer;
  const live = await liveThreads(store.layout);
  const attempt = async (threadId: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      if (error.code === "NOT_FOUND") return;
      answer.failed.push({ threadId, error: { code: error.code, message: error.message } });
    }
  };
  const interrupted: Interrupted[] = [];
  for (const row of openOnes(store, live)) {
    const place = placeOfRow(store, row);
    await attempt(place.threadId, async () => {
      const { fold } = foldThread(place);
      const status = deriveStatus(fold, false);
      if (status === "interrupted")
        interrupted.push({ ...place, sha256: checkHeader(fold.start, place).sha256 });
      // Its worker died as it wrote the end. Now, since workers that are started below hold the lock.
      if (isTerminal(status)) await sealEnd(store, place);
    });
  }
  const beginnings: (() => Promise<void>)[] = [];
  for (const place of interrupted)
    await attempt(place.threadId, async () => {
      beginnings.push(await takeUp(store, place, answer));
    });
  await Promise.all(beginnings.map((begun) => begun()));
  return sorted(answer, interrupted);
}

type Interrupted = ThreadPlace & { sha256: string };

/**
 * Answers when a worker has it, with the promise of what became of that: a thread that leaves at once without a result was
 * not resumed. It diverges, or its commands cannot be carried out.
 */
async function takeUp(store: Store, place: Interrupted, answer: ResumedAll): Promise<() => Promise<void>> {
  const { threadId } = place;
  const fail = ({ code, message }: ErrorReport) => {
    answer.failed.push({ threadId, error: { code, message } });
  };
  try {
    await assertCanBeHosted(store, place);
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    fail(error.toReport());
    return async () => {};
  }
  const patienceMs = lastLoss(place) === null ? BEGIN_MS : BEGIN_AGAIN_MS;
  const client = await hostThread(store, place, "resume");
  const lost = lostAtOnce(client, threadId, patienceMs);
  return async () => {
    const error = await lost;
    client.close();
    if (error === null) answer.resumed.push(threadId);
    else fail(error);
  };
}

/** So long it is watched whether a thread goes on; longer when it did not the last time. */
const BEGIN_MS = 3_000;
const BEGIN_AGAIN_MS = 10_000;

/** Why it left; null when it goes on, waits, has ended, or told nothing for so long. */
async function lostAtOnce(
  client: WorkerClient,
  threadId: ThreadId,
  patienceMs: number,
): Promise<ErrorReport | null> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = client.noticeOf(threadId)?.bytes ?? 0;
  const look = () => {
    const { left = false, rests = false, bytes = 0 } = client.noticeOf(threadId) ?? {};
    if (left || rests || (first > 0 && bytes > first)) resolve();
  };
  client.onNotice = look;
  void client.closed.then(() => resolve());
  look();
  const timer = setTimeout(resolve, patienceMs);
  await promise;
  clearTimeout(timer);
  return client.noticeOf(threadId)?.error ?? null;
}

/** They were taken up side by side; they are told in the order of their age. */
function sorted({ resumed, failed }: ResumedAll, places: readonly ThreadPlace[]): ResumedAll {
  const age = new Map(places.map(({ threadId }, at) => [threadId as string, at]));
  const at = (threadId: string) => age.get(threadId) ?? -1;
  return {
    resumed: resumed.toSorted((a, b) => at(a) - at(b)),
    failed: failed.toSorted((a, b) => at(a.threadId) - at(b.threadId)),
  };
}

/** Oldest first, without those a worker has or may have. One that ended is among them when only its journal says so. */
function openOnes(store: Store, live: Live): IndexRow[] {
  return [...currentRows(store)]
    .filter((row) => !isTerminal(row.status) || row.isRead)
    .filter(
      (row) => !live.threads.has(keyOf(placeOfRow(store, row))) && !live.silentWorkers.has(row.worker ?? ""),
    )
    .reverse();
}

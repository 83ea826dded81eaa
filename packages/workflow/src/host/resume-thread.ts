// resume: a paused or interrupted thread goes on from its journal.
import { WorkflowError } from "#contract/errors.ts";
import { isTerminal, type WaitingOn } from "#contract/status.ts";
import { type Live, liveThreads } from "#control/live-threads.ts";
import { checkHeader } from "#journal/check-header.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { getBundle } from "#store/bundle-store.ts";
import { type IndexRow, keyOf } from "#store/thread-index.ts";
import { currentRows } from "./current-rows.ts";
import { findThread, placeOfRow, type ThreadPlace } from "./find-thread.ts";
import { hostThread } from "./host-thread.ts";
import type { House } from "./house.ts";
import { assertNotLost } from "./lost-thread.ts";
import { foldThread } from "./read-thread.ts";
import { assertRuntimeEnabled } from "./runtime-enabled.ts";
import { sealEnd } from "./seal-end.ts";
import type { StartedThread } from "./start-thread.ts";

export async function resumeThread(
  house: House,
  typed: string,
  options: { fromStart?: boolean | undefined } = {},
): Promise<StartedThread> {
  await assertRuntimeEnabled(house);
  const place = findThread(house, typed);
  const { fold, end } = foldThread(place);
  const status = deriveStatus(fold, false);
  if (isTerminal(status)) await sealEnd(house, place);
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
  if (options.fromStart !== true) await assertNotLost(house, place, fold);
  if (status === "waiting" && options.fromStart !== true) refuseWaiting(place.threadId, deriveWait(fold)?.on);
  const start = checkHeader(fold.start, place);
  getBundle(house.layout, start.hash, start.sha256);
  const client = await hostThread(house, place, options.fromStart ? "restart" : "resume");
  return { place, client, since: () => ({ at: end, fold }) };
}

/** What a person has to say cannot be skipped; a sleeper may be looked after, and goes on sleeping. */
function refuseWaiting(threadId: string, on: WaitingOn | undefined): void {
  if (on === undefined || on === "timer") return;
  const verb = { approval: "approve", input: "answer", reconcile: "reconcile" }[on];
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
export async function resumeAll(house: House): Promise<ResumedAll> {
  await assertRuntimeEnabled(house);
  const answer: ResumedAll = { resumed: [], failed: [] };
  if (house.isEmpty()) return answer;
  const live = await liveThreads(house.layout);
  const attempt = async (threadId: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      if (error.code === "NOT_FOUND") return;
      answer.failed.push({ threadId, error: { code: error.code, message: error.message } });
    }
  };
  const interrupted: ThreadPlace[] = [];
  for (const row of openOnes(house, live)) {
    const place = placeOfRow(house, row);
    await attempt(place.threadId, async () => {
      const status = deriveStatus(foldThread(place).fold, false);
      if (status === "interrupted") interrupted.push(place);
      // Its worker died as it wrote the end. Now, since workers that are started below hold the lock.
      if (isTerminal(status)) await sealEnd(house, place);
    });
  }
  for (const place of interrupted)
    await attempt(place.threadId, async () => {
      (await hostThread(house, place, "resume")).close();
      answer.resumed.push(place.threadId);
    });
  return answer;
}

/** Oldest first, without those a worker has or may have. One that ended is among them when only its journal says so. */
function openOnes(house: House, live: Live): IndexRow[] {
  return [...currentRows(house)]
    .filter((row) => !isTerminal(row.status) || row.isRead)
    .filter(
      (row) => !live.threads.has(keyOf(placeOfRow(house, row))) && !live.silentWorkers.has(row.worker ?? ""),
    )
    .reverse();
}

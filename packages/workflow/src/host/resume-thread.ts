// resume: a paused or interrupted thread goes on from its journal.
import { WorkflowError } from "#contract/errors.ts";
import { isTerminal, type WaitingOn } from "#contract/status.ts";
import { liveThreads } from "#control/live-threads.ts";
import { checkHeader } from "#journal/check-header.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { getBundle } from "#store/bundle-store.ts";
import { openRows } from "#store/thread-index.ts";
import { findThread } from "./find-thread.ts";
import { healIndex } from "./heal-index.ts";
import { hostThread } from "./host-thread.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { foldThread } from "./read-thread.ts";
import { assertRuntimeEnabled } from "./runtime-enabled.ts";
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
  if (isTerminal(status) || status === "empty")
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} is ${status}; there is nothing to resume`,
      {
        hint:
          status === "empty"
            ? `uncaged-workflow thread rm ${place.threadId}`
            : `uncaged-workflow fork ${place.threadId}`,
        details: { status },
      },
    );
  if (status === "waiting" && options.fromStart !== true) refuseWaiting(place.threadId, deriveWait(fold)?.on);
  const start = checkHeader(fold.start, place);
  getBundle(house.layout, start.hash, start.sha256);
  const client = await hostThread(house, place, options.fromStart ? "restart" : "resume");
  return { place, client, since: { at: end, fold } };
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
  healIndex(house);
  const live = await liveThreads(house.layout);
  for (const row of openRows(databaseOf(house))) {
    if (live.threads.has(row.thread_id) || live.silentWorkers.has(row.worker ?? "")) continue;
    try {
      const place = findThread(house, row.thread_id);
      if (deriveStatus(foldThread(place).fold, false) !== "interrupted") continue;
      (await hostThread(house, place, "resume")).close();
      answer.resumed.push(row.thread_id);
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      if (error.code === "NOT_FOUND") continue;
      answer.failed.push({ threadId: row.thread_id, error: { code: error.code, message: error.message } });
    }
  }
  return answer;
}

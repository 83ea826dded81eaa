// tick: everything that is due happens, and the process ends. For cron and systemd; two at once do no harm.
import { WorkflowError } from "#contract/errors.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { dueLeaves, waitOfLeaf } from "#replay/fold-yield.ts";
import { openRows } from "#store/thread-index.ts";
import { findThread } from "./find-thread.ts";
import { healIndexAfterBoot } from "./heal-index.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { foldThread } from "./read-thread.ts";
import { assertRuntimeEnabled } from "./runtime-enabled.ts";
import { settlePlace } from "./settle-thread.ts";

export type TickReport = {
  /** ISO 8601: the time it was taken to be. */
  now: string;
  /** Threads that wait; those whose time had come. */
  evaluated: number;
  due: number;
  woken: string[];
  /** Approvals that ran out. */
  expired: string[];
  failed: { threadId: string; error: { code: string; message: string } }[];
};

export async function tick(house: House, options: { now?: number | undefined } = {}): Promise<TickReport> {
  const now = options.now ?? house.clock.now();
  const report: TickReport = {
    now: new Date(now).toISOString(),
    evaluated: 0,
    due: 0,
    woken: [],
    expired: [],
    failed: [],
  };
  await assertRuntimeEnabled(house);
  if (house.isEmpty()) return report;
  healIndexAfterBoot(house);
  for (const row of openRows(databaseOf(house))) {
    report.evaluated += 1;
    // A row that does not wait may be behind its journal: its worker was killed before it could say so.
    const isCandidate = row.status === "waiting" ? row.wake_at !== null && row.wake_at <= now : true;
    if (isCandidate) await wake(house, row.thread_id, now, report);
  }
  return report;
}

async function wake(house: House, threadId: string, now: number, report: TickReport): Promise<void> {
  try {
    const place = findThread(house, threadId);
    const { fold } = foldThread(place);
    const [first] = fold.current === null ? [] : dueLeaves(fold.current, now);
    // Another tick, or a person, was faster.
    if (deriveStatus(fold, false) !== "waiting" || first === undefined) return;
    report.due += 1;
    const { client } = await settlePlace(house, place, { type: "wake", now }, "system");
    client?.close();
    (waitOfLeaf(first)?.on === "approval" ? report.expired : report.woken).push(threadId);
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    if (error.code === "NOT_FOUND") return;
    report.failed.push({ threadId, error: { code: error.code, message: error.message } });
  }
}

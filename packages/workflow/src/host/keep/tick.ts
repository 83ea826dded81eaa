// tick: everything that is due happens, and the process ends. For cron and systemd; two at once do no harm.
import { WorkflowError } from "#contract/errors.ts";
import { isTerminal } from "#contract/status.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { dueLeaves, type Leaf, waitOfLeaf } from "#replay/fold-yield.ts";
import { currentRows } from "../open/current-rows.ts";
import { placeOfRow, type ThreadPlace } from "../open/find-thread.ts";
import { healIndexAfterBoot } from "../open/heal-index.ts";
import { assertNotLost, isLost } from "../open/lost-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import { assertRuntimeEnabled } from "../open/runtime-enabled.ts";
import type { Store } from "../open/store.ts";
import { settlePlace } from "../people/settle-thread.ts";

export type TickReport = {
  /** ISO 8601: the time it was taken to be. */
  now: string;
  /** Threads that wait; those whose time had come. */
  evaluated: number;
  due: number;
  woken: string[];
  /** Approvals that ran out. */
  expired: string[];
  /** `hint`: of a thread that nothing brings on, what ends it: until then every tick finds it due. */
  failed: { threadId: string; error: { code: string; message: string; hint?: string } }[];
};

/** `isDryRun`: what would be done is told, and nothing of it happens. */
export type TickOptions = { now?: number | undefined; isDryRun?: boolean | undefined };

export async function tick(store: Store, options: TickOptions = {}): Promise<TickReport> {
  const now = options.now ?? store.clock.now();
  const report: TickReport = {
    now: new Date(now).toISOString(),
    evaluated: 0,
    due: 0,
    woken: [],
    expired: [],
    failed: [],
  };
  await assertRuntimeEnabled(store);
  if (store.isEmpty()) return report;
  healIndexAfterBoot(store);
  const open = [...currentRows(store)].filter((row) => !isTerminal(row.status)).reverse();
  for (const row of open) {
    report.evaluated += 1;
    const isDue = row.status === "waiting" && row.wake_at !== null && row.wake_at <= now;
    if (isDue) await wake(store, placeOfRow(store, row), now, report, options.isDryRun ?? false);
  }
  return report;
}

async function wake(
  store: Store,
  place: ThreadPlace,
  now: number,
  report: TickReport,
  isDryRun: boolean,
): Promise<void> {
  const { threadId } = place;
  let fold: ThreadFold | null = null;
  try {
    fold = foldThread(place).fold;
    const due = fold.current === null ? [] : dueLeaves(fold.current, now);
    // Another tick, or a person, was faster.
    if (deriveStatus(fold, false) !== "waiting" || due.length === 0) return;
    report.due += 1;
    const expired = isDryRun ? await wouldExpire(store, place, fold, due) : await wakeNow(store, place, now);
    (expired ? report.expired : report.woken).push(threadId);
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    if (error.code === "NOT_FOUND") return;
    const { code, message, hint } = error;
    const lost = fold !== null && (await isLost(store, place, fold));
    const next = lost ? `uncaged-workflow cancel ${threadId}` : hint;
    report.failed.push({ threadId, error: { code, message, ...(next === undefined ? {} : { hint: next }) } });
  }
}

/** Answers whether an approval ran out. */
async function wakeNow(store: Store, place: ThreadPlace, now: number): Promise<boolean> {
  const { client, expired } = await settlePlace(store, place, { type: "wake", now }, "system");
  client?.close();
  return expired;
}

/** The same, without doing anything. Of a thread that nothing brings on, only an approval that ran out is the end. */
async function wouldExpire(
  store: Store,
  place: ThreadPlace,
  fold: ThreadFold,
  due: readonly Leaf[],
): Promise<boolean> {
  const runsOut = due.filter((leaf) => waitOfLeaf(leaf)?.on === "approval");
  if (runsOut.length === 0) await assertNotLost(store, place, fold);
  const isLast = fold.current?.group?.type !== "any" || due[0] === runsOut[0];
  return runsOut.length > 0 && (isLast || (await isLost(store, place, fold)));
}

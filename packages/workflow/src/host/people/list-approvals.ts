// The inbox: everything that waits for a person. What is shown is what the journal binds and the engine will act on.
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { IndexRow } from "#store/thread-index.ts";
import { type Waiting, waitingAt } from "../look/read-waiting.ts";
import { currentRows } from "../open/current-rows.ts";
import { placeOfRow, type ThreadPlace } from "../open/find-thread.ts";
import { healIndexAfterBoot } from "../open/heal-index.ts";
import { isLost } from "../open/lost-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { problemOf, type ThreadProblem, tryThread } from "../open/try-thread.ts";

/** `lost`: its worker is gone and it cannot come back. It can be denied or cancelled, and that is all. */
export type Approval = Waiting & { threadId: string; name: string; lost?: true };

export type Inbox = {
  approvals: Approval[];
  /** Threads that cannot be read: whether they wait is not known. */
  problems: ThreadProblem[];
};

export async function listApprovals(store: Store): Promise<Inbox> {
  const { found, problems } = await findApprovals(store);
  return { approvals: found.map(({ approval }) => approval), problems };
}

type Found = { place: ThreadPlace; approval: Approval };

/** The same, each with the place of its thread. */
export async function findApprovals(store: Store): Promise<{ found: Found[]; problems: ThreadProblem[] }> {
  const found: Found[] = [];
  const problems: ThreadProblem[] = [];
  if (store.isEmpty()) return { found, problems };
  healIndexAfterBoot(store);
  const rows = [...currentRows(store)].filter(({ status }) => MAY_WAIT.has(status));
  for (const row of rows.reverse()) {
    const place = placeOfRow(store, row);
    const read = tryThread(row.thread_id, () => foldThread(place).fold);
    if ("error" in read) problems.push(...problemOf(read));
    else found.push(...(await approvalsOf(store, row, place, read.value)));
  }
  return { found, problems };
}

const MAY_WAIT: ReadonlySet<string> = new Set(["waiting", "paused", "corrupt"]);

async function approvalsOf(
  store: Store,
  row: IndexRow,
  place: ThreadPlace,
  fold: ThreadFold,
): Promise<Found[]> {
  const { thread_id: threadId, name } = row;
  const waiting = waitingAt(place, fold);
  if (waiting.length === 0) return [];
  const lost = (await isLost(store, place, fold)) ? { lost: true as const } : {};
  return waiting.map((one) => ({ place, approval: { threadId, name, ...one, ...lost } }));
}

// The inbox: everything that waits for a person. What is shown is what the journal binds and the engine will act on.
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { IndexRow } from "#store/thread-index.ts";
import { currentRows } from "./current-rows.ts";
import { placeOfRow, type ThreadPlace } from "./find-thread.ts";
import { healIndexAfterBoot } from "./heal-index.ts";
import type { House } from "./house.ts";
import { isLost } from "./lost-thread.ts";
import { foldThread } from "./read-thread.ts";
import { type Waiting, waitingAt } from "./read-waiting.ts";
import { problemOf, type ThreadProblem, tryThread } from "./try-thread.ts";

/** `lost`: its worker is gone and it cannot come back. It can be denied or cancelled, and that is all. */
export type Approval = Waiting & { threadId: string; name: string; lost?: true };

export type Inbox = {
  approvals: Approval[];
  /** Threads that cannot be read: whether they wait is not known. */
  problems: ThreadProblem[];
};

export async function listApprovals(house: House): Promise<Inbox> {
  const { found, problems } = await findApprovals(house);
  return { approvals: found.map(({ approval }) => approval), problems };
}

type Found = { place: ThreadPlace; approval: Approval };

/** The same, each with the place of its thread. */
export async function findApprovals(house: House): Promise<{ found: Found[]; problems: ThreadProblem[] }> {
  const found: Found[] = [];
  const problems: ThreadProblem[] = [];
  if (house.isEmpty()) return { found, problems };
  healIndexAfterBoot(house);
  const rows = [...currentRows(house)].filter(({ status }) => MAY_WAIT.has(status));
  for (const row of rows.reverse()) {
    const place = placeOfRow(house, row);
    const read = tryThread(row.thread_id, () => foldThread(place).fold);
    if ("error" in read) problems.push(...problemOf(read));
    else found.push(...(await approvalsOf(house, row, place, read.value)));
  }
  return { found, problems };
}

const MAY_WAIT: ReadonlySet<string> = new Set(["waiting", "paused", "corrupt"]);

async function approvalsOf(
  house: House,
  row: IndexRow,
  place: ThreadPlace,
  fold: ThreadFold,
): Promise<Found[]> {
  const { thread_id: threadId, name } = row;
  const waiting = waitingAt(place, fold);
  if (waiting.length === 0) return [];
  const lost = (await isLost(house, place, fold)) ? { lost: true as const } : {};
  return waiting.map((one) => ({ place, approval: { threadId, name, ...one, ...lost } }));
}

// The inbox: everything that waits for a person. What is shown is what the journal binds and the engine will act on.
import { WorkflowError } from "#contract/errors.ts";
import type { IndexRow } from "#store/thread-index.ts";
import { currentRows } from "./current-rows.ts";
import { placeOfRow, type ThreadPlace } from "./find-thread.ts";
import { healIndexAfterBoot } from "./heal-index.ts";
import type { House } from "./house.ts";
import { isLost } from "./lost-thread.ts";
import { foldThread } from "./read-thread.ts";
import { type Waiting, waitingIn } from "./read-waiting.ts";

/** `lost`: its worker is gone and it cannot come back. It can be denied or cancelled, and that is all. */
export type Approval = Waiting & { threadId: string; name: string; lost?: true };

export async function listApprovals(house: House): Promise<Approval[]> {
  return (await findApprovals(house)).map(({ approval }) => approval);
}

type Found = { place: ThreadPlace; approval: Approval };

/** The same, each with the place of its thread. */
export async function findApprovals(house: House): Promise<Found[]> {
  if (house.isEmpty()) return [];
  healIndexAfterBoot(house);
  const waiting = [...currentRows(house)].filter(({ status }) => status === "waiting" || status === "paused");
  const lists: Found[][] = [];
  for (const row of waiting.reverse()) lists.push(await approvalsOf(house, row));
  return lists.flat();
}

async function approvalsOf(house: House, row: IndexRow): Promise<Found[]> {
  const { thread_id: threadId, name } = row;
  const place = placeOfRow(house, row);
  try {
    const { fold } = foldThread(place);
    const waiting = waitingIn(fold);
    if (waiting.length === 0) return [];
    const lost = (await isLost(house, place, fold)) ? { lost: true as const } : {};
    return waiting.map((one) => ({ place, approval: { threadId, name, ...one, ...lost } }));
  } catch (error) {
    // Removed meanwhile, or damaged: `fsck` tells.
    if (error instanceof WorkflowError) return [];
    throw error;
  }
}

// The inbox: everything that waits for a person. What is shown is what the journal binds and the engine will act on.
import { WorkflowError } from "#contract/errors.ts";
import { type IndexRow, openRows } from "#store/thread-index.ts";
import { findThread } from "./find-thread.ts";
import { healIndexAfterBoot } from "./heal-index.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { isLost } from "./lost-thread.ts";
import { foldThread } from "./read-thread.ts";
import { type Waiting, waitingIn } from "./read-waiting.ts";

/** `lost`: its worker is gone and it cannot come back. It can be denied or cancelled, and that is all. */
export type Approval = Waiting & { threadId: string; name: string; lost?: true };

export async function listApprovals(house: House): Promise<Approval[]> {
  if (house.isEmpty()) return [];
  healIndexAfterBoot(house);
  // A row that does not wait may be behind its journal: its worker was killed before it could say so.
  const lists: Approval[][] = [];
  for (const row of openRows(databaseOf(house))) lists.push(await waitingFor(house, row));
  return lists.flat();
}

async function waitingFor(house: House, { thread_id: threadId, name }: IndexRow): Promise<Approval[]> {
  try {
    const place = findThread(house, threadId);
    const { fold } = foldThread(place);
    const waiting = waitingIn(fold);
    if (waiting.length === 0) return [];
    const lost = (await isLost(house, place, fold)) ? { lost: true as const } : {};
    return waiting.map((one) => ({ threadId, name, ...one, ...lost }));
  } catch (error) {
    // Removed meanwhile, or damaged: `fsck` tells.
    if (error instanceof WorkflowError) return [];
    throw error;
  }
}

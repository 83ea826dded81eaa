// The inbox: everything that waits for a person. What is shown is what the journal binds and the engine will act on.
import { WorkflowError } from "#contract/errors.ts";
import { openRows } from "#store/thread-index.ts";
import { findThread } from "./find-thread.ts";
import { healIndexAfterBoot } from "./heal-index.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { readWaiting, type Waiting } from "./read-waiting.ts";

export type Approval = Waiting & { threadId: string; name: string };

export function listApprovals(house: House): Approval[] {
  if (house.isEmpty()) return [];
  healIndexAfterBoot(house);
  // A row that does not wait may be behind its journal: its worker was killed before it could say so.
  return openRows(databaseOf(house)).flatMap((row) => {
    try {
      const place = findThread(house, row.thread_id);
      return readWaiting(place).map((waiting) => ({ threadId: row.thread_id, name: row.name, ...waiting }));
    } catch (error) {
      // Removed meanwhile, or damaged: `fsck` tells.
      if (error instanceof WorkflowError) return [];
      throw error;
    }
  });
}

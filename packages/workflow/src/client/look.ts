import { WorkflowError } from "#contract/errors.ts";
import { THREAD_STATUSES } from "#contract/status.ts";
import { type ListedThread, listThreads } from "#host/look/list-threads.ts";
import type { House } from "#host/open/house.ts";
import { checkWhole } from "./check-options.ts";
import type { ListOptions } from "./options.ts";

export async function list(house: House, { name, status, limit }: ListOptions): Promise<ListedThread[]> {
  if (status !== undefined && !THREAD_STATUSES.includes(status))
    throw new WorkflowError("USAGE", `"${status}" is not a status`, {
      hint: `one of ${THREAD_STATUSES.join(", ")}`,
    });
  return listThreads(house, { name, status, limit: checkWhole(limit, "limit", 1) });
}

import { WorkflowError } from "#contract/errors.ts";
import { THREAD_STATUSES } from "#contract/status.ts";
import { type ListedThread, listThreads } from "#host/look/list-threads.ts";
import type { Store } from "#host/open/store.ts";
import { checkWhole } from "./check-options.ts";
import type { ListOptions } from "./options.ts";

export async function list(store: Store, { name, status, limit }: ListOptions): Promise<ListedThread[]> {
  if (status !== undefined && !THREAD_STATUSES.includes(status))
    throw new WorkflowError("USAGE", `"${status}" is not a status`, {
      hint: `one of ${THREAD_STATUSES.join(", ")}`,
    });
  return listThreads(store, { name, status, limit: checkWhole(limit, "limit", 1) });
}

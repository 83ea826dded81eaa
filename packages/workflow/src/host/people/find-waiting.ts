// What a person means by the id of an approval: a thread, or the first characters of the intent `approvals` shows.
import { WorkflowError } from "#contract/errors.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import type { Store } from "../open/store.ts";
import { findApprovals } from "./list-approvals.ts";

const SHORT_ID = /^[0-9a-f]{8,64}$/i;

/** `intent`: the one that was named, as long as it waits. */
export async function findWaiting(
  store: Store,
  typed: string,
): Promise<{ place: ThreadPlace; intent?: string }> {
  if (!SHORT_ID.test(typed)) return { place: findThread(store, typed) };
  const { found } = await findApprovals(store);
  const named = found.filter(({ approval }) => approval.intent.startsWith(typed.toLowerCase()));
  const thread = threadCalled(store, typed);
  if (named.length + (thread instanceof WorkflowError ? 0 : 1) > 1)
    throw new WorkflowError("USAGE", `"${typed}" fits more than one thread or intent`, {
      hint: "uncaged-workflow approvals",
      details: { candidates: named.map(({ approval: { threadId, intent } }) => ({ threadId, intent })) },
    });
  const [only] = named;
  if (only !== undefined) return { place: only.place, intent: only.approval.intent };
  if (!(thread instanceof WorkflowError)) return { place: thread };
  if (thread.code !== "NOT_FOUND") throw thread;
  throw new WorkflowError("NOT_FOUND", `there is no thread ${typed}, and no intent that waits`, {
    hint: "uncaged-workflow approvals",
  });
}

function threadCalled(store: Store, typed: string): ThreadPlace | WorkflowError {
  try {
    return findThread(store, typed);
  } catch (error) {
    if (error instanceof WorkflowError) return error;
    throw error;
  }
}

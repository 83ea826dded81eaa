// An execution id of the caller's own: it stands for one thread of the store, whatever the bundle.
import { isUlid } from "#codec/ulid.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { StartRecord } from "#contract/record.ts";
import { type Claim, executionKey, releaseStart } from "#store/starts.ts";
import { placesOf, type ThreadPlace } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { takeKey } from "./take-key.ts";

/**
 * Null when the id is ours now. Given again for the same workflow it means the same thread; another workflow may not have
 * it.
 */
export async function claimExecution(
  store: Store,
  start: StartRecord,
  executionId: string,
  claim: Claim,
): Promise<ThreadPlace | null> {
  const key = executionKey(executionId);
  const claimed = await takeKey(store, key, claim);
  const places = claimed === null ? threadsCalled(store, executionId) : [claimed];
  const [first] = places;
  if (first === undefined) return null;
  if (claimed === null) releaseStart(databaseOf(store), key, claim);
  const same = places.find((place) => isSameWorkflow(start, foldThread(place).fold.start));
  if (same !== undefined) return same;
  const { name = "?" } = foldThread(first).fold.start ?? {};
  throw new WorkflowError(
    "INPUT_MISMATCH",
    `the execution id ${executionId} belongs to the thread ${first.threadId} of ${name}`,
    {
      hint: `give the request an id of its own, or look at that thread: uncaged-workflow thread ${first.threadId}`,
      details: { executionId, threadId: first.threadId, workflow: name },
    },
  );
}

/** A thread id is one whoever started the thread, and whether or not the database knows. */
function threadsCalled(store: Store, executionId: string): ThreadPlace[] {
  return isUlid(executionId) ? placesOf(store, executionId) : [];
}

/** The name of every thread that carries out a plan. */
const PLAN = "plan";

/** The same code under the same name; of a plan, the same steps. */
function isSameWorkflow(start: StartRecord, other: StartRecord | null): boolean {
  if (other === null || start.name !== other.name || start.hash !== other.hash) return false;
  return start.name !== PLAN || start.parameters.variables?.plan === other.parameters.variables?.plan;
}

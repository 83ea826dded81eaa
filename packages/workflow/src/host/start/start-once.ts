// A start with a key of its own: whoever comes second is given the thread of the first.
import { WorkflowError } from "#contract/errors.ts";
import type { StartRecord } from "#contract/record.ts";
import type { WorkerClient } from "#control/worker-client.ts";
import { tryTransaction } from "#disk/database.ts";
import { isGone, processWord } from "#disk/process/process-identity.ts";
import { fileSize } from "#disk/whole-file.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { type Claim, confirmStarts, findClaim, releaseClaims, releaseStart } from "#store/starts.ts";
import { watchThread } from "../look/follow-thread.ts";
import { placeStarted, type ThreadPlace } from "../open/find-thread.ts";
import { healIndexAfterBoot, healMissing } from "../open/heal-index.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { claimExecution } from "./claim-execution.ts";
import { manualKey, ownerOf, plainKey } from "./request-key.ts";
import { launch, prepareStart, type StartedThread, type StartRequest } from "./start-thread.ts";
import { takeKey } from "./take-key.ts";

/** `duplicate`: the thread was there; `client` is null when no worker has it. */
export type StartedOnce =
  | (StartedThread & { duplicate: false })
  | { place: ThreadPlace; client: WorkerClient | null; duplicate: true };

/** `executionId`: what the caller calls the thread; it serves once, too. */
export type OnceKeys = { requestId: string; executionId?: string };

export async function startOnce(
  store: Store,
  request: StartRequest,
  requestId: string,
): Promise<StartedOnce> {
  return launchOnce(store, await prepareStart(store, request), { requestId });
}

export async function launchOnce(store: Store, prepared: StartRecord, keys: OnceKeys): Promise<StartedOnce> {
  const start = { ...prepared, idempotencyKey: manualKey(prepared.name, store.actor, keys.requestId) };
  const { threadId, hash } = start;
  const claim: Claim = { threadId, claimedBy: processWord() };
  const database = databaseOf(store);
  try {
    const existing = await claimAll(store, start, keys, claim);
    if (existing !== null) return { place: existing, client: await join(store, existing), duplicate: true };
    const started = await launch(store, start);
    // Where that cannot be written, the end of this process says the same.
    tryTransaction(database, () => confirmStarts(database, threadId));
    return { ...started, duplicate: false };
  } catch (error) {
    if (fileSize(store.layout.journal(hash, threadId)) === null)
      tryTransaction(database, () => releaseClaims(database, claim));
    throw error;
  }
}

/** Null when everything that starts one thread only is ours now; else the thread that has it. */
async function claimAll(
  store: Store,
  start: StartRecord & { idempotencyKey: string },
  { requestId, executionId }: OnceKeys,
  claim: Claim,
): Promise<ThreadPlace | null> {
  healIndexAfterBoot(store);
  healMissing(store);
  const before = keptUnderPlainKey(store, start, requestId);
  if (before !== null) return before;
  const key = { workflow: start.name, key: start.idempotencyKey };
  const existing = await takeKey(store, key, claim);
  if (existing !== null) return ownOf(store, existing, start.idempotencyKey);
  if (executionId === undefined) return null;
  const named = await claimExecution(store, start, executionId, claim);
  if (named !== null) releaseStart(databaseOf(store), key, claim);
  return named;
}

/** A thread that was started before keys told actors with a colon apart. */
function keptUnderPlainKey(
  store: Store,
  { name, idempotencyKey }: StartRecord,
  requestId: string,
): ThreadPlace | null {
  const plain = plainKey(name, store.actor, requestId);
  if (plain === idempotencyKey) return null;
  const claim = findClaim(databaseOf(store), { workflow: name, key: plain });
  const place = claim === null ? null : placeStarted(store, claim.threadId);
  return place !== null && ownerOf(place) === store.actor ? place : null;
}

/** A key of those days may be another's, who had a colon in the name. */
function ownOf(store: Store, place: ThreadPlace, key: string): ThreadPlace {
  const owner = ownerOf(place);
  if (owner === null || owner === store.actor) return place;
  throw new WorkflowError(
    "INPUT_MISMATCH",
    `the key ${key} stands for the thread ${place.threadId} of ${owner}`,
    {
      hint: "give the request another id: --request-id <id>",
      details: { threadId: place.threadId },
    },
  );
}

/** A thread that is being started may not have reached its worker. */
async function join(store: Store, place: ThreadPlace): Promise<WorkerClient | null> {
  for (;;) {
    // Asked before the worker is: whoever starts it says so only after that has it.
    const isStarting = isBeingStarted(store, place);
    const client = await watchThread(store, place);
    if (client !== null) return client;
    if (!isStarting || deriveStatus(foldThread(place).fold, false) !== "interrupted") return null;
    await Bun.sleep(20);
  }
}

function isBeingStarted(store: Store, place: ThreadPlace): boolean {
  const { name, idempotencyKey } = foldThread(place).fold.start ?? {};
  if (name === undefined || idempotencyKey === undefined) return false;
  const { claimedBy = null } = findClaim(databaseOf(store), { workflow: name, key: idempotencyKey }) ?? {};
  return claimedBy !== null && !isGone(claimedBy);
}

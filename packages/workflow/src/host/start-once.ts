// A start with a key of its own: whoever comes second is given the thread of the first.
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import type { WorkerClient } from "#control/worker-client.ts";
import { fileSize } from "#disk/whole-file.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { claimStart, releaseStart, releaseStarts } from "#store/thread-index.ts";
import { findThread, type ThreadPlace } from "./find-thread.ts";
import { watchThread } from "./follow-thread.ts";
import { healIndexAfterBoot } from "./heal-index.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { foldThread } from "./read-thread.ts";
import { launch, prepareStart, type StartedThread, type StartRequest } from "./start-thread.ts";

/** `duplicate`: the thread was there; `client` is null when no worker has it. */
export type StartedOnce =
  | (StartedThread & { duplicate: false })
  | { place: ThreadPlace; client: WorkerClient | null; duplicate: true };

export async function startOnce(
  house: House,
  request: StartRequest,
  requestId: string,
): Promise<StartedOnce> {
  const key = manualKey(request.name, house.actor, requestId);
  return launchOnce(house, { ...(await prepareStart(house, request)), idempotencyKey: key });
}

/** `claimMore`: what else has to be ours before anything is written; it answers the thread that was faster. */
export async function launchOnce(
  house: House,
  start: StartRecord & { idempotencyKey: string },
  claimMore: () => ThreadPlace | null = () => null,
): Promise<StartedOnce> {
  const { threadId, hash, idempotencyKey: key } = start;
  const existing = (await claim(house, start, key)) ?? claimMore();
  if (existing !== null) return { place: existing, client: await join(house, existing), duplicate: true };
  try {
    return { ...(await launch(house, start)), duplicate: false };
  } catch (error) {
    if (fileSize(house.layout.journal(hash, threadId)) === null) releaseStarts(databaseOf(house), threadId);
    throw error;
  }
}

/** `manual:{workflow}:{user}:{requestId}` */
export function manualKey(workflow: string, actor: string, requestId: string): string {
  if (!REQUEST_ID.test(requestId))
    throw new WorkflowError("USAGE", "a request id is 1 to 200 characters, none of them a space", {
      details: { flag: "--request-id" },
    });
  return `manual:${workflow}:${actor}:${requestId}`;
}

const REQUEST_ID = /^[\x21-\x7e]{1,200}$/;

/** Null when the key is ours now; else where the thread is that was started with it. */
async function claim(
  house: House,
  { name, threadId }: StartRecord,
  key: string,
): Promise<ThreadPlace | null> {
  healIndexAfterBoot(house);
  const database = databaseOf(house);
  const patience = performance.now() + PATIENCE_MS;
  for (;;) {
    const holder = claimStart(database, name, key, threadId);
    if (holder === null) return null;
    const existing = placeOf(house, holder);
    if (existing !== null) return existing;
    // Its journal is about to be written; if it is not, whoever held the key died before.
    if (performance.now() > patience) releaseStart(database, name, key, holder);
    else await Bun.sleep(10);
  }
}

const PATIENCE_MS = 5_000;

function placeOf(house: House, threadId: ThreadId): ThreadPlace | null {
  try {
    const place = findThread(house, threadId);
    return (fileSize(place.path) ?? 0) > 0 ? place : null;
  } catch (error) {
    if (error instanceof WorkflowError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** A thread that was started a moment ago may not have reached its worker. */
async function join(house: House, place: ThreadPlace): Promise<WorkerClient | null> {
  for (;;) {
    const client = await watchThread(house, place);
    if (client !== null) return client;
    const { fold } = foldThread(place);
    const isYoung = house.clock.now() - (fold.start?.timestamp ?? 0) < PATIENCE_MS;
    if (!isYoung || deriveStatus(fold, false) !== "interrupted") return null;
    await Bun.sleep(20);
  }
}

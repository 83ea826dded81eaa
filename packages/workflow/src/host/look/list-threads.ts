// threads and ps: from the index, corrected by the journals where they have grown since, and by the live workers.
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import { type BehindWorker, type LiveThread, liveThreads } from "#control/live-threads.ts";
import type { IndexRow } from "#store/thread-index.ts";
import { currentRows } from "../open/current-rows.ts";
import { placeOfRow } from "../open/find-thread.ts";
import { healIndexAfterBoot } from "../open/heal-index.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";

export type ListedThread = {
  threadId: ThreadId;
  name: string;
  hash: BundleId;
  status: ThreadStatus;
  waitingOn: WaitingOn | null;
  steps: number;
  prompt: string;
  startedAt: number;
  updatedAt: number;
  forkFrom: ThreadId | null;
  /** What it paid itself, without what its origin had paid; null when its journal cannot be read. */
  costUsd: number | null;
  /** Calls of which nobody said what they cost; missing: none. Then `costUsd` is the least it paid. */
  unpriced?: number;
};

export type ThreadFilter = {
  name?: string | undefined;
  status?: ThreadStatus | undefined;
  limit?: number | undefined;
};

/** Newest first. With a status, rows are looked at until enough of them fit. */
export async function listThreads(store: Store, filter: ThreadFilter): Promise<ListedThread[]> {
  if (store.isEmpty()) return [];
  healIndexAfterBoot(store);
  const live = await liveThreads(store.layout);
  const listed: ListedThread[] = [];
  const enough = filter.limit ?? Infinity;
  for (const row of currentRows(store, { name: filter.name, live })) {
    const status = filter.status === "corrupt" && !isReadable(store, row) ? "corrupt" : row.status;
    if (filter.status !== undefined && status !== filter.status) continue;
    listed.push(describe(status === row.status ? row : { ...row, status }));
    if (listed.length >= enough) break;
  }
  return listed;
}

/** A journal whose size fits its row is not opened, unless somebody asks for damage. */
function isReadable(store: Store, row: IndexRow): boolean {
  try {
    foldThread(placeOfRow(store, row));
    return true;
  } catch {
    return false;
  }
}

export type RunningThread = Pick<
  ListedThread,
  "threadId" | "name" | "hash" | "status" | "waitingOn" | "steps" | "startedAt"
> & {
  pid: number;
};

/** `behind`: workers whose rows of the index could not be written yet. */
export async function listRunning(
  store: Store,
): Promise<{ threads: RunningThread[]; behind: BehindWorker[] }> {
  const { threads, behind } = await liveThreads(store.layout);
  return { threads: describeLive([...threads.values()]), behind };
}

function describeLive(threads: LiveThread[]): RunningThread[] {
  return threads
    .map(({ threadId, name, hash, status, waitingOn, pid, steps, startedAt }) => ({
      threadId,
      name,
      hash,
      status,
      waitingOn,
      pid,
      steps,
      startedAt,
    }))
    .sort((a, b) => (a.threadId < b.threadId ? 1 : -1));
}

function describe(row: IndexRow): ListedThread {
  return {
    threadId: row.thread_id,
    name: row.name,
    hash: row.hash,
    status: row.status,
    waitingOn: row.status === "waiting" ? row.waiting_on : null,
    steps: row.steps,
    prompt: row.prompt,
    startedAt: row.started_at,
    updatedAt: row.updated_at,
    forkFrom: row.fork_from,
    costUsd: row.micro_usd === null ? null : row.micro_usd / 1_000_000,
    ...(row.unpriced === null || row.unpriced === 0 ? {} : { unpriced: row.unpriced }),
  };
}

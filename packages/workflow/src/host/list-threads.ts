// threads and ps: from the index, corrected by the journals where they have grown since, and by the live workers.
import { WorkflowError } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { isTerminal, type ThreadStatus, type WaitingOn } from "#contract/status.ts";
import { type Live, liveThreads } from "#control/live-threads.ts";
import { fileSize } from "#disk/whole-file.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { type IndexRow, listRows } from "#store/thread-index.ts";
import { healIndexAfterBoot } from "./heal-index.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { foldThread } from "./read-thread.ts";

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
};

export type ThreadFilter = {
  name?: string | undefined;
  status?: ThreadStatus | undefined;
  limit?: number | undefined;
};

/** Newest first. With a status, rows are looked at until enough of them fit. */
export async function listThreads(house: House, filter: ThreadFilter): Promise<ListedThread[]> {
  if (house.isEmpty()) return [];
  healIndexAfterBoot(house);
  const live = await liveThreads(house.layout);
  const listed: ListedThread[] = [];
  const enough = filter.limit ?? Infinity;
  const take = filter.status === undefined ? filter.limit : undefined;
  for (const row of listRows(databaseOf(house), { name: filter.name, limit: take })) {
    const thread = describeRow(house, row, live);
    if (thread === null || (filter.status !== undefined && thread.status !== filter.status)) continue;
    listed.push(thread);
    if (listed.length >= enough) break;
  }
  return listed;
}

export type RunningThread = Pick<
  ListedThread,
  "threadId" | "name" | "hash" | "status" | "waitingOn" | "steps" | "startedAt"
> & {
  pid: number;
};

export async function listRunning(house: House): Promise<RunningThread[]> {
  const { threads } = await liveThreads(house.layout);
  return [...threads.values()]
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

/** Null when the journal is gone: the thread was removed, or never got that far. */
function describeRow(house: House, row: IndexRow, live: Live): ListedThread | null {
  const listed: ListedThread = {
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
  };
  // A result is the last word; nothing can have changed since.
  if (isTerminal(row.status)) return listed;
  const hosted = live.threads.get(row.thread_id);
  if (hosted !== undefined) {
    const { status, waitingOn, steps } = hosted;
    return { ...listed, status, waitingOn, steps };
  }
  const silent = row.worker !== null && live.silentWorkers.has(row.worker);
  if (silent && row.status === "running") return listed;
  const path = house.layout.journal(row.hash, row.thread_id);
  const size = fileSize(path);
  if (size === null) return null;
  const isOpen = row.status === "running" || row.status === "queued";
  if (size === row.size) return isOpen ? { ...listed, status: "interrupted", waitingOn: null } : listed;
  return correct(listed, { threadId: row.thread_id, hash: row.hash, path });
}

function correct(
  listed: ListedThread,
  place: { threadId: ThreadId; hash: BundleId; path: string },
): ListedThread | null {
  try {
    const { fold } = foldThread(place);
    const status = deriveStatus(fold, false);
    const waitingOn = status === "waiting" ? (deriveWait(fold)?.on ?? null) : null;
    return { ...listed, status, waitingOn, steps: fold.steps, updatedAt: fold.updatedAt };
  } catch (error) {
    if (error instanceof WorkflowError && error.code === "NOT_FOUND") return null;
    if (error instanceof WorkflowError && error.code === "JOURNAL_CORRUPT")
      return { ...listed, status: "corrupt" };
    throw error;
  }
}

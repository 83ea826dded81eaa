// The thread index in state.db. A cache: the journals are the truth, and `fsck --rebuild` makes it anew from them.
// A row is right about a thread when its `size` equals the journal's; otherwise the journal is read.
import type { Database } from "bun:sqlite";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import { inTransaction } from "#disk/database.ts";

export type IndexRow = {
  thread_id: ThreadId;
  hash: BundleId;
  name: string;
  prompt: string;
  started_at: number;
  fork_from: ThreadId | null;
  /** The worker that last held the thread. */
  worker: string | null;
  status: ThreadStatus;
  steps: number;
  updated_at: number;
  size: number;
  waiting_on: WaitingOn | null;
  /** When the time brings the thread on. */
  wake_at: number | null;
};

export type IndexFilter = {
  name?: string | undefined;
  hash?: BundleId | undefined;
  limit?: number | undefined;
};

const PROMPT_CHARS_MAX = 200;
const COLUMNS =
  "thread_id, hash, name, prompt, started_at, fork_from, worker, status, steps, updated_at, size, waiting_on, wake_at";

export function putRow(database: Database, row: IndexRow): void {
  inTransaction(database, () => insertRow(database, row));
}

export function replaceRows(database: Database, rows: Iterable<IndexRow>): void {
  inTransaction(database, () => {
    database.run("DELETE FROM threads");
    for (const row of rows) insertRow(database, row);
  });
}

/** What is known of a thread, as a row. */
export function rowOf(
  thread: { threadId: ThreadId; hash: BundleId },
  known: { start: StartRecord; steps: number; updatedAt: number; wait?: Wait | null },
  now: Pick<IndexRow, "worker" | "status" | "size">,
): IndexRow {
  return {
    thread_id: thread.threadId,
    hash: thread.hash,
    name: known.start.name,
    prompt: known.start.parameters.prompt,
    started_at: known.start.timestamp,
    fork_from: known.start.forkFrom?.threadId ?? null,
    steps: known.steps,
    updated_at: known.updatedAt,
    waiting_on: known.wait?.on ?? null,
    wake_at: known.wait?.wakeAt ?? null,
    ...now,
  };
}

type Wait = { on: WaitingOn; wakeAt: number | null };

export function hasRow(database: Database, threadId: ThreadId): boolean {
  return database.query("SELECT 1 FROM threads WHERE thread_id = ?").get(threadId) !== null;
}

/** A small fact about the index itself. */
export function getMark(database: Database, key: string): string | null {
  return (
    database.query<{ value: string }, [string]>("SELECT value FROM marks WHERE key = ?").get(key)?.value ??
    null
  );
}

export function putMark(database: Database, key: string, value: string): void {
  database.query("INSERT OR REPLACE INTO marks (key, value) VALUES (?, ?)").run(key, value);
}

export function deleteRow(database: Database, threadId: ThreadId): void {
  database.query("DELETE FROM threads WHERE thread_id = ?").run(threadId);
}

/** Newest first. */
export function listRows(database: Database, filter: IndexFilter = {}): IndexRow[] {
  const wheres: string[] = [];
  const values: string[] = [];
  if (filter.name !== undefined) wheres.push("name = ?") && values.push(filter.name);
  if (filter.hash !== undefined) wheres.push("hash = ?") && values.push(filter.hash);
  const where = wheres.length === 0 ? "" : `WHERE ${wheres.join(" AND ")}`;
  const sql = `SELECT ${COLUMNS} FROM threads ${where} ORDER BY thread_id DESC LIMIT ${filter.limit ?? -1}`;
  return database.query<IndexRow, string[]>(sql).all(...values);
}

/** Threads whose id starts with the given characters, oldest first, at most a handful. */
export function findRows(database: Database, prefix: string): IndexRow[] {
  return database
    .query<IndexRow, [string, string]>(
      `SELECT ${COLUMNS} FROM threads WHERE thread_id >= ? AND thread_id < ? ORDER BY thread_id LIMIT 20`,
    )
    .all(prefix, `${prefix}~`);
}

export function forksOf(database: Database, threadId: ThreadId): ThreadId[] {
  return database
    .query<{ thread_id: string }, [string]>(
      "SELECT thread_id FROM threads WHERE fork_from = ? ORDER BY thread_id",
    )
    .all(threadId)
    .map((row) => row.thread_id);
}

/** Threads without an end, as far as the index knows. */
export function openRows(database: Database): IndexRow[] {
  return database
    .query<IndexRow, []>(
      `SELECT ${COLUMNS} FROM threads WHERE status IN ('running', 'queued', 'interrupted', 'paused', 'waiting') ORDER BY thread_id`,
    )
    .all();
}

function insertRow(database: Database, row: IndexRow): void {
  database
    .query(`INSERT OR REPLACE INTO threads (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      row.thread_id,
      row.hash,
      row.name,
      row.prompt.slice(0, PROMPT_CHARS_MAX),
      row.started_at,
      row.fork_from,
      row.worker,
      row.status,
      row.steps,
      row.updated_at,
      row.size,
      row.waiting_on,
      row.wake_at,
    );
}

/** Null when the key is this thread's from now on; else the thread that was started with it before. */
export function claimStart(
  database: Database,
  workflow: string,
  key: string,
  threadId: ThreadId,
): ThreadId | null {
  return inTransaction(database, () => {
    const { changes } = database
      .query("INSERT OR IGNORE INTO starts (workflow, key, thread_id) VALUES (?, ?, ?)")
      .run(workflow, key, threadId);
    return changes > 0 ? null : holderOf(database, workflow, key);
  });
}

function holderOf(database: Database, workflow: string, key: string): ThreadId | null {
  const found = database
    .query<{ thread_id: string }, [string, string]>(
      "SELECT thread_id FROM starts WHERE workflow = ? AND key = ?",
    )
    .get(workflow, key);
  return found?.thread_id ?? null;
}

/** Gives the key back: the thread never came to be. */
export function releaseStart(database: Database, workflow: string, key: string, threadId: ThreadId): void {
  database
    .query("DELETE FROM starts WHERE workflow = ? AND key = ? AND thread_id = ?")
    .run(workflow, key, threadId);
}

/** The thread is gone; its key may start another. */
export function releaseStarts(database: Database, threadId: ThreadId): void {
  database.query("DELETE FROM starts WHERE thread_id = ?").run(threadId);
}

/** Where execution ids stand among the keys of workflows: no workflow has this name. */
export const EXECUTIONS = "execution id";

/** The thread that an execution id of a caller's own stands for. */
export function findExecution(database: Database, executionId: string): ThreadId | null {
  return holderOf(database, EXECUTIONS, executionId);
}

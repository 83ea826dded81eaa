// The thread index in state.db. A cache: the journals are the truth, and `fsck --rebuild` makes it anew from them.
// A row is right about a thread when its `size` equals the journal's; otherwise the journal is read. Who reads it goes
// through host/open/current-rows.ts, which sees to that.
import type { Database } from "bun:sqlite";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { StartRecord } from "#contract/record.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";

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
  /** What the thread paid itself, and for how many calls; null in a row that was written before these were kept. */
  micro_usd: number | null;
  paid_calls: number | null;
  /** Of these calls, those of which nobody said what they cost. */
  unpriced: number | null;
};

export type IndexFilter = {
  name?: string | undefined;
  hash?: BundleId | undefined;
  limit?: number | undefined;
};

const PROMPT_CHARS_MAX = 200;
const COLUMNS =
  "thread_id, hash, name, prompt, started_at, fork_from, worker, status, steps, updated_at, size, waiting_on, wake_at, micro_usd, paid_calls, unpriced";

const PLACES = COLUMNS.replace(/\w+/g, "?");

/** Inside a transaction of the caller's, as everything that writes here. */
export function putRow(database: Database, row: IndexRow): void {
  database
    .query(`INSERT OR REPLACE INTO threads (${COLUMNS}) VALUES (${PLACES})`)
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
      row.micro_usd,
      row.paid_calls,
      row.unpriced,
    );
}

export type ThreadKey = { threadId: ThreadId; hash: BundleId };

/** A row is of a journal, so that two journals of one id are both there. */
export function keyOf({ threadId, hash }: ThreadKey): string {
  return `${hash}/${threadId}`;
}

/** What was read of a journal, and the row that stood there before it was read. */
export type ReadAnew = { row: IndexRow; before: IndexRow | null };

/**
 * Puts rows in order that were read anew, inside a transaction of the caller's. One that somebody wrote meanwhile is left
 * alone: whoever that was knows more.
 */
export function mendRows(database: Database, anew: Iterable<ReadAnew>): number {
  let mended = 0;
  for (const { row, before } of anew) {
    const now = getRow(database, { threadId: row.thread_id, hash: row.hash });
    if (!isSameRow(now, before)) continue;
    putRow(database, row);
    mended += 1;
  }
  return mended;
}

function isSameRow(a: IndexRow | null, b: IndexRow | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What is known of a thread, as a row. */
export function rowOf(
  thread: { threadId: ThreadId; hash: BundleId },
  known: { start: StartRecord; steps: number; updatedAt: number; bill: Bill; wait?: Wait | null },
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
    micro_usd: known.bill.microUsd,
    paid_calls: known.bill.paidCalls,
    unpriced: known.bill.unpriced,
    ...now,
  };
}

type Bill = { microUsd: number; paidCalls: number; unpriced: number };
type Wait = { on: WaitingOn; wakeAt: number | null };

export function getRow(database: Database, { threadId, hash }: ThreadKey): IndexRow | null {
  return database
    .query<IndexRow, [string, string]>(`SELECT ${COLUMNS} FROM threads WHERE thread_id = ? AND hash = ?`)
    .get(threadId, hash);
}

/** The rows of threads from one id to another, both included. */
export function rowsBetween(database: Database, first: ThreadId, last: ThreadId): IndexRow[] {
  return database
    .query<IndexRow, [string, string]>(`SELECT ${COLUMNS} FROM threads WHERE thread_id BETWEEN ? AND ?`)
    .all(first, last);
}

/** The keys of all rows. */
export function rowKeys(database: Database): Set<string> {
  const rows = database.query<ThreadKey, []>("SELECT thread_id AS threadId, hash FROM threads").all();
  return new Set(rows.map(keyOf));
}

/** Of those whose journals could be read. */
export function readableKeys(database: Database): Set<string> {
  const sql = "SELECT thread_id AS threadId, hash FROM threads WHERE size > 0";
  return new Set(database.query<ThreadKey, []>(sql).all().map(keyOf));
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

export function deleteRow(database: Database, { threadId, hash }: ThreadKey): void {
  database.query("DELETE FROM threads WHERE thread_id = ? AND hash = ?").run(threadId, hash);
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

/** Threads whose id begins or ends with the given characters, oldest first, at most a handful. */
export function findRows(database: Database, part: string): IndexRow[] {
  const ends = part.length < ID_CHARS ? "OR substr(thread_id, ?3) = ?1" : "";
  return database
    .query<IndexRow, (string | number)[]>(
      `SELECT ${COLUMNS} FROM threads WHERE (thread_id >= ?1 AND thread_id < ?2) ${ends} ORDER BY thread_id LIMIT 20`,
    )
    .all(part, `${part}~`, ...(ends === "" ? [] : [-part.length]));
}

/** A whole id is both; there is nothing to look for at its end. */
const ID_CHARS = 26;

export function forksOf(database: Database, threadId: ThreadId): ThreadId[] {
  return database
    .query<{ thread_id: string }, [string]>(
      "SELECT thread_id FROM threads WHERE fork_from = ? ORDER BY thread_id",
    )
    .all(threadId)
    .map((row) => row.thread_id);
}

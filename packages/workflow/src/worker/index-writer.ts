// What a worker has to say to the index. Nobody's work depends on it: journals are read where a row does not fit.
//
// INDEX-1. It never waits: the supervisor's loop goes on while another process holds the database.
// INDEX-2. What cannot be written is kept and tried again, the newest row of each thread, until it is written or the worker has
//     to leave. It ends no thread and no worker.
import type { Database } from "bun:sqlite";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { openDatabase, tryTransaction } from "#disk/database.ts";
import { fileNumber } from "#disk/whole-file.ts";
import type { IndexBehind } from "#protocol/messages.ts";
import { releaseStarts } from "#store/starts.ts";
import { deleteRow, type IndexRow, putRow } from "#store/thread-index.ts";

export type IndexPorts = {
  /** Where the database is. */
  path: string;
  hash: BundleId;
  /** It has not been possible to write for a while; these threads are concerned. */
  onBehind(threads: Iterable<ThreadId>, said: string): void;
};

const RETRY_MS = 5;
const RETRY_MAX_MS = 500;
/** Others write for a moment; what takes longer is worth a word. */
const NOTE_AFTER_MS = 1_000;
/** For the moment in which the file is made. */
const OPEN_WAIT_MS = 50;

export class IndexWriter {
  /** null: the row goes, and the keys of its thread with it. */
  private readonly pending = new Map<ThreadId, IndexRow | null>();
  private opened: { database: Database; file: number | null } | null = null;
  private failing: { since: number; said: string; delayMs: number; noted: boolean } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void)[] = [];

  constructor(private readonly ports: IndexPorts) {}

  /** The database, or null when it cannot be opened now. */
  get database(): Database | null {
    return this.open() instanceof Error ? null : (this.opened?.database ?? null);
  }

  /** Null when everything is written, or about to be. */
  get behind(): IndexBehind | null {
    return this.failing?.noted ? { rows: this.pending.size, said: this.failing.said } : null;
  }

  get isIdle(): boolean {
    return this.pending.size === 0;
  }

  put(row: IndexRow): void {
    this.pending.set(row.thread_id, row);
    this.flush();
  }

  drop(threadId: ThreadId): void {
    this.pending.set(threadId, null);
    this.flush();
  }

  /** Resolves when everything is written, or after this long. */
  async written(patienceMs: number): Promise<void> {
    if (this.isIdle) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.waiting.push(resolve);
    const timer = setTimeout(resolve, patienceMs);
    await promise;
    clearTimeout(timer);
  }

  private flush(): void {
    clearTimeout(this.timer);
    const failure = this.write();
    if (failure === null) return this.done();
    const since = this.failing?.since ?? performance.now();
    const delayMs = Math.min((this.failing?.delayMs ?? RETRY_MS) * 2, RETRY_MAX_MS);
    this.failing = { since, said: failure.message, delayMs, noted: this.failing?.noted ?? false };
    this.note();
    this.timer = setTimeout(() => this.flush(), delayMs);
  }

  private write(): Error | null {
    const database = this.open();
    if (database instanceof Error) return database;
    return tryTransaction(database, () => {
      for (const [threadId, row] of this.pending) {
        if (row !== null) putRow(database, row);
        else {
          deleteRow(database, { threadId, hash: this.ports.hash });
          releaseStarts(database, threadId);
        }
      }
    });
  }

  private done(): void {
    this.pending.clear();
    this.failing = null;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private note(): void {
    if (this.failing === null || this.failing.noted || performance.now() - this.failing.since < NOTE_AFTER_MS)
      return;
    this.failing.noted = true;
    this.ports.onBehind(this.pending.keys(), this.failing.said);
  }

  /** Again when the file is another one: `fsck --rebuild` replaces a damaged database. */
  private open(): Database | Error {
    try {
      const { path } = this.ports;
      if (this.opened !== null && this.opened.file === fileNumber(path)) return this.opened.database;
      this.opened?.database.close();
      this.opened = null;
      const database = openDatabase(path, { durable: false, waitMs: OPEN_WAIT_MS });
      database.run("PRAGMA busy_timeout = 0");
      this.opened = { database, file: fileNumber(path) };
      return database;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

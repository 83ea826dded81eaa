// Which threads this worker has, is about to have, or still ends programs for.
import type { ThreadId } from "#contract/ids.ts";
import type { ThreadStatus } from "#contract/status.ts";
import { notHosted } from "./refusals.ts";
import type { ThreadHost } from "./thread-host.ts";

export type Hosted = { host: ThreadHost; number: number; left: Promise<ThreadStatus> };

export class Roster {
  private readonly hosted = new Map<ThreadId, Hosted>();
  private readonly opening = new Map<ThreadId, Promise<Hosted>>();
  /** Executors that have not come back. Their thread may have left: what they started is still being ended. */
  private readonly executing = new Set<Promise<unknown>>();

  get isEmpty(): boolean {
    return this.hosted.size === 0 && this.opening.size === 0 && this.executing.size === 0;
  }

  get all(): Iterable<Hosted> {
    return this.hosted.values();
  }

  get(threadId: ThreadId): Hosted | undefined {
    return this.hosted.get(threadId);
  }

  /** Here, or being taken up. */
  has(threadId: ThreadId): boolean {
    return this.hosted.has(threadId) || this.opening.has(threadId);
  }

  find(threadId: ThreadId): Hosted {
    const hosted = this.hosted.get(threadId);
    if (hosted !== undefined) return hosted;
    throw notHosted(threadId);
  }

  /**
   * The thread if we have it. A promise when it is just being taken up, or parks or ends: then look again, for what comes
   * next begins from what is in the journal, and somebody may be faster. Not async: nobody may run between a "no" and what
   * follows it.
   */
  present(threadId: ThreadId): Hosted | Promise<unknown> | undefined {
    const hosted = this.hosted.get(threadId);
    if (hosted !== undefined) return hosted.host.isLeaving ? hosted.left : hosted;
    // Whoever fails to take it up fails for reasons of its own.
    return this.opening.get(threadId)?.catch(() => {});
  }

  byNumber(number: number): Hosted | undefined {
    for (const hosted of this.hosted.values()) if (hosted.number === number) return hosted;
    return undefined;
  }

  add(hosted: Hosted): void {
    this.hosted.set(hosted.host.threadId, hosted);
  }

  remove(threadId: ThreadId): void {
    this.hosted.delete(threadId);
  }

  /** Counts as here until it is. */
  async open(threadId: ThreadId, opening: Promise<Hosted>): Promise<void> {
    opening.catch(() => {});
    this.opening.set(threadId, opening);
    try {
      await opening;
    } finally {
      this.opening.delete(threadId);
    }
  }

  /** Calls back when the executor has come back. */
  stayFor(call: Promise<unknown>, done: () => void): void {
    this.executing.add(call);
    const end = () => {
      this.executing.delete(call);
      done();
    };
    call.then(end, end);
  }
}

// What command line, server and programs ask of an engine. Here it is the store of this machine; a cluster gives its own.
import type { ListedThread } from "#host/look/list-threads.ts";
import type { ThreadView } from "#host/look/view-thread.ts";
import type { Decided, Decision } from "./decide.ts";
import type { Following, FollowOptions } from "./following.ts";
import type { ForkOptions, ListOptions, Started, StartOptions, StopOptions, Stopped } from "./options.ts";

export interface Control {
  /** Starts a thread and does not wait for it: it goes on when this program ends. */
  start(name: string, options?: StartOptions): Promise<Started>;
  /** Threads, newest first. */
  list(options?: ListOptions): Promise<ListedThread[]>;
  /** Everything known about one thread. */
  read(thread: string): Promise<ThreadView>;
  /** Everything that happens in a thread, from its first line until it ends, parks or is interrupted. */
  follow(thread: string, options?: FollowOptions): Following;
  /** What a waiting thread waits for: a yes, a no, an answer, or what became of an effect. */
  decide(thread: string, decision: Decision): Promise<Decided>;
  /** Acts between two yields, and survives restarts. */
  pause(thread: string): Promise<Stopped>;
  /** Goes on with a paused or interrupted thread. */
  resume(thread: string): Promise<Started>;
  /** Cancels a thread, or kills it. */
  stop(thread: string, options?: StopOptions): Promise<Stopped>;
  /** A new thread from an earlier step of another. */
  fork(thread: string, options?: ForkOptions): Promise<Started>;
  /** Deletes a thread that does not run: its lines, and what is known of it. */
  remove(thread: string): Promise<{ threadId: string; removed: true }>;
}

// What is told of a thread outside its journal: to the index, and to whoever watches it.
import type { Json } from "#contract/command.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { ThreadStatus } from "#contract/status.ts";
import { rowOf } from "#store/thread-index.ts";
import type { ThreadHost } from "#thread/thread-host.ts";
import { Followers } from "./followers.ts";
import type { IndexWriter } from "./index-writer.ts";
import type { Peer } from "./socket-server.ts";

export class ThreadNews {
  private readonly followers = new Followers();

  constructor(private readonly ports: { index: IndexWriter; worker: string; bundle: { id: BundleId } }) {}

  follow(threadId: ThreadId, peer: Peer): void {
    this.followers.add(threadId, peer);
  }

  gone(peer: Peer): void {
    this.followers.remove(peer);
  }

  drained(): void {
    this.followers.flush();
  }

  /** Written again when the thread leaves; a row that is behind its journal is seen by its size. */
  index(host: ThreadHost, status: ThreadStatus): void {
    const { index, worker, bundle } = this.ports;
    const now = { worker, status, size: host.bytes };
    index.put(rowOf({ threadId: host.threadId, hash: bundle.id }, host, now));
  }

  tell(host: ThreadHost, status: ThreadStatus, left: boolean): void {
    const error = left && host.lostBecause !== null ? { error: host.lostBecause } : {};
    const tokens = host.tokens.size === 0 ? {} : { tokens: Object.fromEntries(host.tokens) };
    const rests = !left && host.rests;
    this.followers.tell({
      notice: host.threadId,
      bytes: host.durableBytes,
      status,
      left,
      rests,
      ...tokens,
      ...error,
    });
    if (rests) host.forgetTokens();
  }

  /** Kept for people to read; told to whoever follows right now. */
  progress(host: ThreadHost, stepId: string, effect: string, frame: Json): void {
    host.info.say("T6WJ1N8F", `${effect} ${stepId}: ${JSON.stringify(frame)}`);
    this.followers.progress({ progress: host.threadId, stepId, effect, frame });
  }
}

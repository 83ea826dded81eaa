// Who watches which thread. A watcher is told how far the journal is durable and reads the lines itself, so a slow one
// costs nothing: it only ever gets the newest state, at most every few milliseconds.
import type { ThreadId } from "#contract/ids.ts";
import { type Notice, type Progress, withTokens } from "#protocol/messages.ts";
import type { Peer } from "./socket-server.ts";

/** One frame of a screen: more often helps nobody and takes time from the threads. */
const PAUSE_MS = 16;

export class Followers {
  private readonly peersOf = new Map<ThreadId, Set<Peer>>();
  private readonly waiting = new Map<Peer, Map<ThreadId, Notice>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastAt = 0;

  add(threadId: ThreadId, peer: Peer): void {
    const peers = this.peersOf.get(threadId) ?? new Set();
    this.peersOf.set(threadId, peers.add(peer));
  }

  remove(peer: Peer): void {
    this.waiting.delete(peer);
    for (const [threadId, peers] of this.peersOf)
      if (peers.delete(peer) && peers.size === 0) this.peersOf.delete(threadId);
  }

  tell(notice: Notice): void {
    const peers = this.peersOf.get(notice.notice);
    if (peers === undefined) return;
    for (const peer of peers) {
      const notices = this.waiting.get(peer) ?? new Map();
      this.waiting.set(peer, notices.set(notice.notice, withTokens(notice, notices.get(notice.notice))));
    }
    if (notice.left) this.peersOf.delete(notice.notice);
    this.schedule(notice.left || notice.rests);
  }

  /** Passed on to whoever can take it right now; nobody waits for it. */
  progress(progress: Progress): void {
    for (const peer of this.peersOf.get(progress.progress) ?? []) if (!peer.isFull) peer.notify(progress);
  }

  /** Sends what waits to every peer that can take it. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lastAt = performance.now();
    for (const [peer, notices] of this.waiting) {
      if (peer.isFull) continue;
      this.waiting.delete(peer);
      for (const notice of notices.values()) peer.notify(notice);
    }
  }

  private schedule(atOnce: boolean): void {
    const since = performance.now() - this.lastAt;
    if (atOnce || since >= PAUSE_MS) return this.flush();
    this.timer ??= setTimeout(() => this.flush(), PAUSE_MS - since);
  }
}

// A thread's place in the queue of its bundle, when as many of them run as may.
import type { BundleQueue } from "./bundle-queue.ts";

export class QueuePlace {
  private ticket: { passed: Promise<void>; leave: () => void } | null = null;
  private readonly left = Promise.withResolvers<void>();

  constructor(
    private readonly bundleQueue: BundleQueue,
    /** Resolves when it is on disk that the thread waits, or goes on. */
    private readonly record: (action: "queue" | "start") => Promise<void>,
  ) {}

  /** Resolves when the thread may run, or has left. */
  async pass(): Promise<void> {
    const wasFull = this.bundleQueue.isFull;
    this.ticket = this.bundleQueue.enter();
    if (!wasFull) return this.ticket.passed;
    await this.record("queue");
    const hasPassed = await Promise.race([
      this.ticket.passed.then(() => true),
      this.left.promise.then(() => false),
    ]);
    if (hasPassed) await this.record("start");
  }

  /** Whether it has passed or waits: the next one may go. */
  leave(): void {
    this.ticket?.leave();
    this.left.resolve();
  }
}

// Where a thread that was paused stops between two steps, and where whoever paused it learns that it has.

export class PauseGate {
  private closed: PromiseWithResolvers<void> | null = null;
  private arrived = Promise.withResolvers<void>();
  hasArrived = false;

  get isClosed(): boolean {
    return this.closed !== null;
  }

  /** Resolves when the thread has come to the gate. */
  get reached(): Promise<void> {
    return this.arrived.promise;
  }

  close(): void {
    this.closed = Promise.withResolvers();
    // Nobody may be waiting at it when it is refused.
    this.closed.promise.catch(() => {});
  }

  open(): void {
    this.closed?.resolve();
    this.closed = null;
  }

  /** Whoever waits goes on with this error; the gate stays closed. */
  refuse(reason: unknown): void {
    this.closed?.reject(reason);
  }

  arrive(): void {
    this.hasArrived = true;
    this.arrived.resolve();
  }

  /** Until it is opened. */
  async pass(): Promise<void> {
    await this.closed?.promise;
    this.hasArrived = false;
    this.arrived = Promise.withResolvers();
  }
}

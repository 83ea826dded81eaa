// Where a thread that was paused stops between two steps, and where whoever paused it learns that it has.

export class PauseGate {
  private closed: PromiseWithResolvers<boolean> | null = null;
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
  }

  open(): void {
    this.closed?.resolve(true);
    this.closed = null;
  }

  /** Whoever waits is told that the thread does not go on; the gate stays closed. */
  refuse(): void {
    this.closed?.resolve(false);
  }

  arrive(): void {
    this.hasArrived = true;
    this.arrived.resolve();
  }

  /** Until it is opened (true) or refused (false). */
  async pass(): Promise<boolean> {
    const isOpen = (await this.closed?.promise) ?? true;
    if (!isOpen) return false;
    this.hasArrived = false;
    this.arrived = Promise.withResolvers();
    return true;
  }
}

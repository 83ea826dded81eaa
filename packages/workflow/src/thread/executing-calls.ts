// Calls of executors that have not come back.

export class ExecutingCalls {
  private readonly calls = new Set<Promise<unknown>>();

  add(call: Promise<unknown>): void {
    this.calls.add(call);
    const end = () => this.calls.delete(call);
    call.then(end, end);
  }

  /** Resolves when none is left, or with `limit`. */
  async gone(limit: () => Promise<unknown>): Promise<void> {
    if (this.calls.size === 0) return;
    await Promise.race([Promise.allSettled(this.calls), limit()]);
  }
}

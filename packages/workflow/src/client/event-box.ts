import type { WatchEvent } from "#host/look/tell-events.ts";

/** Between those who tell events and the one who takes them. */
export class EventBox {
  private events: WatchEvent[] = [];
  private end: "finished" | { error: unknown } | null = null;
  private isClosed = false;
  private news = Promise.withResolvers<void>();
  private taken = Promise.withResolvers<void>();

  put(events: WatchEvent[]): void {
    if (this.isClosed) return;
    for (const event of events) this.events.push(event);
    this.news.resolve();
  }

  /** Nothing more will come. */
  finish(): void {
    this.end ??= "finished";
    this.news.resolve();
  }

  /** What was told before is not taken any more. */
  fail(error: unknown): void {
    this.end = { error };
    this.news.resolve();
  }

  /** What there is, as soon as there is any; null when nothing more will come. */
  async take(): Promise<WatchEvent[] | null> {
    for (;;) {
      if (this.end !== null && this.end !== "finished") throw this.end.error;
      if (this.events.length > 0) return this.emptied();
      if (this.end === "finished") return null;
      await this.news.promise;
      this.news = Promise.withResolvers();
    }
  }

  /** Resolves when everything was taken, or nobody will. */
  async room(): Promise<void> {
    while (this.events.length > 0 && !this.isClosed) await this.taken.promise;
  }

  close(): void {
    this.isClosed = true;
    this.events = [];
    this.taken.resolve();
  }

  private emptied(): WatchEvent[] {
    const { events } = this;
    this.events = [];
    this.taken.resolve();
    this.taken = Promise.withResolvers();
    return events;
  }
}

// One yield being carried out: who waits for a change, who holds a lane, and how all of it is ended.
import type { Clock, Left } from "#contract/ports.ts";
import { after } from "./after.ts";
import type { Outcome } from "./outcome.ts";

export class YieldWork {
  /** Effects this process handed over. */
  readonly ours = new Set<number>();
  /** How the thread ends once what runs has ended: a limit was reached. */
  held: Outcome | null = null;
  /** How the thread is left with it, when it was stopped. */
  left: Left | null = null;
  /** Nothing of it goes on: it was answered, or stopped. */
  isEnded = false;
  /** How long what it started may take to end, once it is stopped; an executor has its own idea of it. */
  graceMs: number | undefined;
  /** Commands of it that wait for a person or the time. */
  resting = 0;
  private readonly ending = Promise.withResolvers<void>();
  private readonly finishing = Promise.withResolvers<void>();
  private waiters = new Set<() => void>();
  private readonly told: (() => void)[] = [];
  private busy = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly clock?: Clock) {}

  /** It was stopped. */
  get ended(): Promise<void> {
    return this.ending.promise;
  }

  /** It has its answer, or will never have one. */
  get over(): Promise<void> {
    return this.finishing.promise;
  }

  finish(): void {
    this.finishing.resolve();
  }

  stop(left: Left, graceMs?: number): void {
    this.graceMs = graceMs;
    this.left ??= left;
    this.ending.resolve();
    this.end();
  }

  end(): void {
    this.isEnded = true;
    for (const tell of this.told.splice(0)) tell();
    this.pulse();
    for (const enter of this.queue.splice(0)) enter();
  }

  /** `tell` is called when it ends, unless taken back before. Plain calls: an AbortSignal costs more than a sync's CPU. */
  onEnd(tell: () => void): () => void {
    this.told.push(tell);
    return () => {
      const at = this.told.indexOf(tell);
      if (at >= 0) this.told.splice(at, 1);
    };
  }

  pulse(): void {
    const { waiters } = this;
    this.waiters = new Set();
    for (const wake of waiters) wake();
  }

  /** Until something changes, or that many milliseconds pass. */
  change(ms: number | null): Promise<void> {
    if (this.isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const wait = ms === null ? null : Math.min(Math.max(ms, 0), LONGEST_TIMER_MS);
      const disarm = wait === null ? null : after(this.clock, wait, wake);
      const { waiters } = this;
      function wake(): void {
        disarm?.();
        waiters.delete(wake);
        resolve();
      }
      waiters.add(wake);
    });
  }

  /** Answers how to leave it again. */
  async lane(lanes: number): Promise<() => void> {
    if (this.busy >= lanes && !this.isEnded) await new Promise<void>((enter) => this.queue.push(enter));
    else this.busy += 1;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const next = this.queue.shift();
      if (next === undefined) this.busy -= 1;
      else next();
    };
  }
}

/** A jump of the wall clock is noticed this soon. */
const LONGEST_TIMER_MS = 1_000;

// How long a thread has been here, and its generator at work. On the monotonic clock: a jump of the wall clock ends
// nobody.
import type { ThreadLimits } from "./thread-limits.ts";

export class ThreadClock {
  private readonly hostedSince = performance.now();
  /** When the generator was last entered; null between steps. */
  private steppingSince: number | null = null;

  get isResting(): boolean {
    return this.steppingSince === null;
  }

  /** The generator is entered. */
  enter(): void {
    this.steppingSince = performance.now();
  }

  /** It has spoken. */
  rest(): void {
    this.steppingSince = null;
  }

  isStepOverdue(now: number, { stepTimeoutMs }: ThreadLimits): boolean {
    return this.steppingSince !== null && now - this.steppingSince > stepTimeoutMs;
  }

  isOverdue(now: number, { timeoutMs }: ThreadLimits): boolean {
    return now - this.hostedSince > timeoutMs;
  }
}

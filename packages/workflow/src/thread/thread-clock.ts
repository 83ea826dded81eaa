// How long a thread has worked here, and its generator at a step. On the monotonic clock: a jump of the wall clock ends
// nobody.
import type { ThreadLimits } from "./thread-limits.ts";

export class ThreadClock {
  /** How long it worked here up to the last look. While it only waits for a person, its time stands still. */
  private workedMs = 0;
  private lookedAt = performance.now();
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

  isOverdue(now: number, { timeoutMs }: ThreadLimits, rests: boolean): boolean {
    if (!rests) this.workedMs += now - this.lookedAt;
    this.lookedAt = now;
    return this.workedMs > timeoutMs;
  }
}

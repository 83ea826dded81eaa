// A log whose host can die: from then on nothing of it is written, and nobody who waits is answered.
import type { JournalRecord, KindRecord, ResultRecord, Unstamped } from "#contract/record.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { Recorded, ThreadLog } from "#thread/thread-log.ts";

/** The life of a host. `durable` is told of every fact that became durable, and may end the life. */
export type Life = { isOver: boolean; durable(): void };

export class CrashableLog implements ThreadLog {
  constructor(
    private readonly inner: ThreadLog,
    private readonly life: Life,
  ) {}

  get fold(): ThreadFold {
    return this.inner.fold;
  }

  get bytes(): number {
    return this.inner.bytes;
  }

  get durableBytes(): number {
    return this.inner.durableBytes;
  }

  get isDurable(): boolean {
    return !this.life.isOver && this.inner.isDurable;
  }

  append(records: readonly Unstamped<KindRecord>[]): void {
    if (!this.life.isOver) this.inner.append(records);
  }

  step(json: string): void {
    if (!this.life.isOver) this.inner.step(json);
  }

  durable(): Promise<void> {
    return this.whileAlive(() => this.inner.durable());
  }

  recorded(): Recorded {
    return this.inner.recorded();
  }

  some(matches: (record: JournalRecord) => boolean): boolean {
    return this.inner.some(matches);
  }

  prove(): Promise<void> {
    return this.inner.prove();
  }

  assertSteps(): void {
    this.inner.assertSteps();
  }

  seal(): Promise<void> {
    return this.whileAlive(() => this.inner.seal());
  }

  end(result: Unstamped<ResultRecord>): Promise<void> {
    return this.whileAlive(() => this.inner.end(result));
  }

  close(): void {
    this.inner.close();
  }

  private async whileAlive(act: () => Promise<void>): Promise<void> {
    if (this.life.isOver) return NEVER;
    await act();
    this.life.durable();
    return this.life.isOver ? NEVER : undefined;
  }
}

const NEVER = new Promise<never>(() => {});

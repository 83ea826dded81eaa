// Progress frames with a `seq` are in order or not told at all (AOS-30).
import type { Json } from "#contract/command.ts";
import type { ProgressMessage } from "./read-message.ts";

/** A program in a loop shall not fill the log. */
const FRAMES_MAX = 10_000;

export class ProgressOrder {
  private last: number | null = null;
  private told = 0;

  /** What to tell: nothing for a stale frame or a double, and a word about the gap before one that came early. */
  accept({ progress, seq }: ProgressMessage): Json[] {
    const { last } = this;
    if (seq !== null && last !== null && seq <= last) return [];
    if (seq !== null) this.last = seq;
    this.told += 1;
    if (this.told > FRAMES_MAX) return [];
    const isGap = seq !== null && last !== null && seq > last + 1;
    return isGap ? [{ missing: { from: last + 1, to: seq - 1 } }, progress] : [progress];
  }
}

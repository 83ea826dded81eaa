// Work that was finished on a way the thread no longer goes: the same effect with the same params is not done again. Nor
// is one that may be done once only and failed, was given up or has an outcome nobody knows: its answer is told again.
// What failed in the thread that a fork comes from is done again: that is what forks are for.
import type { Json } from "#contract/command.ts";
import type { ReceiptRecord } from "#contract/record.ts";
import type { YieldState } from "#replay/fold-yield.ts";
import { type AskedEffect, askedOf, reuseKey } from "./asked.ts";

export class FinishedEffects {
  private readonly receipts = new Map<string, ReceiptRecord[]>();
  private readonly byIntent = new Map<string, ReceiptRecord>();
  private readonly failed = new Set<string>();
  private readonly paramsOf = new Map<string, Json>();

  /** `isOwn`: by the number of its line, an effect was asked for by the thread itself, not by what it was forked from. */
  constructor(private readonly isOwn: (seq: number) => boolean) {}

  /** A generator begins, or comes back: everything that was left behind, less what was given out according to the lines. */
  begin(left: readonly YieldState[], givenOut: ReadonlySet<string> = new Set()): void {
    for (const known of [this.receipts, this.byIntent, this.failed, this.paramsOf]) known.clear();
    for (const state of left) this.add(state);
    for (const [key, done] of this.receipts)
      this.receipts.set(
        key,
        done.filter(({ intent }) => !givenOut.has(intent)),
      );
  }

  add(state: YieldState): void {
    for (const { opening, settled, seq } of state.leaves.values()) {
      const asked = askedOf(opening);
      if (settled?.by !== "receipt" || asked.do !== "effect") continue;
      const key = reuseKey(asked);
      const { status } = settled.receipt;
      const isFinal = asked.class === "once" && this.isOwn(seq);
      if (status !== "ok" && status !== "unknown" && !isFinal) {
        this.failed.add(key);
        continue;
      }
      this.paramsOf.set(asked.effect, asked.params);
      const done = this.receipts.get(key) ?? [];
      done.push(settled.receipt);
      this.receipts.set(key, done);
      this.byIntent.set(settled.receipt.intent, settled.receipt);
    }
  }

  hasFailed(asked: AskedEffect): boolean {
    return this.failed.has(reuseKey(asked));
  }

  /** The params of another use of the same effect: what a key that missed may have been meant to hit. */
  nearest(asked: AskedEffect): Json | null {
    return this.paramsOf.get(asked.effect) ?? null;
  }

  /** The receipt of a finished intent, be it given out or not. */
  receiptOf(intent: string): ReceiptRecord | null {
    return this.byIntent.get(intent) ?? null;
  }

  /** Each is given out once, in the order they were done. */
  take(asked: AskedEffect): ReceiptRecord | null {
    return this.receipts.get(reuseKey(asked))?.shift() ?? null;
  }
}

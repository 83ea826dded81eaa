// Work that was finished on a way the thread no longer goes: the same effect with the same params is not done again. Nor
// is one that may be done once only and failed, was given up or has an outcome nobody knows: its answer is told again.
// What failed in the thread that a fork comes from is done again: that is what forks are for.
import type { Json } from "#contract/command.ts";
import type { EffectIntent, ReceiptRecord } from "#contract/record.ts";
import type { Leaf, YieldState } from "#replay/fold-yield.ts";
import { isInDoubt } from "#replay/in-flight.ts";
import { type AskedEffect, askedOf, reuseKey } from "./asked.ts";

export class FinishedEffects {
  private readonly receipts = new Map<string, ReceiptRecord[]>();
  private readonly byIntent = new Map<string, ReceiptRecord>();
  private readonly failed = new Set<string>();
  private readonly paramsOf = new Map<string, Json>();
  /** What may be done once only, was handed over, and has no receipt: losers of an `any`, say. By what they did. */
  private readonly doubts = new Map<string, EffectIntent[]>();

  /** `isOwn`: by the number of its line, an effect was asked for by the thread itself, not by what it was forked from. */
  constructor(private readonly isOwn: (seq: number) => boolean) {}

  /** A generator begins, or comes back: everything that was left behind, less what was given out according to the lines. */
  begin(left: readonly YieldState[], givenOut: ReadonlySet<Leaf> = new Set()): void {
    for (const known of [this.receipts, this.byIntent, this.failed, this.paramsOf, this.doubts])
      known.clear();
    for (const state of left) this.add(state, givenOut);
  }

  /** The thread takes another way now. What was given out there, and whose receipt a crash tore off, was not. */
  leave(state: YieldState): void {
    this.add(state);
    for (const { opening, settled } of state.leaves.values()) {
      const asked = askedOf(opening);
      if (settled !== null || asked.do !== "effect") continue;
      const given = this.byIntent.get((opening as EffectIntent).reused ?? "");
      if (given !== undefined) this.offer(asked, given);
    }
  }

  add(state: YieldState, givenOut: ReadonlySet<Leaf> = new Set()): void {
    for (const leaf of state.leaves.values()) {
      const asked = askedOf(leaf.opening);
      if (asked.do !== "effect") continue;
      if (leaf.settled?.by === "receipt")
        this.addLeaf(asked, leaf.settled.receipt, this.isOwn(leaf.seq), givenOut.has(leaf));
      else if (isInDoubt(leaf) && !givenOut.has(leaf)) this.addDoubt(asked, leaf.opening as EffectIntent);
    }
  }

  private addLeaf(asked: AskedEffect, receipt: ReceiptRecord, isOwn: boolean, isGone: boolean): void {
    const key = reuseKey(asked);
    const isAnswer = receipt.status === "ok" || receipt.status === "unknown";
    if (!isAnswer && !(asked.class === "once" && isOwn)) {
      this.failed.add(key);
      return;
    }
    this.paramsOf.set(asked.effect, asked.params);
    this.byIntent.set(receipt.intent, receipt);
    if (!isGone) this.offer(asked, receipt);
  }

  private addDoubt(asked: AskedEffect, intent: EffectIntent): void {
    const key = reuseKey(asked);
    this.doubts.set(key, [...(this.doubts.get(key) ?? []), intent]);
  }

  private offer(asked: AskedEffect, receipt: ReceiptRecord): void {
    const key = reuseKey(asked);
    const done = this.receipts.get(key) ?? [];
    done.push(receipt);
    this.receipts.set(key, done);
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

  /** One that was left behind with an outcome nobody knows, once. */
  takeDoubt(asked: AskedEffect): EffectIntent | null {
    return this.doubts.get(reuseKey(asked))?.shift() ?? null;
  }
}

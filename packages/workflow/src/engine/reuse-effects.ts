// Work that was finished on a way the thread no longer goes: the same effect with the same params is not done again. Nor
// is one that may be done once only and failed, was given up or has an outcome nobody knows: its answer is told again.
// What failed in the thread that a fork comes from is done again: that is what forks are for. So is what it did behind a
// question that is asked again, but for what was only read (FINISHED-4). With `reuse: false`, on the line or on
// the command, nothing of the origin is found again: a second opinion must not be a copy. What the thread itself asked is.
import type { AskedEffect } from "#commands/admit-effect.ts";
import { askedOf, isQuestion } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { EffectIntent, ReceiptRecord } from "#contract/record.ts";
import type { Leaf, YieldState } from "#replay/fold-yield.ts";
import { isInDoubt, keyOf, wasSentWithKey } from "#replay/in-flight.ts";
import { reuseKey } from "./asked.ts";

export class FinishedEffects {
  private readonly receipts = new Map<string, ReceiptRecord[]>();
  private readonly byIntent = new Map<string, ReceiptRecord>();
  /** Receipts of the thread itself, by their intents. */
  private readonly own = new Set<string>();
  private readonly failed = new Set<string>();
  private readonly paramsOf = new Map<string, Json>();
  /** What may be done once only, was handed over, and has no receipt: losers of an `any`, say. By what they did. */
  private readonly doubts = new Map<string, EffectIntent[]>();
  /** What may be sent again with the same key, and has no sure answer: the keys it was sent with. By what it did. */
  private readonly keys = new Map<string, string[]>();
  private readonly reads = new Set<string>();
  /** A question of the origin was left behind. */
  private hasQuestion = false;

  /** `isOwn`: by the number of its line, an effect was asked for by the thread itself, not by what it was forked from. */
  constructor(private readonly isOwn: (seq: number) => boolean) {}

  /** A generator begins, or comes back: everything that was left behind, less what was given out according to the lines. */
  begin(left: readonly YieldState[], givenOut: ReadonlySet<Leaf> = new Set()): void {
    for (const known of [
      this.receipts,
      this.byIntent,
      this.own,
      this.failed,
      this.paramsOf,
      this.doubts,
      this.keys,
      this.reads,
    ])
      known.clear();
    this.hasQuestion = false;
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
      const isOwn = this.isOwn(leaf.seq);
      if (!isOwn && isQuestion(leaf.opening)) this.hasQuestion = true;
      if (asked.do !== "effect") continue;
      const isAnew = !isOwn && asked.reuse === false;
      const isGone = givenOut.has(leaf) || isAnew || (!isOwn && this.hasQuestion && asked.class !== "read");
      if (leaf.settled?.by === "receipt") this.addLeaf(asked, leaf.settled.receipt, isOwn, isGone);
      else if (isInDoubt(leaf) && !givenOut.has(leaf)) push(this.doubts, asked, leaf.opening as EffectIntent);
      if (wasSentWithKey(leaf) && !givenOut.has(leaf) && !isAnew)
        push(this.keys, asked, keyOf(leaf.opening as EffectIntent));
    }
  }

  private addLeaf(asked: AskedEffect, receipt: ReceiptRecord, isOwn: boolean, isGone: boolean): void {
    const isAnswer = receipt.status === "ok" || receipt.status === "unknown";
    if (!isAnswer && !(asked.class === "once" && isOwn)) {
      this.addFailed(asked);
      return;
    }
    this.paramsOf.set(asked.effect, asked.params);
    this.byIntent.set(receipt.intent, receipt);
    if (asked.class === "read") this.reads.add(receipt.intent);
    if (isOwn) this.own.add(receipt.intent);
    if (!isGone) this.offer(asked, receipt);
  }

  private offer(asked: AskedEffect, receipt: ReceiptRecord): void {
    push(this.receipts, asked, receipt);
  }

  addFailed(asked: AskedEffect): void {
    this.failed.add(reuseKey(asked));
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
    const left = this.receipts.get(reuseKey(asked)) ?? [];
    if (asked.reuse !== false) return left.shift() ?? null;
    const at = left.findIndex(({ intent }) => this.own.has(intent));
    return at === -1 ? null : (left.splice(at, 1)[0] ?? null);
  }

  /** One that was left behind with an outcome nobody knows, once. */
  takeDoubt(asked: AskedEffect): EffectIntent | null {
    return this.doubts.get(reuseKey(asked))?.shift() ?? null;
  }

  /** How many finished ones nobody has asked for yet; `ofReads`: behind a question, only what was read counts. */
  left(ofReads: boolean): number {
    const all = [...this.receipts.values()].flat();
    return ofReads ? all.filter(({ intent }) => this.reads.has(intent)).length : all.length;
  }

  /** The key of one that was sent before, once: whoever got it knows then that it is the same. */
  takeKey(asked: AskedEffect): string | null {
    if (asked.class !== "idempotent" || asked.key !== undefined) return null;
    return this.keys.get(reuseKey(asked))?.shift() ?? null;
  }
}

function push<T>(known: Map<string, T[]>, asked: AskedEffect, one: T): void {
  const key = reuseKey(asked);
  const list = known.get(key);
  if (list === undefined) known.set(key, [one]);
  else list.push(one);
}

// What a thread has spent, from its lines: money, tokens, effects. Nothing is ever given back: what was paid for on a way
// that the thread left, or before it began anew, was paid all the same.
import { LIMITS } from "#contract/limits.ts";
import type {
  AttemptRecord,
  CommandRecord,
  EffectIntent,
  FaultRecord,
  ReceiptRecord,
} from "#contract/record.ts";
import {
  added,
  hasUnknownUsage,
  isPaidCall,
  isPaidLoss,
  isUncounted,
  isUnpriced,
  microUsdOf,
  tokensIn,
} from "./read-usage.ts";

export type Spent = {
  /** Millionths of a dollar: whole numbers add up exactly. */
  microUsd: number;
  tokens: number;
  /** Calls of models and agents, and of others that said what they used; every attempt that cost something. */
  paidCalls: number;
  /** Of these, calls of which nobody said what they cost, or how many tokens they took. They stand for nothing above. */
  unpriced: number;
  uncounted: number;
  /** Of those, the ones that were answered; the others broke off, or took too long. */
  unpricedAnswers: number;
  uncountedAnswers: number;
  /** Effects asked for, in all and by name. Those that were blocked or done before are not among them. */
  calls: number;
  callsOf: Map<string, number>;
  /** Effects that a limit held back. */
  blocked: number;
  /** The effects of the last yields, oldest first. */
  recent: EffectIntent[];
};

const RECENT_MAX = 1_000;

export const NOTHING_UNKNOWN = { unpriced: 0, uncounted: 0, unpricedAnswers: 0, uncountedAnswers: 0 };

export function nothingSpent(): Spent {
  return {
    microUsd: 0,
    tokens: 0,
    paidCalls: 0,
    ...NOTHING_UNKNOWN,
    calls: 0,
    callsOf: new Map(),
    blocked: 0,
    recent: [],
  };
}

export function copySpent(spent: Spent): Spent {
  return { ...spent, callsOf: new Map(spent.callsOf), recent: [...spent.recent] };
}

export function foldSpent(spent: Spent, record: CommandRecord, opening: unknown): void {
  if (record.kind === "intent" && record.do === "effect") foldIntent(spent, record);
  if (record.kind === "receipt" && !isReused(opening)) foldReceipt(spent, record);
  if (record.kind === "attempt" || record.kind === "fault") foldLoss(spent, record);
}

/** A role may say what its work cost, when no effect did (`meta.costUsd`). */
export function foldRoleCost(spent: Spent, meta: Record<string, unknown>): void {
  spent.microUsd = added(spent.microUsd, microUsdOf(meta.costUsd));
}

function foldIntent(spent: Spent, intent: EffectIntent): void {
  spent.recent.push(intent);
  const first = spent.recent[0] as EffectIntent;
  if (spent.recent.length > RECENT_MAX || first.n <= intent.n - LIMITS.loopWindow) spent.recent.shift();
  if (intent.reused !== undefined) return;
  if (intent.blocked !== undefined) {
    spent.blocked += 1;
    return;
  }
  spent.calls += 1;
  spent.callsOf.set(intent.effect, (spent.callsOf.get(intent.effect) ?? 0) + 1);
}

/** Paid for, and of no use. */
function foldLoss(spent: Spent, record: AttemptRecord | FaultRecord): void {
  if (!isPaidLoss(record)) return;
  spent.microUsd = added(spent.microUsd, microUsdOf(record.costUsd));
  spent.paidCalls += 1;
  if (isUnpriced(record)) spent.unpriced += 1;
  if (hasUnknownUsage(record)) spent.uncounted += 1;
}

function foldReceipt(spent: Spent, receipt: ReceiptRecord): void {
  const { costUsd, payload } = receipt;
  if (isPaidCall(receipt)) foldCall(spent, receipt);
  spent.microUsd = added(spent.microUsd, microUsdOf(costUsd));
  spent.tokens = added(spent.tokens, tokensIn(payload));
}

/** Unknown is not 0: what nobody said is counted apart. */
function foldCall(spent: Spent, receipt: ReceiptRecord): void {
  const answered = hasUnknownUsage(receipt) ? 0 : 1;
  spent.paidCalls += 1;
  if (isUnpriced(receipt)) {
    spent.unpriced += 1;
    spent.unpricedAnswers += answered;
  }
  if (isUncounted(receipt)) {
    spent.uncounted += 1;
    spent.uncountedAnswers += answered;
  }
}

/** It was paid for when it was done. */
export function isReused(opening: unknown): boolean {
  return (opening as Partial<EffectIntent> | undefined)?.reused !== undefined;
}

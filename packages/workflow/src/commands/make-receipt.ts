// A receipt is made once, signed, and from then on only copied.

import { present } from "#codec/present.ts";
import { paramsHash, receiptDigest } from "#codec/receipt-digest.ts";
import type { Json } from "#contract/command.ts";
import type { EffectError, ReceiptStatus } from "#contract/effect.ts";
import type { EffectIntent, ReceiptRecord, SleepIntent, Unstamped } from "#contract/record.ts";
import type { Identity } from "./intent-id.ts";

export type Verdict = {
  status: ReceiptStatus;
  payload?: Json | undefined;
  error?: EffectError | undefined;
  attempt: number;
  costUsd?: number | undefined;
  issuerRef?: string | undefined;
  /** Who performed it, when not the executor the intent names. */
  executor?: string;
  /** A person who said what happened. */
  actor?: string;
};

export type Sign = (digest: string) => Promise<string>;

export async function makeReceipt(
  intent: EffectIntent | SleepIntent,
  verdict: Verdict,
  identity: Identity,
  sign: Sign,
): Promise<Unstamped<ReceiptRecord>> {
  const { thread, workflow, hash, key } = identity;
  const issuerRef = (intent.do === "effect" ? intent.issuerRef : undefined) ?? verdict.issuerRef;
  const unsigned = {
    kind: "receipt" as const,
    n: intent.n,
    index: intent.index,
    intent: intent.id,
    origin: intent.origin,
    effect: intent.effect,
    executor: verdict.executor ?? intent.executor,
    status: verdict.status,
    attempt: verdict.attempt,
    thread,
    workflow,
    hash,
    paramsHash: paramsHash(intent),
    ...(key === null ? {} : { key }),
    ...present({
      payload: verdict.payload,
      error: verdict.error,
      costUsd: verdict.costUsd,
      issuerRef,
      actor: verdict.actor,
    }),
  };
  return { ...unsigned, sig: await sign(receiptDigest(unsigned)) };
}

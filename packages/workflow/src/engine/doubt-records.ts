// What is written about a `once` effect that a process handed over before it ended: nobody knows its outcome.

import type { Identity } from "#commands/intent-id.ts";
import { makeReceipt, type Sign, type Verdict } from "#commands/make-receipt.ts";
import type { CommandRecord, EffectIntent, Unstamped } from "#contract/record.ts";
import type { Leaf } from "#replay/fold-yield.ts";
import { isDelivered } from "#replay/in-flight.ts";

/** The doubt, and a receipt that tells of it when the author wants to be told. */
export async function doubtRecords(
  leaf: Leaf,
  identity: Identity,
  sign: Sign,
): Promise<Unstamped<CommandRecord>[]> {
  const intent = leaf.opening as EffectIntent;
  const { n, index, id } = intent;
  const { attempt } = leaf;
  const mark = { kind: "attempt" as const, n, index, intent: id, attempt, status: "unknown" as const };
  const marks = leaf.isUnknown ? [] : [mark];
  if (!isDelivered(leaf)) return marks;
  const error = { code: "OUTCOME_UNKNOWN", message: "a process ended between dispatch and receipt" };
  const verdict: Verdict = { status: "unknown", error, attempt, executor: "engine" };
  return [...marks, await makeReceipt(intent, verdict, identity, sign)];
}

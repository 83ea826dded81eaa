// What the time brings to a waiting command: a sleep is over, an approval has run out.
import type { CommandRecord, ReceiptRecord, SleepIntent, Unstamped } from "#contract/record.ts";
import { type Leaf, waitOfLeaf } from "#replay/fold-yield.ts";
import type { Identity } from "./intent-id.ts";
import { makeReceipt, type Sign } from "./make-receipt.ts";

/** What is written when the time for a waiting command has come; null when it is to be dispatched instead. */
export async function dueRecords(
  leaf: Leaf,
  now: number,
  identity: Identity,
  sign: Sign,
): Promise<Unstamped<CommandRecord>[] | null> {
  const { opening } = leaf;
  if (opening.kind !== "intent") return null;
  if (opening.do === "sleep") return [await sleepReceipt(opening, identity, sign)];
  const wait = waitOfLeaf(leaf);
  if (wait?.on !== "approval") return null;
  const { n, index, id } = opening;
  return [
    {
      kind: "decision",
      n,
      index,
      intent: id,
      decision: "deny",
      actor: "system",
      at: new Date(now).toISOString(),
      reason: "approval_timeout",
    },
  ];
}

export function sleepReceipt(
  intent: SleepIntent,
  identity: Identity,
  sign: Sign,
): Promise<Unstamped<ReceiptRecord>> {
  return makeReceipt(intent, { status: "ok", payload: { until: intent.until }, attempt: 1 }, identity, sign);
}

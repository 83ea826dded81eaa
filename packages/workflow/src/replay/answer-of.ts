// What a generator is given for a yield, from the lines alone: the same live, after a resume, and in a replay. Keys stand
// in canonical order, as those of a line do: a generator may print what it is given.
import type { Decision, Json } from "#contract/command.ts";
import type { Receipt } from "#contract/effect.ts";
import type { DecisionRecord, ReceiptRecord } from "#contract/record.ts";
import type { Leaf, YieldState } from "./fold-yield.ts";

/** undefined: nothing, as for an annotation. */
export function answerOf(state: YieldState): Json | undefined {
  if (state.group === null) return answerOfLeaf(state.leaves.get(0));
  if (state.group.type === "any") {
    const index = state.order[0] ?? 0;
    return { answer: answerOfLeaf(state.leaves.get(index)) ?? null, index };
  }
  return Array.from({ length: state.group.of }, (_, index) => answerOfLeaf(state.leaves.get(index)) ?? null);
}

export function receiptOf(record: ReceiptRecord): Receipt {
  const { kind: _kind, timestamp: _timestamp, actor: _actor, origin: _origin, ...receipt } = record;
  return receipt;
}

function answerOfLeaf(leaf: Leaf | undefined): Json | undefined {
  const settled = leaf?.settled;
  if (settled === undefined || settled === null) return undefined;
  if (settled.by === "value") return settled.value;
  if (settled.by === "receipt") return receiptOf(settled.receipt) as unknown as Json;
  return decisionOf(settled.decision) as Json;
}

function decisionOf(record: DecisionRecord): Decision | Json {
  if (record.decision === "answer") return record.value ?? null;
  return {
    actor: record.actor,
    at: record.at,
    decision: record.decision === "approve" ? "approve" : "deny",
    ...(record.reason === undefined ? {} : { reason: record.reason }),
    ...(record.simulated === undefined ? {} : { simulated: true as const }),
  };
}

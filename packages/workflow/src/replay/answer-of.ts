// What a generator is given for a yield, from the lines alone: the same live, after a resume, and in a replay. Keys stand
// in canonical order, as those of a line do: a generator may print what it is given.
import { assertNever } from "#contract/assert-never.ts";
import type { Decision, Json } from "#contract/command.ts";
import type { Receipt } from "#contract/effect.ts";
import { WorkflowError } from "#contract/errors.ts";
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
  switch (settled.by) {
    case "value":
      return settled.value;
    case "receipt":
      return receiptOf(settled.receipt) as unknown as Json;
    case "decision":
      return decisionOf(settled.decision);
    default:
      return assertNever(settled, "the answer");
  }
}

function decisionOf(record: DecisionRecord): Json {
  const { decision } = record;
  switch (decision) {
    case "answer":
      return record.value ?? null;
    case "approve":
    case "deny":
      return decidedAs(decision, record) as Json;
    case "retry":
      throw new WorkflowError("INTERNAL", "a decision to send an effect again is no answer");
    default:
      return assertNever(decision, "the decision");
  }
}

function decidedAs(decision: Decision["decision"], record: DecisionRecord): Decision {
  return {
    actor: record.actor,
    at: record.at,
    decision,
    ...(record.reason === undefined ? {} : { reason: record.reason }),
    ...(record.simulated === undefined ? {} : { simulated: true as const }),
  };
}

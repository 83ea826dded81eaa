// The events of one command, once it is open: each attempt, its receipt, what a person decided, or that it is given up.
import { assertNever } from "#contract/assert-never.ts";
import type { EffectError } from "#contract/effect.ts";
import type { AttemptRecord, DecisionRecord, ReceiptRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { Leaf } from "#replay/fold-yield.ts";
import type { ThreadEvent } from "./event-body.ts";

export function attempted(record: AttemptRecord, leaf: Leaf): ThreadEvent[] {
  const { attempt, status, timestamp, error, delayMs = 0 } = record;
  const stepId = nameOf(leaf);
  if (status === "started")
    return [{ type: "step.started", timestamp, stepId, attempt, effect: effectOf(leaf) }];
  if (status === "failed")
    return [
      { type: "step.failed", timestamp, stepId, attempt, error: briefly(error) },
      { type: "step.retry", timestamp, stepId, attempt: attempt + 1, delayMs },
    ];
  const { opening } = leaf;
  if (opening.kind === "intent" && opening.do === "effect" && opening.onUnknown === "deliver") return [];
  const intent = record.intent;
  return [{ type: "reconcile.required", timestamp, stepId, attempt, effect: effectOf(leaf), intent }];
}

/** It has its answer. */
export function settled(leaf: Leaf, timestamp: number): ThreadEvent[] {
  const how = leaf.settled;
  if (how?.by === "receipt") return received(how.receipt, leaf);
  if (how?.by === "decision") return decided(how.decision, leaf);
  return [{ type: "step.completed", timestamp, stepId: nameOf(leaf), attempt: 1 }];
}

function received(record: ReceiptRecord, leaf: Leaf): ThreadEvent[] {
  const { status, attempt, timestamp, error } = record;
  const stepId = nameOf(leaf);
  const isEffect = leaf.opening.kind === "intent" && leaf.opening.do === "effect";
  // Taken over from another way of the thread: it was never dispatched here.
  const started: ThreadEvent[] =
    isEffect && leaf.attempt === 0
      ? [{ type: "step.started", timestamp, stepId, attempt, effect: effectOf(leaf) }]
      : [];
  const end: ThreadEvent =
    status === "ok"
      ? { type: "step.completed", timestamp, stepId, attempt }
      : { type: "step.failed", timestamp, stepId, attempt, error: briefly(error) ?? { code: status } };
  return [...started, end];
}

export function decided({ decision, actor, reason, timestamp }: DecisionRecord, leaf: Leaf): ThreadEvent[] {
  const stepId = nameOf(leaf);
  const by = { actor, ...(reason === undefined ? {} : { reason }) };
  const end = { timestamp, stepId, attempt: Math.max(1, leaf.attempt) };
  switch (decision) {
    case "answer":
      return [{ type: "step.completed", ...end }];
    case "retry":
      return [{ type: "step.retry", timestamp, stepId, attempt: leaf.attempt + 1, delayMs: 0 }];
    case "deny":
      return [
        { type: "approval.denied", timestamp, stepId, ...by },
        { type: "step.cancelled", ...end },
      ];
    case "approve": {
      const approved: ThreadEvent = { type: "approval.approved", timestamp, stepId, ...by };
      return leaf.settled === null ? [approved] : [approved, { type: "step.completed", ...end }];
    }
    default:
      return assertNever(decision, "the decision");
  }
}

export function cancelled(leaf: Leaf, timestamp: number): ThreadEvent {
  return { type: "step.cancelled", timestamp, stepId: nameOf(leaf), attempt: Math.max(1, leaf.attempt) };
}

export function nameOf({ opening }: Leaf): string {
  return stepIdAt(opening);
}

function effectOf({ opening }: Leaf): string | undefined {
  return "effect" in opening ? opening.effect : undefined;
}

function briefly(error: EffectError | undefined): { code: string; message: string } | undefined {
  return error === undefined ? undefined : { code: error.code, message: error.message };
}

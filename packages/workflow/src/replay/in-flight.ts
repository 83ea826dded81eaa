// Effects that were handed over, and of which nobody has said yet what came of them. Pure.
import type { EffectError } from "#contract/effect.ts";
import type { Sha256 } from "#contract/ids.ts";
import type { CommandRecord, EffectIntent, ReceiptRecord } from "#contract/record.ts";
import { isEnded, isSettled, type Leaf, type YieldState } from "./fold-yield.ts";

/** By intent: also those the thread no longer waits for, such as the losers of an `any` and what took too long. */
export function foldInFlight(inFlight: Set<Sha256>, record: CommandRecord): void {
  if (record.kind === "intent" && "attempt" in record) inFlight.add(record.id);
  else if (record.kind === "attempt" && record.status === "started") inFlight.add(record.intent);
  else if (record.kind !== "intent" && "intent" in record && isOver(record)) inFlight.delete(record.intent);
}

/** Nothing of it runs any more: it has answered, or was ended. */
function isOver(record: CommandRecord): boolean {
  if (record.kind === "attempt") return record.status === "unknown";
  return record.kind === "fault" || (record.kind === "receipt" && record.status !== "timeout");
}

/**
 * The `once` effects of an open yield that were handed over and have no receipt. Once no process has them, a person has
 * to say what became of them, before anything else of the thread goes on.
 */
export function doubtsIn(state: YieldState | null): Leaf[] {
  if (state === null || isSettled(state) || isEnded(state)) return [];
  return [...state.leaves.values()].filter(isInDoubt);
}

/** An effect that may be sent again with the same key, was handed over, and may have been done: nobody is sure. */
export function wasSentWithKey({ opening, settled, attempt }: Leaf): boolean {
  if (opening.kind !== "intent" || opening.do !== "effect" || opening.class !== "idempotent") return false;
  if (opening.key !== undefined || attempt === 0) return false;
  return settled === null || (settled.by === "receipt" && isUnsure(settled.receipt));
}

/** An answer of an effect that failed, and may have been done all the same. */
export function isUnsure({ status, error }: Pick<ReceiptRecord, "status" | "error">): boolean {
  return status === "timeout" || status === "fault" || error?.retryable === true || isLostAnswer({ error });
}

/** What was asked for ran to its end, and what it said cannot be told. */
export function isLostAnswer({ error }: { error?: EffectError | undefined }): boolean {
  return error !== undefined && ANSWER_LOST.has(error.code);
}

const ANSWER_LOST: ReadonlySet<string> = new Set([
  "EXECUTOR_NO_RECEIPT",
  "EXECUTOR_BAD_OUTPUT",
  "MAX_OUTPUT_BYTES",
]);

/** What whoever performs an effect knows it by, however often it is sent. */
export function keyOf({ key, sentAs, id }: Pick<EffectIntent, "key" | "sentAs" | "id">): string {
  return key ?? sentAs ?? id;
}

/** The author wants to be told of a doubt, and does not want a person to be asked. */
export function isDelivered({ opening }: Leaf): boolean {
  return (opening as EffectIntent).onUnknown === "deliver";
}

/** A `once` effect that was handed over, and of which nobody has said what came of it. */
export function isInDoubt({ opening, settled, isDispatched, isUnknown }: Leaf): boolean {
  if (opening.kind !== "intent" || opening.do !== "effect" || opening.class !== "once") return false;
  return settled === null && (isDispatched || isUnknown);
}

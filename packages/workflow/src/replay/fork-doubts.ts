// The effects of a yield of which nobody knows what became of them.
import type { CommandRecord } from "#contract/record.ts";
import { isSettled, type Leaf, type YieldState } from "./fold-yield.ts";
import { isInDoubt, isLostAnswer } from "./in-flight.ts";

/**
 * `once` effects that were handed over and have no receipt, be it that a no or a fault ended the thread meanwhile. One
 * that a person let the origin send again is among them: that was said of the origin. `hasFailed`: the thread failed, and
 * this yield was its last.
 */
export function doubtsOf(open: YieldState, hasFailed: boolean): Leaf[] {
  const leaves = [...open.leaves.values()];
  // What the thread failed with may have been done, though nobody can tell what came of it.
  const lost = hasFailed && open.group?.type !== "any" ? leaves.filter(hasLostAnswer) : [];
  return isSettled(open) ? lost : [...new Set([...leaves.filter(isDoubt), ...lost])];
}

function isDoubt(leaf: Leaf): boolean {
  return isInDoubt(leaf) || isLetGo(leaf);
}

/** A `once` effect that ran to its end, and whose answer could not be read. */
function hasLostAnswer({ opening, settled, fault }: Leaf): boolean {
  if (opening.kind !== "intent" || opening.do !== "effect" || opening.class !== "once") return false;
  return fault !== null || (settled?.by === "receipt" && isLostAnswer(settled.receipt));
}

/** That it was handed over, and the yes it needed. Not what became of it, nor that the origin may send it again. */
export function isOfDoubt(record: CommandRecord): boolean {
  if (record.kind === "decision") return record.decision === "approve";
  return record.kind === "intent" || record.kind === "attempt";
}

/** It was in doubt, and a person said that it is sent again; nobody has done so yet. */
function isLetGo({ opening, settled, isLetGo: was }: Leaf): boolean {
  return opening.kind === "intent" && opening.do === "effect" && settled === null && was;
}

import type { ErrorReport } from "#contract/errors.ts";
import type { RejectRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { Leaf, YieldState } from "#replay/fold-yield.ts";
import { deniedBy, failedWith, faultedBy, type Outcome } from "./outcome.ts";

/** How the thread ends because of this yield; null when it does not. */
export function endOfYield({ leaves, faults, denial }: YieldState): Outcome | null {
  const fault = faults === 0 ? undefined : [...leaves.values()].find(isFaulted)?.fault;
  if (fault !== undefined && fault !== null) return faultedBy(fault);
  if (denial === null) return null;
  return deniedBy(denial, stepIdAt((leaves.get(denial.index) as Leaf).opening));
}

/** The same from a line of its own: what was not admitted. */
export function endOf(ending: YieldState | RejectRecord): Outcome | null {
  if (!("kind" in ending)) return endOfYield(ending);
  const { code, message } = ending;
  return failedWith({ code: code as ErrorReport["code"], message });
}

function isFaulted(leaf: Leaf): boolean {
  return leaf.fault !== null && leaf.settled === null;
}

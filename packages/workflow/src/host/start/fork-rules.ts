// What a fork may not take over in silence: what people said about something else, and effects nobody knows the outcome of.
import { WorkflowError } from "#contract/errors.ts";
import type { ApproveIntent, DecisionRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { ReadLine } from "#journal/read-journal.ts";
import type { Leaf, Opening } from "#replay/fold-yield.ts";
import type { AskedAgain, Cut, ForkLines } from "#replay/fork-lines.ts";

type Lines = Pick<ForkLines<ReadLine>, "askedAgain" | "wasToldBefore" | "doubts">;

/** A question whose answer does not count in the fork. */
export type Reasked = { stepId: string; do: string; why: string };

export type ForkAs = {
  /** Another prompt, other variables, or code that is no version of its workflow. */
  changed: boolean;
  isStrict: boolean;
  /** It works in another folder: what was allowed there is not allowed here. */
  isElsewhere: boolean;
  /** Who starts the fork, and who started what it comes from. */
  starters: readonly string[];
};

/**
 * What a person answered counts for the very words that were shown. Strict code shows them again, and they are compared
 * then. Other code goes on behind the steps, so once anything about it has changed nobody can know what it would show. A newer version of the workflow is the same workflow: whoever may register it may
 * leave the question out as well.
 */
export function findAskedAgain(
  lines: Lines,
  keep: number,
  fork: ForkAs,
): { at: AskedAgain; reasked: Reasked } | null {
  if (fork.changed && lines.wasToldBefore) throw toldBefore();
  const isBlind = fork.changed && !fork.isStrict;
  const at = lines.askedAgain(
    keep,
    (told, opening) => !isBlind && !fork.isElsewhere && !isByStarter(told, opening, fork.starters),
  );
  if (at === null) return null;
  const { opening } = at;
  const what = opening.kind === "intent" ? opening.do : opening.kind;
  const why = fork.isElsewhere
    ? "a person answered it for another folder"
    : isBlind
      ? "a person answered it for another prompt, other variables or other code"
      : "whoever answered it started this fork, or what it comes from";
  return { at, reasked: { stepId: stepIdAt(opening), do: what, why } };
}

/** A fork that leaves a doubt behind, and seems to repeat nothing, could send the effect again. */
export function assertDoubtsKept(
  threadId: string,
  lines: Lines,
  { keep, redo, isRetry }: Cut,
  { isOther, isCut, startsOver }: { isOther: boolean; isCut: boolean; startsOver: boolean },
): void {
  const [doubt] = lines.doubts;
  const isWhole = keep === Infinity;
  // Its params may follow from what is done again, so it would not be found by them.
  if (doubt !== undefined && redo !== undefined && isRetry === undefined)
    throw couldSend(threadId, doubt, "retry");
  if (doubt !== undefined && isWhole && startsOver) throw couldSend(threadId, doubt, "why");
  // Who names an earlier step wants what comes after it to be done again.
  if (doubt === undefined || (isWhole && !isCut) || (!isWhole && !isOther)) return;
  throw couldSend(threadId, doubt, "fork");
}

function couldSend(threadId: string, { opening }: Leaf, verb: string): WorkflowError {
  const stepId = stepIdAt(opening);
  return new WorkflowError(
    "STATE_INVALID",
    `nobody knows what became of ${stepId} of ${threadId}, and this fork could send it again`,
    { hint: `uncaged-workflow ${verb} ${threadId}`, details: { stepId } },
  );
}

function isByStarter({ actor }: DecisionRecord, opening: Opening, starters: readonly string[]): boolean {
  const { differentApprover } = opening as Partial<ApproveIntent>;
  return differentApprover === true && starters.includes(actor);
}

function toldBefore(): WorkflowError {
  return new WorkflowError(
    "STATE_INVALID",
    "a person answered something before the state that this thread goes on from (continue): with another prompt, other variables or other code it could not be asked again",
    { hint: "uncaged-workflow run <name> --prompt <text>" },
  );
}

import { type Comparison, compareSteps } from "#replay/compare-steps.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { findThread } from "../open/find-thread.ts";
import { readThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { isNothingSpent, type SpentView, viewSpent } from "./view-spent.ts";

export type ThreadDiff = Comparison & {
  a: string;
  b: string;
  prompts: { a: string; b: string } | null;
  /** Those that differ; not there when none does. */
  variables?: { [name: string]: { a: string | null; b: string | null } };
  /** Not there when neither spent anything. */
  spent?: { a: SpentView; b: SpentView };
};

export function diffThreads(store: Store, typedA: string, typedB: string): ThreadDiff {
  const [placeA, placeB] = [findThread(store, typedA), findThread(store, typedB)];
  const [a, b] = [readThread(placeA), readThread(placeB)];
  const prompts = { a: a.fold.start?.parameters.prompt ?? "", b: b.fold.start?.parameters.prompt ?? "" };
  return {
    a: placeA.threadId,
    b: placeB.threadId,
    prompts: prompts.a === prompts.b ? null : prompts,
    ...variablesThatDiffer(a.fold, b.fold),
    ...whatTheySpent(a.fold, b.fold),
    ...compareSteps(a.steps, b.steps),
  };
}

function variablesThatDiffer(a: ThreadFold, b: ThreadFold): Pick<ThreadDiff, "variables"> {
  const ofA = a.start?.parameters.variables ?? {};
  const ofB = b.start?.parameters.variables ?? {};
  const names = [...new Set([...Object.keys(ofA), ...Object.keys(ofB)])].sort();
  const differing = names.filter((name) => ofA[name] !== ofB[name]);
  if (differing.length === 0) return {};
  return {
    variables: Object.fromEntries(
      differing.map((name) => [name, { a: ofA[name] ?? null, b: ofB[name] ?? null }]),
    ),
  };
}

function whatTheySpent(a: ThreadFold, b: ThreadFold): Pick<ThreadDiff, "spent"> {
  const isNothing = [a, b].every(({ spent }) => isNothingSpent(spent));
  return isNothing ? {} : { spent: { a: viewSpent(a.spent), b: viewSpent(b.spent) } };
}

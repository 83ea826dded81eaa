// A sweep: the same fork with other variables, as many threads as there are combinations, and how they compare.
import { WorkflowError } from "#contract/errors.ts";
import { compareSteps } from "#replay/compare-steps.ts";
import { envelopeOf } from "../look/envelope.ts";
import { viewSpent } from "../look/view-spent.ts";
import { findThread } from "../open/find-thread.ts";
import { readThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { type Forked, type ForkRequest, forkThread } from "./fork-thread.ts";

export type Variables = Record<string, string>;

/** `tokens` and `costUsd` are its own, without what the kept steps cost. `firstDifference`: the first step unlike its origin's. */
export type Variant = {
  variables: Variables;
  executionId: string;
  status: string;
  returnCode: number | null;
  summary: string | null;
  error: string | null;
  steps: number;
  tokens: number;
  costUsd: number;
  /** Calls of which nobody said what they cost; missing: none. */
  unpriced?: number;
  ms: number;
  firstDifference: number | null;
};

const VARIANTS_MAX = 32;

/** Every combination of the values, the last name changing fastest. */
export function combinations(matrix: Record<string, readonly string[]>): Variables[] {
  let all: Variables[] = [{}];
  for (const [name, values] of Object.entries(matrix))
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  if (all.length <= VARIANTS_MAX) return all;
  throw new WorkflowError("USAGE", `${all.length} variants are more than the ${VARIANTS_MAX} of one sweep`, {
    hint: "sweep over fewer values, or one name at a time",
  });
}

export async function forkVariant(store: Store, request: ForkRequest, variables: Variables): Promise<Forked> {
  return forkThread(store, { ...request, variables: { ...request.variables, ...variables } });
}

/** Of a variant that has left its worker. */
export function compareVariant(store: Store, origin: string, variables: Variables, forked: Forked): Variant {
  const { place, kept } = forked;
  const envelope = envelopeOf(place);
  const { fold, steps } = readThread(place);
  const before = viewSpent(forked.since().fold.spent);
  const spent = viewSpent(fold.spent);
  const { steps: first } = readThread(findThread(store, origin));
  return {
    variables,
    executionId: place.threadId,
    status: envelope.thread,
    returnCode: envelope.output.returnCode,
    summary: envelope.output.summary,
    error: envelope.error?.code ?? null,
    steps: steps.length - kept,
    tokens: spent.tokens - before.tokens,
    costUsd: roundedUsd(spent.costUsd - before.costUsd),
    ...unpricedSince(before.unpriced, spent.unpriced),
    ms: fold.updatedAt - (fold.start?.timestamp ?? fold.updatedAt),
    firstDifference: compareSteps(first, steps).firstDifference,
  };
}

function unpricedSince(before = 0, now = 0): { unpriced?: number } {
  return now === before ? {} : { unpriced: now - before };
}

function roundedUsd(usd: number): number {
  return Math.round(usd * 1_000_000) / 1_000_000;
}

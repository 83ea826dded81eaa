import { type Comparison, compareSteps } from "#replay/compare-steps.ts";
import { findThread } from "./find-thread.ts";
import type { House } from "./house.ts";
import { readThread } from "./read-thread.ts";

export type ThreadDiff = Comparison & { a: string; b: string; prompts: { a: string; b: string } | null };

export function diffThreads(house: House, typedA: string, typedB: string): ThreadDiff {
  const [placeA, placeB] = [findThread(house, typedA), findThread(house, typedB)];
  const [a, b] = [readThread(placeA), readThread(placeB)];
  const prompts = { a: a.fold.start?.parameters.prompt ?? "", b: b.fold.start?.parameters.prompt ?? "" };
  return {
    a: placeA.threadId,
    b: placeB.threadId,
    prompts: prompts.a === prompts.b ? null : prompts,
    ...compareSteps(a.steps, b.steps),
  };
}

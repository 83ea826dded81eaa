// diff: two threads, step by step.
import type { Step } from "./fold-thread.ts";

export type StepDifference = {
  step: number;
  same: boolean;
  /** Which of role, content and meta differ; empty when one side has no such step. */
  fields: ("role" | "content" | "meta")[];
  a: Pick<Step, "role" | "content" | "meta"> | null;
  b: Pick<Step, "role" | "content" | "meta"> | null;
};

export type Comparison = { common: number; steps: StepDifference[]; firstDifference: number | null };

export function compareSteps(a: readonly Step[], b: readonly Step[]): Comparison {
  const steps: StepDifference[] = [];
  for (let index = 0; index < Math.max(a.length, b.length); index++)
    steps.push(compare(a[index], b[index], index + 1));
  const first = steps.find((step) => !step.same)?.step ?? null;
  return { common: first === null ? steps.length : first - 1, steps, firstDifference: first };
}

function compare(a: Step | undefined, b: Step | undefined, step: number): StepDifference {
  if (a === undefined || b === undefined) return { step, same: false, fields: [], a: bare(a), b: bare(b) };
  const fields: StepDifference["fields"] = [];
  if (a.role !== b.role) fields.push("role");
  if (a.content !== b.content) fields.push("content");
  // Journal lines are canonical, so equal values have equal texts.
  if (JSON.stringify(a.meta) !== JSON.stringify(b.meta)) fields.push("meta");
  return { step, same: fields.length === 0, fields, a: bare(a), b: bare(b) };
}

function bare(step: Step | undefined): StepDifference["a"] {
  return step === undefined ? null : { role: step.role, content: step.content, meta: step.meta };
}

// What a plan may say. Pure, and free of the engine: the bundle uses it before its first yield, a command line before it
// starts a thread. A plan's hash is the sha256 of the canonical JSON of what normalisePlan returns.
//
// PLAN-CHECK-1. Every default is written out and branches are sorted, so plans that mean the same have one normal form.
// PLAN-CHECK-2. Normalising twice is normalising once.
// PLAN-CHECK-3. All problems are told, each with the path of its field.
import { checkReferences } from "./check-references.ts";
import type { Plan, Step } from "./plan-shape.ts";
import { type Problem, readClean } from "./read-fields.ts";
import { readPlan } from "./read-plan.ts";
import { variablesIn } from "./template.ts";
import { AGENT_EFFECT, findTool } from "./tools.ts";
import { everyStep, templateTexts } from "./walk-plan.ts";

export type { Plan, Step } from "./plan-shape.ts";
export type { Problem } from "./read-fields.ts";

/** Not a plan. Every problem is in the message. */
export class PlanInvalid extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; "));
  }
}

export function normalisePlan(value: unknown): Plan {
  const problems: Problem[] = [];
  const note = (path: string, message: string): void => {
    problems.push({ path, message });
  };
  const clean = readClean(value, "", note);
  const plan = problems.length > 0 ? undefined : (readPlan(clean, "", note) as Plan | undefined);
  if (problems.length > 0 || plan === undefined) throw new PlanInvalid(problems);
  checkReferences(plan, note);
  if (problems.length > 0) throw new PlanInvalid(problems);
  return { ...plan, steps: sortBranches(plan.steps) };
}

/** The effects a run of the plan may ask for, sorted. */
export function effectsOf(plan: Plan): string[] {
  const found = [...everyStep(plan.steps)].map(({ step }) => {
    if (step.type === "agent") return AGENT_EFFECT;
    return step.type === "tool" ? findTool(step.tool)?.effect : undefined;
  });
  return [...new Set(found.filter((effect) => effect !== undefined))].sort();
}

/** The variables its templates cannot do without, sorted. One that is only asked about with `exists` may be missing. */
export function variablesOf(plan: Plan): string[] {
  const texts = [...everyStep(plan.steps)].flatMap(({ step, path }) => [...templateTexts(step, path)]);
  const names = texts.flatMap(({ text, isAsked }) => (isAsked ? [] : variablesIn(text)));
  return [...new Set(names)].sort();
}

/** The most role outputs a run can leave: one for each tool and agent step. */
export function roleOutputsMax(steps: readonly Step[]): number {
  const counts = steps.map((step) => {
    if (step.type === "conditional") return Math.max(roleOutputsMax(step.then), roleOutputsMax(step.else));
    if (step.type === "parallel") return roleOutputsMax(step.branches.flat());
    return step.type === "approval" ? 0 : 1;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** By the ids of their first steps: the order in which they are written has no meaning. */
function sortBranches(steps: readonly Step[]): Step[] {
  return steps.map((step) => {
    if (step.type === "parallel")
      return { ...step, branches: step.branches.map(sortBranches).sort(byFirstId) };
    if (step.type !== "conditional") return step;
    return { ...step, then: sortBranches(step.then), else: sortBranches(step.else) };
  });
}

function byFirstId([a]: Step[], [b]: Step[]): number {
  return (a?.id ?? "") < (b?.id ?? "") ? -1 : 1;
}

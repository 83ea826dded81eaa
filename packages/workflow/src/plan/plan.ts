// Runs a plan: JSON steps, given in the variable `plan`, as the engine's own commands.
//
// PLAN-1. Nothing is asked before the whole plan is checked and every variable it needs is there.
// PLAN-2. A round is one yield: the next command of a sequence, or of each branch, sorted by step id.
// PLAN-3. All steps of a round are settled, and said, before one that failed ends the plan.

import type { Commands, Json } from "#contract/command.ts";
import type { Descriptor } from "#contract/descriptor.ts";
import type { Options, RoleOutput, ThreadInput, WorkflowResult } from "#contract/workflow.ts";
import { normalisePlan, type Plan, PlanInvalid, roleOutputsMax, variablesOf } from "./check-plan.ts";
import type { AskingStep } from "./plan-shape.ts";
import { roundsOf } from "./rounds.ts";
import { roleOutputOf, settle } from "./settle-step.ts";
import { commandOf } from "./step-command.ts";
import { PlanFault, type Scope } from "./template.ts";
import { EFFECTS } from "./tools.ts";
import { everyStep } from "./walk-plan.ts";

export const descriptor: Descriptor = {
  description: "Runs a JSON plan of tool, agent, approval, conditional and parallel steps",
  roles: {},
  determinism: "strict",
  effects: EFFECTS,
  // The result holds the outputs of all steps.
  limits: { stepBytes: 16 * 1024 * 1024 },
};

/** `skipped`: steps that were not reached, by id. */
export type PlanResult = WorkflowResult & { outputs: { [stepId: string]: Json }; skipped?: string[] };

export default async function* runPlan(
  input: ThreadInput,
  options: Options,
): AsyncGenerator<RoleOutput | Commands, PlanResult, unknown> {
  const scope = scopeOf(input);
  let plan: Plan | null = null;
  try {
    plan = readyPlan(input.variables?.plan, scope, options);
    for (const round of roundsOf(plan.steps, scope)) {
      const commands = round.map((step) => commandOf(step, scope));
      const [only, ...more] = commands;
      const answers = only !== undefined && more.length === 0 ? [yield only] : yield commands;
      const states = round.map((step, index) => settle(step, (answers as unknown[])[index]));
      for (const [index, step] of round.entries()) {
        const state = states[index]!;
        scope.steps.set(step.id, state);
        if (step.type !== "approval") yield roleOutputOf(step, state);
      }
      const failed = round.filter((step, index) => states[index]?.status === "failed" && !mayFail(step));
      if (failed.length > 0) return ended(1, whyFailed(failed, scope), scope, plan);
    }
    return ended(0, whatWasDone(plan, scope), scope, plan);
  } catch (error) {
    if (!(error instanceof PlanFault)) throw error;
    return ended(1, error.message, scope, plan);
  }
}

function scopeOf({ prompt, variables = {} }: ThreadInput): Scope {
  const given = Object.entries(variables).filter(([name]) => name !== "plan");
  return { prompt, variables: new Map(given), steps: new Map() };
}

function readyPlan(text: string | undefined, scope: Scope, { maxRounds }: Options): Plan {
  const plan = parsePlan(text);
  const missing = variablesOf(plan).filter((name) => !scope.variables.has(name));
  if (missing.length > 0)
    throw new PlanFault(`the plan needs variables that were not given: ${missing.join(", ")}`);
  const outputs = roleOutputsMax(plan.steps);
  if (outputs >= maxRounds)
    throw new PlanFault(
      `the plan can take ${outputs} rounds, and this thread ends at ${maxRounds}: run it with --max-rounds ${outputs + 1}`,
    );
  return plan;
}

function parsePlan(text: string | undefined): Plan {
  if (text === undefined) throw new PlanFault("no plan was given: put its JSON into the variable plan");
  try {
    return normalisePlan(JSON.parse(text));
  } catch (error) {
    if (error instanceof PlanInvalid) throw new PlanFault(`not a plan: ${error.message}`, { cause: error });
    if (error instanceof SyntaxError) throw new PlanFault("the variable plan is not JSON", { cause: error });
    throw error;
  }
}

function mayFail(step: AskingStep): boolean {
  return step.type !== "approval" && step.continueOnError;
}

function whyFailed(failed: readonly AskingStep[], scope: Scope): string {
  return failed.map(({ id }) => `step ${id} failed: ${scope.steps.get(id)?.error?.message}`).join("; ");
}

function whatWasDone({ name }: Plan, { steps }: Scope): string {
  const failed = [...steps].filter(([, state]) => state.status === "failed").map(([id]) => id);
  const told = failed.length === 0 ? "" : `, of which ${failed.sort().join(", ")} failed`;
  return `${name ?? "plan"}: ${steps.size === 1 ? "1 step" : `${steps.size} steps`} done${told}`;
}

function ended(returnCode: number, summary: string, { steps }: Scope, plan: Plan | null): PlanResult {
  const outputs = [...steps].map(([id, { output }]) => [id, output] as const);
  const sorted = Object.fromEntries(outputs.sort(([a], [b]) => (a < b ? -1 : 1)));
  const skipped = skippedIn(plan, steps);
  return { returnCode, summary, outputs: sorted, ...(skipped.length === 0 ? {} : { skipped }) };
}

/** Steps of the way that a condition did not choose, and those behind a failure. */
function skippedIn(plan: Plan | null, done: Scope["steps"]): string[] {
  const ids = [...everyStep(plan?.steps ?? [])].flatMap(({ step }) =>
    step.type === "parallel" || done.has(step.id) ? [] : [step.id],
  );
  return ids.sort();
}

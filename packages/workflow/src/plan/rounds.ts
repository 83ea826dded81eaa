import { holds } from "./condition.ts";
import type { AskingStep, Step } from "./plan-shape.ts";
import { PlanFault, type Scope } from "./template.ts";

/**
 * The steps to ask for together, round by round, sorted by id. Who takes a round puts what came of it into the scope
 * before the next: conditions look there.
 */
export function* roundsOf(steps: readonly Step[], scope: Scope): Generator<AskingStep[], void> {
  for (const step of steps) {
    if (step.type === "parallel") yield* lockstep(step.branches, scope);
    else if (step.type === "conditional") yield* roundsOf(choose(step, scope), scope);
    else yield [step];
  }
}

/** Each branch goes one round at a time; a branch that has ended leaves the others to go on. */
function* lockstep(branches: readonly Step[][], scope: Scope): Generator<AskingStep[], void> {
  let live = branches.map((steps) => roundsOf(steps, scope));
  while (true) {
    const turns = live.map((branch) => ({ branch, turn: branch.next() })).filter(({ turn }) => !turn.done);
    if (turns.length === 0) return;
    live = turns.map(({ branch }) => branch);
    yield turns.flatMap(({ turn }) => turn.value ?? []).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

function choose(step: Step & { type: "conditional" }, scope: Scope): Step[] {
  try {
    const branch = holds(step.condition, scope) ? "then" : "else";
    scope.steps.set(step.id, { status: "completed", output: { branch }, text: branch });
    return step[branch];
  } catch (error) {
    if (!(error instanceof PlanFault)) throw error;
    throw new PlanFault(`step ${step.id}: ${error.message}`, { cause: error });
  }
}

// Where a fork begins: how many of the finished steps it keeps.
import { WorkflowError } from "#contract/errors.ts";

export type ForkPoint = { fromRole?: string | undefined; fromStep?: number | undefined };

/** No point given: all but the last step, which is then tried again. */
export function stepsToKeep(steps: readonly { role: string }[], point: ForkPoint): number {
  if (point.fromRole !== undefined && point.fromStep !== undefined)
    throw new WorkflowError("USAGE", "--from-role and --from-step exclude each other");
  if (point.fromRole !== undefined) return throughRole(steps, point.fromRole);
  if (point.fromStep !== undefined) return throughStep(steps, point.fromStep);
  return Math.max(0, steps.length - 1);
}

function throughRole(steps: readonly { role: string }[], role: string): number {
  const index = steps.findIndex((step) => step.role === role);
  if (index !== -1) return index + 1;
  const known = [...new Set(steps.map((step) => step.role))];
  throw new WorkflowError("NOT_FOUND", `the thread has no step of the role "${role}"`, {
    hint: known.length === 0 ? "the thread has no steps yet" : `its roles are: ${known.join(", ")}`,
    details: { roles: known },
  });
}

function throughStep(steps: readonly { role: string }[], step: number): number {
  if (step <= steps.length) return step;
  throw new WorkflowError("NOT_FOUND", `the thread has ${steps.length} steps, not ${step}`, {
    hint: `--from-step takes 0 to ${steps.length}`,
  });
}

import type { Options, RoleOutput, WorkflowFn, WorkflowResult } from "@uncaged/workflow";

export const THREAD_ID = "01KQXKW18CT8G75T53R8F4G7YG"; // made at 1778036638988

/** Asks a workflow until it returns. Nobody but the workflow itself counts rounds here. */
export async function drain(
  flow: WorkflowFn,
  given: { prompt?: string; steps?: RoleOutput[] } & Partial<Options> = {},
): Promise<{ yields: unknown[]; result: WorkflowResult }> {
  const { prompt = "fix bug #3", steps = [], isDryRun = false, maxRounds = 50, threadId = THREAD_ID } = given;
  const generator = flow({ prompt, steps }, { isDryRun, maxRounds, threadId });
  const yields: unknown[] = [];
  for (let turn = await generator.next(); ; turn = await generator.next(`answer ${yields.length}`)) {
    if (turn.done) return { yields, result: turn.value };
    yields.push(turn.value);
  }
}

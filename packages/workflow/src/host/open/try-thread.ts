// Whoever walks over all threads is not stopped by one of them.
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";

export type ThreadProblem = { threadId: ThreadId; error: { code: string; message: string } };

/** What the work returns, or the error it was refused with. */
export function tryThread<T>(threadId: ThreadId, work: () => T): { value: T } | ThreadProblem {
  try {
    return { value: work() };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return { threadId, error: { code: error.code, message: error.message } };
  }
}

/** None for a thread that was removed meanwhile. */
export function problemOf(problem: ThreadProblem): ThreadProblem[] {
  return problem.error.code === "NOT_FOUND" ? [] : [problem];
}

// What a bundle sees: the generator protocol and plain data, nothing of the engine.

/** What a role produced: one step of the thread, one line of its journal. */
export type RoleOutput = { role: string; content: string; meta: Record<string, unknown> };

/** What the generator returns when it is done. Further keys are kept and passed through. */
export type WorkflowResult = { returnCode: number; summary: string; [key: string]: unknown };

/** `steps` is empty for a new thread and holds the finished steps after a resume or a fork. */
export type ThreadInput = { prompt: string; steps: RoleOutput[]; variables?: Record<string, string> };

export type Options = { isDryRun: boolean; maxRounds: number; threadId: string };

/** The bundle contract. Any object with `next` (and, better, `return` and `throw`) serves as the generator. */
export type WorkflowFn = (
  input: ThreadInput,
  options: Options,
) => AsyncGenerator<RoleOutput, WorkflowResult, unknown>;

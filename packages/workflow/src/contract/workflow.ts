// What a bundle sees: the generator protocol and plain data, nothing of the engine.
import type { Commands, Json } from "./command.ts";

/** What a role produced: one step of the thread, one line of its journal. */
export type RoleOutput = { role: string; content: string; meta: Record<string, unknown> };

/** What the generator returns when it is done. Further keys are kept and passed through. */
export type WorkflowResult = { returnCode: number; summary: string; [key: string]: unknown };

/** `steps` is empty for a new thread and holds the finished steps after a resume or a fork. */
export type ThreadInput = {
  prompt: string;
  steps: RoleOutput[];
  variables?: Record<string, string>;
  /** What the generator before this one gave to `continue`. */
  state?: Json;
  /** The key of a keyed workflow. */
  key?: string;
};

export type Options = { isDryRun: boolean; maxRounds: number; threadId: string };

/** Who calls a workflow directly, as RFC-001 does, has no thread to name. */
export type CallOptions = Omit<Options, "threadId"> & Partial<Pick<Options, "threadId">>;

/**
 * The bundle contract. Any object with `next` (and, better, `return` and `throw`) serves as the generator.
 * What `yield` evaluates to depends on what was yielded, so its type is unknown; the builders know it.
 * Written as a method, whose parameters TypeScript compares both ways: a function that takes `Options` is one as well,
 * since the engine always says which thread it is.
 */
export type WorkflowFn = {
  workflow(
    input: ThreadInput,
    options: CallOptions,
  ): AsyncGenerator<RoleOutput | Commands, WorkflowResult, unknown>;
}["workflow"];

// RFC-001 section 8. One generic, RoleMeta, says what each role leaves behind; the rest follows from it.
import type { Commands } from "#contract/command.ts";
import type { END, START } from "./sentinels.ts";

/** Role names and the type of their meta. */
export type RoleMeta = Record<string, Record<string, unknown>>;

/** What a role hands back. */
export type RoleResult<Meta> = { content: string; meta: Meta };

/** The prompt, as the frame before the first step. */
export type StartStep = {
  role: START;
  content: string;
  meta: { maxRounds: number; threadId: string };
  timestamp: number;
};

/** A finished step. Testing `role` narrows `meta`. */
export type RoleStep<M extends RoleMeta> = {
  [K in keyof M & string]: { role: K; meta: M[K]; content: string; timestamp: number };
}[keyof M & string];

/** What moderator and roles are given: the whole thread so far, deep-frozen. */
export type ThreadContext<M extends RoleMeta = RoleMeta> = Readonly<{
  threadId: string;
  start: StartStep;
  steps: readonly RoleStep<M>[];
  /** What `run --var` and `fork --var` said; none is an empty object. */
  variables: Readonly<Record<string, string>>;
}>;

/** Does one step: an agent, a model call, a script, an HTTP request. */
export type Role<Meta> = (ctx: ThreadContext) => Promise<RoleResult<Meta>>;

/** A role that yields commands on its way to its result. */
export type CommandingRole<Meta> = (
  ctx: ThreadContext,
) => AsyncGenerator<Commands, RoleResult<Meta>, unknown>;

/** Text in, text out: the adapter of a model or of an agent's command line. */
export type AgentFn = (ctx: ThreadContext, systemPrompt: string) => Promise<string>;

/** Says who is next. Synchronous and pure: the same steps give the same answer, so a thread can come back anywhere. */
export type Moderator<M extends RoleMeta> = (ctx: ThreadContext<M>) => (keyof M & string) | END;

export type WorkflowDefinition<M extends RoleMeta> = {
  name: string;
  roles: { [K in keyof M & string]: Role<M[K]> };
  moderator: Moderator<M>;
};

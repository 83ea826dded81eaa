// START (prompt) -> moderator -> role -> moderator -> role -> ... -> END
//
// MODERATOR-1. Who is next follows from the steps alone, so a thread comes back in the middle with no replay.
// MODERATOR-2. Nobody changes what moderator and roles see: ctx is frozen, and a later step does not appear in an
//     earlier ctx.
// MODERATOR-3. The round count is the number of steps, those taken over from a fork included.
import type { Commands } from "#contract/command.ts";
import type { CallOptions, RoleOutput, ThreadInput, WorkflowFn, WorkflowResult } from "#contract/workflow.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { END, START } from "./sentinels.ts";
import { snapshot } from "./snapshot.ts";
import type { Moderator, RoleMeta, RoleResult, RoleStep, StartStep, ThreadContext } from "./types.ts";

/** Makes the generator of a workflow from its roles and the function that says who is next. */
export function createRoleModerator<M extends RoleMeta>(def: Definition<M>): WorkflowFn;
export function createRoleModerator(def: Definition<RoleMeta>): WorkflowFn {
  return async function* (input, options) {
    const start = startStep(input, options);
    const steps = input.steps.map((output) => stepOf(output, recordedAt(output)));
    const variables = frozenCopy(input.variables ?? {});

    while (true) {
      const ctx: ThreadContext = Object.freeze({
        threadId: start.meta.threadId,
        start,
        steps: snapshot(steps),
        variables,
      });
      const next = refusePromise(def.moderator(ctx));
      if (next === END) return def.result?.(ctx) ?? finished(steps.length);
      if (steps.length >= options.maxRounds) return stoppedAtLimit(options.maxRounds);
      const role = Object.hasOwn(def.roles, next) ? def.roles[next] : undefined;
      if (role === undefined) return unknownRole(next, Object.keys(def.roles));

      const result = yield* play(role, ctx);
      const output = roleOutput(next, result);
      const endedAt = Date.now();
      yield output;
      steps.push(stepOf(output, endedAt)); // after the engine took it: it refuses what is not plain data
    }
  };
}

/** A WorkflowDefinition whose name may be left out, whose roles may yield commands, and that may say how it ended. */
type Definition<M extends RoleMeta> = {
  name?: string;
  roles: { [K in keyof M & string]: AnyRole<M[K]> };
  moderator: Moderator<M>;
  /** What the thread comes to, once the moderator says END. Without it: 0, and how many rounds it took. */
  result?: (ctx: ThreadContext<M>) => WorkflowResult;
};

type AnyRole<Meta> = (
  ctx: ThreadContext,
) => Promise<RoleResult<Meta>> | AsyncGenerator<Commands, RoleResult<Meta>, unknown>;

function startStep({ prompt }: ThreadInput, { maxRounds, threadId = "" }: CallOptions): StartStep {
  return frozenCopy({
    role: START,
    content: prompt,
    meta: { maxRounds, threadId },
    timestamp: startedAt(threadId),
  });
}

/** A ULID begins with its time, so that a resumed thread sees the same start frame. */
function startedAt(threadId: string): number {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(threadId)) return Date.now();
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return [...threadId.slice(0, 10)].reduce((ms, digit) => ms * 32 + digits.indexOf(digit), 0);
}

function stepOf({ role, content, meta }: RoleOutput, timestamp: number): RoleStep<RoleMeta> {
  return frozenCopy({ role, content, meta, timestamp });
}

function recordedAt(output: RoleOutput & { timestamp?: unknown }): number {
  return typeof output.timestamp === "number" ? output.timestamp : 0;
}

function refusePromise<T>(next: T): T {
  if (!(next instanceof Promise)) return next;
  next.catch(() => {}); // else its own failure would be reported instead of ours
  throw new Error(
    "the moderator returned a Promise; it must return a role name or END at once, without await",
  );
}

async function* play<Meta>(
  role: AnyRole<Meta>,
  ctx: ThreadContext,
): AsyncGenerator<Commands, RoleResult<Meta>, unknown> {
  const running = role(ctx);
  return isGenerator(running) ? yield* running : await running;
}

function isGenerator<G extends AsyncGenerator>(running: Promise<unknown> | G): running is G {
  return Symbol.asyncIterator in Object(running);
}

function roleOutput(role: string, result: RoleResult<Record<string, unknown>>): RoleOutput {
  const { content, meta } = result ?? {};
  if (typeof content !== "string")
    throw new Error(`role "${role}": content must be a string, not ${kindOf(content)}`);
  if (kindOf(meta) !== "object")
    throw new Error(`role "${role}": meta must be an object, not ${kindOf(meta)}`);
  return { role, content, meta };
}

function finished(rounds: number): WorkflowResult {
  return { returnCode: 0, summary: `done after ${rounds} ${rounds === 1 ? "round" : "rounds"}` };
}

function stoppedAtLimit(maxRounds: number): WorkflowResult {
  return { returnCode: 0, summary: `stopped at the limit of ${maxRounds} rounds (maxRounds)` };
}

function unknownRole(name: unknown, known: string[]): WorkflowResult {
  const shown = typeof name === "string" ? `"${name}"` : kindOf(name);
  return {
    returnCode: 1,
    summary: `the moderator chose an unknown role: ${shown} (known: ${known.join(", ")})`,
  };
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

// agent({ ... }) makes a role: the thread becomes a prompt, the answer becomes `meta`, held against a schema.
//
//   planner: agent({ model: "openai/gpt-5-mini", system: "Plan the work.", schema: z.object({ files: z.array(z.string()) }) })
//   coder:   agent({ command: "claude", system: "Do what the plan says." })
import { askCall } from "./agent-call.ts";
import { askCommand } from "./agent-command.ts";
import { AgentError } from "./agent-error.ts";
import { askModel } from "./agent-model.ts";
import type {
  Answer,
  Asking,
  CallAgent,
  CommandAgent,
  Common,
  Meta,
  ModelAgent,
  Repair,
} from "./agent-options.ts";
import { fitTo } from "./agent-schema.ts";
import type { CommandingRole, RoleResult, ThreadContext } from "./types.ts";

type Nothing = Record<never, never>;

/** What a coding agent leaves besides its answer: to go on with it. */
export type Session = { session: string | null };

export function agent<M extends Meta = Nothing>(options: CommandAgent<M>): CommandingRole<M & Session>;
export function agent<M extends Meta = Nothing>(options: ModelAgent<M>): CommandingRole<M>;
export function agent<M extends Meta = Nothing>(options: CallAgent<M>): CommandingRole<M>;
export function agent(options: AnyAgent): CommandingRole<Meta> {
  return async function* (ctx) {
    const first = yield* ask(options, ctx, null);
    const fit = await fitOf(options, first);
    if ("value" in fit) return resultOf(options, first, fit.value);
    const second = yield* ask(options, ctx, { answer: first, problem: fit.problem });
    const again = await fitOf(options, second);
    if ("value" in again) return resultOf(options, second, again.value);
    throw new AgentError("AGENT_OUTPUT_INVALID", again.problem, { text: second.text });
  };
}

type AnyAgent = ModelAgent<Meta> | CommandAgent<Meta> | CallAgent<Meta>;

function ask(options: AnyAgent, ctx: ThreadContext, repair: Repair): Asking {
  if ("command" in options) return askCommand(options, ctx, repair);
  return "call" in options ? askCall(options, ctx, repair) : askModel(options, ctx, repair);
}

async function fitOf({ schema }: Common<Meta>, { object, problem }: Answer) {
  if (problem !== undefined) return { problem };
  return schema === undefined ? { value: {} } : fitTo(schema, object);
}

function resultOf({ content }: Common<Meta>, { text, session }: Answer, meta: Meta): RoleResult<Meta> {
  const left = session === undefined ? meta : { ...meta, session };
  return { content: content?.(meta, text) ?? text, meta: left };
}

// An agent that is a coding agent's command line, run in the workspace of the thread.

import { withLeave } from "./agent-leave.ts";
import {
  type Asking,
  type CommandAgent,
  complaint,
  failed,
  type Meta,
  promptOf,
  type Repair,
  systemOf,
} from "./agent-options.ts";
import { jsonSchemaOf } from "./agent-schema.ts";
import type { AgentRequest } from "./models.ts";
import type { ThreadContext } from "./types.ts";
import { withoutUndefined } from "./without-undefined.ts";

export async function* askCommand(options: CommandAgent<Meta>, ctx: ThreadContext, repair: Repair): Asking {
  const receipt = yield* withLeave(requestOf(options, ctx, repair), options);
  const { payload, error } = receipt;
  if (payload !== undefined && error?.code === "AGENT_OUTPUT_INVALID")
    return { text: payload.text, problem: error.message, session: payload.session };
  if (receipt.status !== "ok") throw failed(receipt);
  const { text, object, session } = receipt.payload;
  return { text, object, session };
}

function requestOf(options: CommandAgent<Meta>, ctx: ThreadContext, repair: Repair): AgentRequest {
  const { access, args, cwd, env, rules, schema, via, permissions, approval, mcpServers } = options;
  const command = typeof options.command === "function" ? options.command(ctx) : options.command;
  const model = typeof options.model === "function" ? options.model(ctx) : options.model;
  // A dry run returns an empty session: it counts as none.
  const session = repair?.answer.session || options.session?.(ctx) || undefined;
  // One that goes on with its session knows what it was asked.
  const isReminder = repair !== null && session !== undefined;
  const problem = repair === null ? [] : [complaint(repair.problem)];
  return {
    ...(typeof command === "string" ? { agent: command } : { command }),
    ...withoutUndefined({ model, access, args, cwd, env, rules, via, permissions, mcpServers }),
    ...(via === "acp" && approval?.ttlMs !== undefined ? { waitMs: approval.ttlMs } : {}),
    prompt: [...(isReminder ? [] : [promptOf(options, ctx)]), ...problem].join("\n\n"),
    system: isReminder ? undefined : systemOf(options, ctx),
    session,
    schema: schema === undefined ? undefined : jsonSchemaOf(schema),
  } as AgentRequest;
}

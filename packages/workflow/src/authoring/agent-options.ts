// What an agent is made from, and what all three kinds have in common: system prompt, prompt, one attempt to repair.
import type { ApproveCommand, Commands, Json } from "#contract/command.ts";
import { AgentError } from "./agent-error.ts";
import type { AnswerSchema } from "./agent-schema.ts";
import type { AgentTools } from "./agent-tools.ts";
import type { EffectOptions } from "./effects.ts";
import type { AgentMcpServer, AgentName, AgentPermission, AgentRequest, ModelMessage } from "./models.ts";
import type { AgentFn, ThreadContext } from "./types.ts";
import type { Loose } from "./without-undefined.ts";

export type Common<Meta> = Loose<{
  system?: string | ((ctx: ThreadContext) => string);
  /** Without it: the prompt of the thread, then what every role has said. */
  prompt?: (ctx: ThreadContext) => string;
  /** zod 4.2 or later, any library with the same standard interface, or a JSON Schema. */
  schema?: AnswerSchema<Meta>;
  /** What stands in the thread. Without it, the answer as it came. */
  content?: (meta: Meta, answer: string) => string;
  /** Of every effect it yields: timeoutMs, retry, class; `id` names them in output, where several agents run at once. */
  effect?: EffectOptions;
  /** false: a fork, a retry and other code ask it anew: a second opinion must not be a copy of the first. */
  reuse?: false;
}>;

export type ModelAgent<Meta> = Common<Meta> & {
  /** `--var model=...` goes before a name given here, so that a thread can be started or forked with another. */
  model: string | ((ctx: ThreadContext) => string);
} & Loose<{
    tools?: AgentTools;
    /** How often it may be asked in one step, when it uses tools; 16 without it. */
    maxTurns?: number;
    temperature?: number;
    maxTokens?: number;
    protocol?: "chat" | "responses";
    options?: { [provider: string]: { [key: string]: Json } };
  }>;

export type CommandAgent<Meta> = Common<Meta> & {
  /** A function: the thread's variables say which. A name nobody knows is refused when it is asked. */
  command: AgentName | string[] | ((ctx: ThreadContext) => AgentName | string[]);
} & Loose<{
    /** As the agent itself calls it; `--var model=` does not go before it. */
    model?: string | ((ctx: ThreadContext) => string | undefined);
    access?: "read" | "edit";
    /** acp: over the Agent Client Protocol; what it asks leave for is approved by a person, unless a rule says otherwise. */
    via?: "cli" | "acp";
    /** With acp: rules that come after those of policy.yaml. */
    permissions?: AgentPermission[];
    /** With acp: programs that give it more tools (MCP). Whoever approves sees them. */
    mcpServers?: AgentMcpServer[];
    /** With acp: options of the approvals it yields. A no is told to the agent, which goes on without. */
    approval?: Loose<Pick<ApproveCommand, "ttlMs" | "approvers" | "differentApprover">>;
    args?: string[];
    cwd?: string;
    env?: NonNullable<AgentRequest["env"]>;
    rules?: { [key: string]: Json }[];
    /** To go on where an earlier step ended: its `meta.session`. */
    session?: (ctx: ThreadContext) => string | null | undefined;
  }>;

/** For who calls a model without the engine: such a call is no line of the journal, and is made again after a crash. */
export type CallAgent<Meta> = Common<Meta> & { call: AgentFn };

export type Meta = Record<string, unknown>;

/** `problem`: why it is known not to fit. `messages`: the talk so far, for a second attempt. */
export type Answer = {
  text: string;
  object?: unknown;
  problem?: string;
  session?: string | null;
  messages?: ModelMessage[];
};
export type Repair = { answer: Answer; problem: string } | null;
export type Asking = AsyncGenerator<Commands, Answer, unknown>;

export function promptOf({ prompt }: Common<Meta>, ctx: ThreadContext): string {
  if (prompt !== undefined) return prompt(ctx);
  const said = ctx.steps.map(({ role, content }) => `## ${role}\n\n${content}`);
  return [ctx.start.content, ...said].join("\n\n");
}

export function systemOf({ system }: Common<Meta>, ctx: ThreadContext): string | undefined {
  return typeof system === "function" ? system(ctx) : system;
}

/** Of every effect of an agent. */
export function effectOf({ effect, reuse }: Common<Meta>): EffectOptions {
  return reuse === undefined ? (effect ?? {}) : { ...effect, reuse };
}

export function complaint(problem: string): string {
  return `This answer cannot be used: ${problem}. Answer again, with JSON that fits the schema and nothing else.`;
}

/** For a receipt that is neither an answer nor one that could be repaired. */
export function failed(receipt: {
  status: string;
  error?: { code: string; message: string } | undefined;
}): AgentError {
  const { status, error } = receipt;
  const message = error?.message ?? `the receipt says ${status}`;
  return new AgentError(error?.code ?? status.toUpperCase(), message, { receipt: receipt as never });
}

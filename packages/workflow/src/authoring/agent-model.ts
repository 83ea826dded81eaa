// An agent that is a model: asked through the engine, and again as long as it uses tools.

import type { Receipt } from "#contract/effect.ts";
import { AgentError } from "./agent-error.ts";
import {
  type Asking,
  complaint,
  effectOf,
  failed,
  type Meta,
  type ModelAgent,
  promptOf,
  type Repair,
  systemOf,
} from "./agent-options.ts";
import { jsonSchemaOf } from "./agent-schema.ts";
import { describeTools, useTool } from "./agent-tools.ts";
import { type AnswerBlob, generate, type ModelMessage } from "./models.ts";
import type { ThreadContext } from "./types.ts";

const TURNS_MAX = 16;

export async function* askModel(options: ModelAgent<Meta>, ctx: ThreadContext, repair: Repair): Asking {
  const { tools = {}, maxTurns = TURNS_MAX } = options;
  const request = requestOf(options, ctx);
  const messages = openingOf(options, ctx, repair);
  for (let turn = 1; turn <= maxTurns; turn++) {
    const receipt = yield* generate({ ...request, messages: [...messages] }, effectOf(options));
    const { payload, error } = receipt;
    if (payload !== undefined && error?.code === "LLM_OUTPUT_INVALID")
      return { text: payload.text, problem: error.message, messages };
    if (receipt.status !== "ok") throw failed(receipt);
    const { text, object, toolCalls = [], blob } = receipt.payload;
    if (blob !== undefined) throw tooLarge(blob, receipt);
    if (toolCalls.length === 0) return { text, object, messages };
    messages.push({ role: "assistant", content: text, toolCalls });
    for (const call of toolCalls) {
      const content = yield* useTool(call, tools, ctx);
      messages.push({ role: "tool", toolCallId: call.id, name: call.name, content });
    }
  }
  throw new AgentError("AGENT_TURNS", `it still used tools after ${maxTurns} turns`);
}

/** Its text is not in the payload: an empty one would pass for the answer. */
function tooLarge({ sha256, bytes }: AnswerBlob, receipt: Receipt<unknown>): AgentError {
  const message = `the answer has ${bytes} bytes and is kept as the blob ${sha256}: read it with getBlob`;
  return new AgentError("AGENT_ANSWER_LARGE", message, { receipt });
}

function requestOf(options: ModelAgent<Meta>, ctx: ThreadContext) {
  const { model, tools = {}, schema, temperature, maxTokens, protocol, options: further } = options;
  return {
    model: typeof model === "function" ? model(ctx) : (ctx.variables.model ?? model),
    system: systemOf(options, ctx),
    schema: schema === undefined ? undefined : jsonSchemaOf(schema),
    tools: Object.keys(tools).length === 0 ? undefined : describeTools(tools),
    temperature,
    maxTokens,
    protocol,
    options: further,
  };
}

/** A second attempt shows the model its own answer, and what is wrong with it. */
function openingOf(options: ModelAgent<Meta>, ctx: ThreadContext, repair: Repair): ModelMessage[] {
  if (repair === null) return [{ role: "user", content: promptOf(options, ctx) }];
  return [
    ...(repair.answer.messages ?? []),
    { role: "assistant", content: repair.answer.text },
    { role: "user", content: complaint(repair.problem) },
  ];
}

// Our params in the words of the `ai` library.
import type { Json, JsonSchema } from "@uncaged/workflow/executor";
import { jsonSchema, type ModelMessage, Output, type ToolSet, tool } from "ai";
import type { Endpoint, WireProtocol } from "./endpoints.ts";
import { betasOf, outputMaxOf } from "./model-names.ts";

export type ToolCall = { id: string; name: string; input: Json };

export type Message =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "tool"; toolCallId: string; name: string; content: Json };

export type LlmParams = {
  model: string;
  system?: string;
  prompt?: string;
  messages?: Message[];
  schema?: JsonSchema;
  tools?: { name: string; description?: string; parameters: JsonSchema }[];
  toolChoice?: "auto" | "required" | "none";
  temperature: number;
  maxTokens?: number;
  seed?: number;
  stream: boolean;
  protocol?: WireProtocol;
  options?: { [provider: string]: { [key: string]: Json } };
};

/** What every call has, whichever the model. */
export function toRequest(params: LlmParams, endpoint: Endpoint & { protocol: WireProtocol }) {
  const { system, schema, tools, toolChoice, temperature, seed } = params;
  const maxTokens = params.maxTokens ?? outputMaxOf(endpoint);
  return {
    messages: [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      ...(params.messages ?? []).map(toMessage),
      ...(params.prompt === undefined ? [] : [{ role: "user" as const, content: params.prompt }]),
    ],
    allowSystemInMessages: true,
    temperature,
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(seed === undefined ? {} : { seed }),
    providerOptions: optionsFor(params, endpoint) as never,
    ...(tools === undefined ? {} : { tools: toTools(tools) }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    // A model that may call tools answers in JSON only once it has called them.
    ...(schema === undefined ? {} : { output: Output.object({ schema: jsonSchema(schema as never) }) }),
  };
}

type Options = NonNullable<LlmParams["options"]>;

/** What the author says goes before what is said here. */
function optionsFor(
  { schema, options = {} }: LlmParams,
  endpoint: Endpoint & { protocol: WireProtocol },
): Options {
  const betas = betasOf(endpoint);
  const openai = {
    // OpenAI holds a model to a schema word for word only if every member is required and no other allowed.
    ...(schema === undefined || isComplete(schema) ? {} : { strictJsonSchema: false }),
    // Chat completions are not kept there either.
    ...(endpoint.protocol === "responses" ? { store: false } : {}),
  };
  return {
    ...options,
    ...(Object.keys(openai).length === 0 ? {} : { openai: { ...openai, ...options.openai } }),
    ...(betas.length === 0 ? {} : { anthropic: { anthropicBeta: betas, ...options.anthropic } }),
  };
}

function isComplete(schema: Json): boolean {
  if (typeof schema !== "object" || schema === null) return true;
  if (Array.isArray(schema)) return schema.every(isComplete);
  const { properties, required, additionalProperties } = schema;
  if (typeof properties === "object" && properties !== null) {
    const names = Object.keys(properties);
    const isAll = Array.isArray(required) && names.every((name) => required.includes(name));
    if (!isAll || additionalProperties !== false) return false;
  }
  return Object.values(schema).every(isComplete);
}

function toMessage(message: Message): ModelMessage {
  if (message.role === "tool") {
    const { toolCallId, name, content } = message;
    const output =
      typeof content === "string"
        ? { type: "text" as const, value: content }
        : { type: "json" as const, value: content };
    return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName: name, output }] };
  }
  if (message.role !== "assistant") return message as Extract<Message, { role: "system" | "user" }>;
  const calls = (message.toolCalls ?? []).map(({ id, name, input }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input,
  }));
  const text = message.content === "" ? [] : [{ type: "text" as const, text: message.content }];
  return { role: "assistant", content: [...text, ...calls] };
}

/** Without `execute`: the library only tells what the model wants, the thread does it. */
function toTools(tools: NonNullable<LlmParams["tools"]>): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({
        inputSchema: jsonSchema(parameters as never),
        ...(description === undefined ? {} : { description }),
      }),
    ]),
  );
}

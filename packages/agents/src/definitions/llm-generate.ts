// sys/llm.generate@1: one question to a model, one answer.
//
// Its class is `idempotent`. A call changes nothing outside, so a call nobody knows the answer of is made again when its
// thread comes back, with the same idempotency key, and the journal says so; what it may cost is a second price. Whoever
// would rather be asked first says `class: "once"`.
import type { EffectDefinition, JsonSchema } from "@uncaged/workflow/executor";
import { askedGist } from "./asked-gist.ts";
import { COUNT, closed, type Json, MAP, shapeAsked, TEXT } from "./schema-words.ts";

/** A model may think for long. */
const TIMEOUT_MS = 600_000;

const TOOL_CALL = closed({ id: TEXT, name: TEXT, input: true });

const MESSAGE: JsonSchema = {
  anyOf: [
    closed({ role: { enum: ["system", "user"] }, content: TEXT }),
    closed({ role: { const: "assistant" }, content: TEXT, toolCalls: { type: "array", items: TOOL_CALL } }, [
      "role",
      "content",
    ]),
    closed({ role: { const: "tool" }, toolCallId: TEXT, name: TEXT, content: true }),
  ],
};

/** As providers spell what has a param of its own: it would be sent instead of that. */
const HAS_A_PARAM: readonly string[] = [
  "model",
  "temperature",
  "messages",
  "input",
  "contents",
  "stream",
  "seed",
  "tools",
  "tool_choice",
  "toolChoice",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "maxTokens",
  "maxOutputTokens",
];

const OPTIONS: JsonSchema = { ...MAP, propertyNames: { not: { enum: [...HAS_A_PARAM] } } };

export const LLM_GENERATE: EffectDefinition = {
  name: "sys/llm.generate@1",
  class: "idempotent",
  risk: "read",
  executor: "agents:llm",
  acceptsKey: true,
  timeoutMs: TIMEOUT_MS,
  params: {
    ...closed(
      {
        /** provider/name: openai/..., anthropic/..., google/..., or a name under `models` in config.yaml. */
        model: { type: "string", pattern: "^[A-Za-z0-9_-]+/.+$" },
        system: TEXT,
        prompt: TEXT,
        messages: { type: "array", minItems: 1, items: MESSAGE },
        /** JSON Schema of the answer. */
        schema: MAP,
        tools: {
          type: "array",
          items: closed(
            {
              name: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
              description: TEXT,
              parameters: MAP,
            },
            ["name", "parameters"],
          ),
        },
        toolChoice: { enum: ["auto", "required", "none"] },
        temperature: { type: "number", minimum: 0, maximum: 2, default: 0 },
        maxTokens: { type: "integer", minimum: 1 },
        seed: { type: "integer", minimum: 0 },
        stream: { type: "boolean", default: true },
        /** How OpenAI is asked. Without it, the model's name and where it is decide. */
        protocol: { enum: ["chat", "responses"] },
        /** What only one provider knows, by its name: {openai: {reasoningEffort: "low"}}. Nothing that has a param here. */
        options: { type: "object", additionalProperties: OPTIONS },
      },
      ["model"],
    ),
    anyOf: [{ required: ["prompt"] }, { required: ["messages"] }],
  },
  receipt: closed(
    {
      text: TEXT,
      object: true,
      toolCalls: { type: "array", items: TOOL_CALL },
      finishReason: TEXT,
      /** Empty: nobody said. */
      usage: closed(
        {
          inputTokens: COUNT,
          outputTokens: COUNT,
          totalTokens: COUNT,
          cachedInputTokens: COUNT,
          cacheWriteTokens: COUNT,
          reasoningTokens: COUNT,
        },
        [],
      ),
      /** Too large for a receipt: the answer is there, and `text` is empty. */
      blob: closed({ sha256: TEXT, bytes: COUNT }),
      model: TEXT,
      provider: TEXT,
      warnings: { type: "array", items: TEXT },
    },
    ["text", "finishReason", "usage", "model", "provider", "warnings"],
  ),
  hintFor: (params) => {
    const { model, options } = Object(params) as { model?: Json; options?: Json };
    return modelHint(model) ?? optionHint(options);
  },
  gist: askedGist,
  simulate: (params) => shapeAsked(STUB, params),
};

/** What a dry run returns: a complete answer with its usage. */
const STUB: JsonSchema = stubOf(LLM_GENERATE.receipt);

function stubOf(receipt: JsonSchema): JsonSchema {
  const { blob: _, usage, ...properties } = receipt.properties as { [name: string]: JsonSchema };
  const told = { ...usage, required: ["inputTokens", "outputTokens", "totalTokens"] };
  return { ...receipt, properties: { ...properties, usage: told } };
}

/** Options that would be sent instead of a param. */
function optionHint(options: Json | undefined): { message: string; hint: string } | undefined {
  for (const [provider, given] of Object.entries(Object(options) as { [key: string]: Json })) {
    const name = Object.keys(Object(given)).find((key) => HAS_A_PARAM.includes(key));
    if (name !== undefined)
      return {
        message: `options.${provider}.${name} would override a param`,
        hint: "say it by the param of sys/llm.generate@1 that is for it: docs/agents.md",
      };
  }
  return undefined;
}

/** Makers of models, by how the names of theirs begin. */
const MAKERS: [RegExp, string][] = [
  [/^(?:gpt|chatgpt|o\d)/i, "openai"],
  [/^claude/i, "anthropic"],
  [/^(?:gemini|gemma)/i, "google"],
];

/** A name without its provider. */
function modelHint(model: Json | undefined): { message: string; hint: string } | undefined {
  if (typeof model !== "string" || model === "" || model.includes("/")) return undefined;
  const maker = MAKERS.find(([name]) => name.test(model))?.[1];
  const written = `${maker ?? "provider"}/${model}`;
  const others =
    maker === undefined ? ", such as openai, anthropic, google or a name under `models` in config.yaml" : "";
  return { message: `"${model}" does not name its provider`, hint: `write model: "${written}"${others}` };
}

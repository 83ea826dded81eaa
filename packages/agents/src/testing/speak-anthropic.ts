// Anthropic's messages.
import { type Asked, type Protocol, type StreamEvent, textsIn } from "./protocol.ts";
import { piecesOf, type ScriptedReply, textOf, usageOf } from "./script.ts";

export const anthropic: Protocol = {
  isFor: (path) => path.endsWith("/messages"),

  read: (body) => ({
    model: String(body.model ?? ""),
    prompt: [textsIn(body.system), textsIn(body.messages)].join("\n"),
    isStream: body.stream === true,
  }),

  whole: (reply, asked) => ({
    ...head(reply, asked),
    content: blocks(reply),
    stop_reason: stopOf(reply),
    stop_sequence: null,
  }),

  events(reply, asked) {
    const started = { ...head(reply, asked), content: [], stop_reason: null, stop_sequence: null };
    const { output_tokens } = usage(reply, asked);
    return [
      named({ type: "message_start", message: started }),
      ...blocks(reply).flatMap((block, index) => blockEvents(block, index, reply)),
      named({
        type: "message_delta",
        delta: { stop_reason: stopOf(reply), stop_sequence: null },
        usage: { output_tokens },
      }),
      named({ type: "message_stop" }),
    ];
  },

  error: (status, message) => ({
    type: "error",
    error: { type: status === 429 ? "rate_limit_error" : "api_error", message },
  }),
};

type Block = { type: "text"; text: string } | { type: "tool_use"; id: string; name: string; input: unknown };

function blocks(reply: ScriptedReply): Block[] {
  const text = textOf(reply);
  return [
    ...(text === "" ? [] : [{ type: "text" as const, text }]),
    ...(reply.toolCalls ?? []).map(({ id, name, input }, index) => ({
      type: "tool_use" as const,
      id: id ?? `toolu_${index + 1}`,
      name,
      input,
    })),
  ];
}

function blockEvents(block: Block, index: number, reply: ScriptedReply): StreamEvent[] {
  const empty = block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} };
  const deltas: StreamEvent[] =
    block.type === "text"
      ? piecesOf(block.text, reply.chunks).map((text) => ({
          ...named({ type: "content_block_delta", index, delta: { type: "text_delta", text } }),
          isPiece: true,
        }))
      : [
          named({
            type: "content_block_delta",
            index,
            delta: { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
          }),
        ];
  return [
    named({ type: "content_block_start", index, content_block: empty }),
    ...deltas,
    named({ type: "content_block_stop", index }),
  ];
}

function named(data: { type: string; [key: string]: unknown }): StreamEvent {
  return { event: data.type, data };
}

function head(reply: ScriptedReply, asked: Asked) {
  return {
    id: "msg_scripted",
    type: "message",
    role: "assistant",
    model: asked.model,
    usage: usage(reply, asked),
  };
}

function stopOf({ toolCalls, finish }: ScriptedReply): string {
  if (finish !== undefined) return finish === "length" ? "max_tokens" : "refusal";
  return toolCalls === undefined ? "end_turn" : "tool_use";
}

/** Anthropic counts what came from its cache, or went there, beside the input, not in it. Without a word of it: 0. */
function usage(reply: ScriptedReply, { prompt }: Asked) {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usageOf(reply, prompt) ?? {
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
  };
  return {
    input_tokens: inputTokens - cachedInputTokens - cacheWriteTokens,
    cache_read_input_tokens: cachedInputTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    output_tokens: outputTokens,
  };
}

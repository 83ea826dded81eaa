// Chat completions, as OpenAI and most local servers have them.
import { type Asked, type Protocol, type StreamEvent, textsIn } from "./protocol.ts";
import { piecesOf, type ScriptedReply, textOf, usageOf } from "./script.ts";

export const openAi: Protocol = {
  isFor: (path) => path.endsWith("/chat/completions"),

  read: (body) => ({
    model: String(body.model ?? ""),
    prompt: textsIn(body.messages),
    isStream: body.stream === true,
  }),

  whole: (reply, asked) => ({
    ...head("chat.completion", asked),
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: textOf(reply),
          ...(calls(reply) && { tool_calls: calls(reply) }),
        },
        finish_reason: finishOf(reply),
      },
    ],
    ...usage(reply, asked),
  }),

  events(reply, asked) {
    const chunk = (delta: object, finish: string | null = null, more: object = {}): StreamEvent => ({
      data: {
        ...head("chat.completion.chunk", asked),
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      },
    });
    const toolCalls = calls(reply)?.map((call, index) => ({ index, ...call }));
    return [
      chunk({ role: "assistant", content: "" }),
      ...piecesOf(textOf(reply), reply.chunks).map((content) => ({
        ...chunk({ content }),
        isPiece: true as const,
      })),
      ...(toolCalls === undefined ? [] : [chunk({ tool_calls: toolCalls })]),
      chunk({}, finishOf(reply)),
      ...(reply.usage === null ? [] : [lastChunk(reply, asked)]),
      { data: "[DONE]" },
    ];
  },

  error: (status, message) => ({
    error: { message, type: status === 429 ? "rate_limit" : "error", code: status },
  }),
};

function lastChunk(reply: ScriptedReply, asked: Asked): StreamEvent {
  return { data: { ...head("chat.completion.chunk", asked), choices: [], ...usage(reply, asked) } };
}

function head(object: string, { model }: Asked) {
  return { id: "chatcmpl-scripted", object, created: 0, model };
}

function finishOf({ toolCalls, finish }: ScriptedReply): string {
  if (finish !== undefined) return finish === "length" ? "length" : "content_filter";
  return toolCalls === undefined ? "stop" : "tool_calls";
}

function calls({ toolCalls }: ScriptedReply) {
  return toolCalls?.map(({ id, name, input }, index) => ({
    id: id ?? `call_${index + 1}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
}

function usage(reply: ScriptedReply, { prompt }: Asked): object {
  const used = usageOf(reply, prompt);
  if (used === null) return {};
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens, beside } = used;
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens + (beside ? reasoningTokens : 0),
      prompt_tokens_details: {
        cached_tokens: cachedInputTokens,
        ...(cacheWriteTokens === 0 ? {} : { cache_write_tokens: cacheWriteTokens }),
      },
      ...(reasoningTokens === 0 ? {} : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
    },
  };
}

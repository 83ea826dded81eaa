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
    usage: usage(reply, asked),
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
      { data: { ...head("chat.completion.chunk", asked), choices: [], usage: usage(reply, asked) } },
      { data: "[DONE]" },
    ];
  },

  error: (status, message) => ({
    error: { message, type: status === 429 ? "rate_limit" : "error", code: status },
  }),
};

function head(object: string, { model }: Asked) {
  return { id: "chatcmpl-scripted", object, created: 0, model };
}

function finishOf({ toolCalls }: ScriptedReply): string {
  return toolCalls === undefined ? "stop" : "tool_calls";
}

function calls({ toolCalls }: ScriptedReply) {
  return toolCalls?.map(({ id, name, input }, index) => ({
    id: id ?? `call_${index + 1}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
}

function usage(reply: ScriptedReply, { prompt }: Asked) {
  const { inputTokens, outputTokens, cachedInputTokens } = usageOf(reply, prompt);
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}

// OpenAI's Responses.
import { type Asked, type Protocol, type StreamEvent, textsIn } from "./protocol.ts";
import { piecesOf, type ScriptedReply, textOf, usageOf } from "./script.ts";

export const responses: Protocol = {
  isFor: (path) => path.endsWith("/responses"),

  read: (body) => ({
    model: String(body.model ?? ""),
    prompt: [textsIn(body.instructions), textsIn(body.input)].filter((part) => part !== "").join("\n"),
    isStream: body.stream === true,
  }),

  whole: (reply, asked) => ended(reply, asked),

  events(reply, asked) {
    const begun = { ...head(asked), status: "in_progress", output: [] };
    const items = itemsOf(reply);
    return numbered([
      { type: "response.created", response: begun },
      ...items.flatMap((item, index) => itemEvents(item, index, reply)),
      {
        type: reply.finish === undefined ? "response.completed" : "response.incomplete",
        response: ended(reply, asked),
      },
    ]);
  },

  error: (status, message) => ({
    error: { message, type: status === 429 ? "rate_limit" : "error", code: String(status), param: null },
  }),
};

type Item = { type: string; id: string; [key: string]: unknown };
type Event = { type: string; [key: string]: unknown };

function head({ model }: Asked) {
  return { id: "resp_scripted", object: "response", created_at: 0, model };
}

function ended(reply: ScriptedReply, asked: Asked) {
  const { finish } = reply;
  const reason =
    finish === "length" ? "max_output_tokens" : finish === "content-filter" ? "content_filter" : null;
  return {
    ...head(asked),
    status: finish === undefined ? "completed" : "incomplete",
    incomplete_details: reason === null ? null : { reason },
    output: itemsOf(reply),
    usage: usage(reply, asked),
  };
}

function itemsOf(reply: ScriptedReply): Item[] {
  const text = textOf(reply);
  const message: Item = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
  const calls = (reply.toolCalls ?? []).map(({ id, name, input }, index): Item => {
    const call = { call_id: id ?? `call_${index + 1}`, name, arguments: JSON.stringify(input) };
    return { type: "function_call", id: `fc_${index + 1}`, status: "completed", ...call };
  });
  return [...(text === "" ? [] : [message]), ...calls];
}

function itemEvents(item: Item, index: number, reply: ScriptedReply): Event[] {
  const isCall = item.type === "function_call";
  const empty = isCall ? { ...item, arguments: "" } : { ...item, content: [] };
  const pieces = isCall ? [] : piecesOf(textOf(reply), reply.chunks);
  return [
    { type: "response.output_item.added", output_index: index, item: empty },
    ...pieces.map((delta) => ({
      type: "response.output_text.delta",
      item_id: item.id,
      output_index: index,
      content_index: 0,
      delta,
    })),
    { type: "response.output_item.done", output_index: index, item },
  ];
}

function numbered(events: Event[]): StreamEvent[] {
  return events.map((event, index) => ({
    event: event.type,
    data: { ...event, sequence_number: index },
    ...(event.type === "response.output_text.delta" ? { isPiece: true as const } : {}),
  }));
}

function usage(reply: ScriptedReply, { prompt }: Asked): object | null {
  const used = usageOf(reply, prompt);
  if (used === null) return null;
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = used;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}

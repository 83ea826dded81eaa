// Google's generateContent.
import { type Asked, type Protocol, textsIn } from "./protocol.ts";
import { piecesOf, type ScriptedReply, textOf, usageOf } from "./script.ts";

const PATH = /\/models\/([^/]+):(generateContent|streamGenerateContent)$/;

export const google: Protocol = {
  isFor: (path) => PATH.test(path),

  read(body, url) {
    const [, model = "", verb] = PATH.exec(url.pathname) ?? [];
    const prompt = [textsIn(body.systemInstruction), textsIn(body.contents)].join("\n");
    return { model, prompt, isStream: verb === "streamGenerateContent" };
  },

  whole: (reply, asked) => answer([...textParts(textOf(reply)), ...callParts(reply)], reply, asked, true),

  events(reply, asked) {
    const pieces = piecesOf(textOf(reply), reply.chunks);
    return [
      ...pieces.map((text) => ({
        data: answer(textParts(text), reply, asked, false),
        isPiece: true as const,
      })),
      { data: answer(callParts(reply), reply, asked, true) },
    ];
  },

  error: (status, message, reply) => ({
    error: {
      code: status,
      message,
      status: "SCRIPTED",
      ...(reply?.retryDelay === undefined
        ? {}
        : {
            details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: reply.retryDelay }],
          }),
    },
  }),
};

function answer(parts: object[], reply: ScriptedReply, asked: Asked, isLast: boolean) {
  return {
    candidates: [
      { content: { role: "model", parts }, index: 0, ...(isLast ? { finishReason: finishOf(reply) } : {}) },
    ],
    modelVersion: asked.model,
    ...usage(reply, asked),
  };
}

function finishOf({ finish }: ScriptedReply): string {
  if (finish === undefined) return "STOP";
  return finish === "length" ? "MAX_TOKENS" : "SAFETY";
}

/** Google counts what a model thought beside its answer. */
function usage(reply: ScriptedReply, { prompt }: Asked): object {
  const used = usageOf(reply, prompt);
  if (used === null) return {};
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = used;
  return {
    usageMetadata: {
      promptTokenCount: inputTokens,
      cachedContentTokenCount: cachedInputTokens,
      candidatesTokenCount: outputTokens - reasoningTokens,
      ...(reasoningTokens === 0 ? {} : { thoughtsTokenCount: reasoningTokens }),
      totalTokenCount: inputTokens + outputTokens,
    },
  };
}

function textParts(text: string): object[] {
  return text === "" ? [] : [{ text }];
}

function callParts({ toolCalls }: ScriptedReply): object[] {
  return (toolCalls ?? []).map(({ name, input }) => ({ functionCall: { name, args: input } }));
}

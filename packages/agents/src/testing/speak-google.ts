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

  error: (status, message) => ({ error: { code: status, message, status: "SCRIPTED" } }),
};

function answer(parts: object[], reply: ScriptedReply, asked: Asked, isLast: boolean) {
  const { inputTokens, outputTokens, cachedInputTokens } = usageOf(reply, asked.prompt);
  return {
    candidates: [
      { content: { role: "model", parts }, index: 0, ...(isLast ? { finishReason: "STOP" } : {}) },
    ],
    modelVersion: asked.model,
    usageMetadata: {
      promptTokenCount: inputTokens,
      cachedContentTokenCount: cachedInputTokens,
      candidatesTokenCount: outputTokens,
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

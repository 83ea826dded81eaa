// What a scripted model answers, and when.

export type ScriptJson = null | boolean | number | string | ScriptJson[] | { [key: string]: ScriptJson };

export type ScriptedToolCall = { id?: string; name: string; input: ScriptJson };

export type ScriptedReply = {
  /** Answers only a request that holds this text in its messages, and stays in line otherwise. */
  when?: string;
  /** Answers only this model, by the name the request has. */
  model?: string;
  text?: string;
  /** Sent as JSON text. */
  object?: ScriptJson;
  toolCalls?: ScriptedToolCall[];
  /** null: the server does not say. `reasoningTokens` are part of the output, `beside` makes them stand beside it (xAI). */
  usage?: ScriptedUsage | null;
  /** How the answer ended, where it is not whole. `incomplete`: of Responses, without a reason. */
  finish?: "length" | "content-filter" | "incomplete";
  /** Not 200: an error with this status. */
  status?: number;
  error?: string;
  /** Seconds, as the header has them. */
  retryAfter?: number;
  /** Further headers of an error, and of an answer. */
  headers?: { [name: string]: string };
  /** Of an error: what Google says in its details, such as "34s". */
  retryDelay?: string;
  /** Before the first byte. */
  delayMs?: number;
  /** In how many pieces a stream sends the text; 4 without it. */
  chunks?: number;
  /** Between two pieces. */
  chunkDelayMs?: number;
  /** `json`: the body does not parse. `cut`: it ends in the middle. */
  broken?: "json" | "cut";
  /** The answer waits until `release()` is called. */
  hold?: boolean;
  /** It may answer any number of requests. */
  repeat?: boolean;
};

export type ScriptedUsage = {
  inputTokens: number;
  outputTokens: number;
  /** Both are part of the input. */
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  beside?: boolean;
};

/** A text is a reply with that text. */
export type Script = { replies: (string | ScriptedReply)[] };

export type ScriptedRequest = {
  path: string;
  headers: { [name: string]: string };
  /** The model's name in it, whatever the protocol. */
  model: string;
  /** All texts of its messages, joined. */
  prompt: string;
  isStream: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of three protocols
  body: any;
  /** What it was answered with; null when the script had nothing left. */
  reply: ScriptedReply | null;
};

/** Hands out replies in order; each once, unless it repeats. */
export class ScriptRoll {
  private readonly left: ScriptedReply[];

  constructor({ replies }: Script) {
    this.left = replies.map((reply) => (typeof reply === "string" ? { text: reply } : { ...reply }));
  }

  take(request: { model: string; prompt: string }): ScriptedReply | null {
    const index = this.left.findIndex((reply) => fits(reply, request));
    const reply = this.left[index];
    if (reply === undefined) return null;
    if (reply.repeat !== true) this.left.splice(index, 1);
    return reply;
  }

  add(reply: string | ScriptedReply): void {
    this.left.push(typeof reply === "string" ? { text: reply } : reply);
  }
}

function fits({ when, model }: ScriptedReply, request: { model: string; prompt: string }): boolean {
  if (model !== undefined && model !== request.model) return false;
  return when === undefined || request.prompt.includes(when);
}

/** The text a reply sends. */
export function textOf({ text, object, toolCalls }: ScriptedReply): string {
  if (object !== undefined) return JSON.stringify(object);
  return text ?? (toolCalls === undefined ? "ok" : "");
}

/** Told, or guessed as four characters a token. Null: the server does not say. */
export function usageOf(reply: ScriptedReply, prompt: string): Required<ScriptedUsage> | null {
  if (reply.usage === null) return null;
  const guessed = {
    inputTokens: Math.ceil(prompt.length / 4),
    outputTokens: Math.ceil((textOf(reply).length + JSON.stringify(reply.toolCalls ?? "").length) / 4),
  };
  const none = { cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, beside: false };
  return { ...none, ...(reply.usage ?? guessed) };
}

/** Of equal length, but for the last. */
export function piecesOf(text: string, count = 4): string[] {
  const chars = [...text];
  const size = Math.max(1, Math.ceil(chars.length / Math.max(1, count)));
  const pieces: string[] = [];
  for (let at = 0; at < chars.length; at += size) pieces.push(chars.slice(at, at + size).join(""));
  return pieces;
}

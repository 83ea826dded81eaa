// One way to talk to a model over HTTP: how a request is read and how a reply is spelled.
import type { ScriptedReply } from "./script.ts";

export type Asked = { model: string; prompt: string; isStream: boolean };

export type Protocol = {
  isFor(path: string): boolean;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was posted
  read(body: any, url: URL): Asked;
  whole(reply: ScriptedReply, asked: Asked): object;
  /** The events of a stream, in order; those with `isPiece` are text. */
  events(reply: ScriptedReply, asked: Asked): StreamEvent[];
  /** Of an error. */
  error(status: number, message: string, reply?: ScriptedReply): object;
};

export type StreamEvent = { event?: string; data: object | "[DONE]"; isPiece?: true };

export function lineOf({ event, data }: StreamEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${data === "[DONE]" ? data : JSON.stringify(data)}\n\n`;
}

/** Every string under `content`, `text` and `parts`, wherever a protocol has them. */
export function textsIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textsIn).join("\n");
  if (typeof value !== "object" || value === null) return "";
  const { content, text, parts, output, arguments: args } = value as Record<string, unknown>;
  return [content, text, parts, output, args]
    .map(textsIn)
    .filter((found) => found !== "")
    .join("\n");
}

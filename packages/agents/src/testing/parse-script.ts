// A script from a file: checked, since a typing error would look like a model that answers strangely.
import type { Script, ScriptedReply } from "./script.ts";

const KEYS: Record<keyof ScriptedReply, string> = {
  when: "string",
  model: "string",
  text: "string",
  object: "any",
  toolCalls: "object",
  usage: "object",
  finish: "string",
  status: "number",
  error: "string",
  retryAfter: "number",
  headers: "object",
  retryDelay: "string",
  delayMs: "number",
  chunks: "number",
  chunkDelayMs: "number",
  broken: "string",
  hold: "boolean",
  repeat: "boolean",
};

/** Throws what is wrong, and where. */
export function parseScript(text: string): Script {
  const value: unknown = JSON.parse(text);
  const { replies } = Object(value) as { replies?: unknown };
  if (!Array.isArray(replies)) throw new Error('it must be {"replies": [...]}');
  for (const [index, reply] of replies.entries()) checkReply(reply, `replies[${index}]`);
  return { replies };
}

function checkReply(reply: unknown, path: string): void {
  if (typeof reply === "string") return;
  if (typeof reply !== "object" || reply === null || Array.isArray(reply))
    throw new Error(`${path} must be a text or an object`);
  for (const [key, value] of Object.entries(reply)) {
    const wanted = Object.hasOwn(KEYS, key) ? KEYS[key as keyof ScriptedReply] : undefined;
    if (wanted === undefined)
      throw new Error(`${path}.${key} is not known; known are ${Object.keys(KEYS).join(", ")}`);
    if (wanted !== "any" && typeof value !== wanted)
      throw new Error(`${path}.${key} must be of type ${wanted}`);
  }
}

// PRESET-2: what a program would take for a command of its own, or for a file to send along, is a text like any other.
import type { Preset } from "../definitions/presets.ts";

const LINE = "The request is the following text:";

export function quotePrompt(prompt: string, { start, mentions }: Preset["quote"]): string {
  const plain = mentions ? prompt.replace(/(^|[\s(["'`,;:])@(?=\S)/g, "$1\\@") : prompt;
  const first = plain.trimStart().slice(0, 1);
  return first !== "" && start.includes(first) ? `${LINE}\n\n${plain}` : plain;
}

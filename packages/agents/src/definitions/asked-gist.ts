import type { Json } from "./schema-words.ts";

/** Who is asked, and what: the last message when there are several. */
export function askedGist(params: Json): string {
  const { model, agent, command, prompt, messages } = membersOf(params);
  const last = Array.isArray(messages) ? messages.at(-1) : undefined;
  const said = prompt ?? membersOf(last ?? null).content ?? "";
  const who = agent ?? (Array.isArray(command) ? command[0] : undefined);
  const name = [who, model].filter((word) => typeof word === "string").join(" ");
  return `${name}  ${typeof said === "string" ? said : JSON.stringify(said)}`;
}

function membersOf(value: Json): { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

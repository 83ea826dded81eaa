// Whether whoever started this command can be asked: a person at a terminal, who did not say otherwise.
import type { Arg, Invocation } from "../verb/command.ts";

export const ASK_ARGS: Record<string, Arg> = {
  "no-ask": { type: "boolean", description: "do not ask here what the thread asks: print the commands" },
};

export function mayAsk({ json, terminal, isSet }: Invocation): boolean {
  if (json || isSet("no-ask") || isSet("detach") || isCi(terminal.env)) return false;
  return terminal.openAsker !== undefined;
}

function isCi({ CI = "" }: Record<string, string | undefined>): boolean {
  return CI !== "" && CI !== "false" && CI !== "0";
}

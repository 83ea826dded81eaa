import type { Command } from "../verb/command.ts";
import { DECIDE_ARGS, decide } from "../watch/decide.ts";

export const command: Command = {
  summary: "Says no to what a thread asks. The thread ends as cancelled, unless it wants to hear the no.",
  args: DECIDE_ARGS,
  example: 'uncaged-workflow deny 01KQXKW1 --reason "not on a Friday"',
  run: (invocation) =>
    decide(invocation, invocation.positionals[0] as string, "deny", invocation.flag("token")),
};

import type { Command } from "../verb/command.ts";
import { DECIDE_ARGS, decide } from "../watch/decide.ts";

export const command: Command = {
  summary: "Says yes to what a thread asks, and watches it go on.",
  args: DECIDE_ARGS,
  example:
    'uncaged-workflow approve 01KQXKW1\nuncaged-workflow approve 3f2a9c1b --actor ann --reason "checked"',
  run: (invocation) =>
    decide(invocation, invocation.positionals[0] as string, "approve", invocation.flag("token")),
};

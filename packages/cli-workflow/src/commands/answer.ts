import { verbs, WorkflowError } from "@uncaged/workflow/host";
import { ASK_ARGS, mayAsk } from "../ask/may-ask.ts";
import type { Command } from "../verb/command.ts";
import { parseJson } from "../verb/read-flags.ts";
import { askAndAnswer, WAITING_ARG } from "../watch/decide.ts";
import { followAndAnswer } from "../watch/follow-and-answer.ts";

export const command: Command = {
  summary: "Answers what a thread asks, and watches it go on.",
  args: {
    thread: WAITING_ARG,
    value: { type: "string", valueHint: "json", description: "the answer; - reads it from standard input" },
    step: { type: "string", valueHint: "id", description: "which, when several questions are open" },
    actor: { type: "string", valueHint: "name", description: "who answers (UNCAGED_ACTOR, or the OS user)" },
    detach: { type: "boolean", description: "do not watch" },
    ...ASK_ARGS,
  },
  example: `uncaged-workflow answer 01KQXKW1 --value '{"branch":"main"}'`,
  async run(invocation) {
    const { flag, store, positionals, terminal } = invocation;
    const given = flag("value");
    if (given === undefined && mayAsk(invocation)) return askAndAnswer(invocation, positionals[0] as string);
    if (given === undefined)
      throw new WorkflowError("USAGE", '"answer" needs --value', { hint: "--value '{...}', or --value -" });
    const text = given === "-" ? new TextDecoder().decode(await terminal.readInput()) : given;
    const stepId = flag("step");
    const { settleThread } = await verbs.settle();
    const value = parseJson(text, "--value");
    const settlement = { type: "answer" as const, value, ...(stepId === undefined ? {} : { stepId }) };
    const settle = () => settleThread(store, positionals[0] as string, settlement, flag("actor"));
    return followAndAnswer(invocation, settle, { began: "execution.resumed" });
  },
};

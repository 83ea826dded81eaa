// approve and deny, and `resume` with a token: the same decision, typed in three ways.
import { verbs } from "@uncaged/workflow/host";
import { ASK_ARGS } from "../ask/may-ask.ts";
import type { Arg, CommandAnswer, Invocation } from "../verb/command.ts";
import { followAndAnswer } from "./follow-and-answer.ts";

export const WAITING_ARG: Arg = {
  type: "positional",
  description: "a thread id, last, or 8 characters or more of the intent id that `approvals` shows",
};

export const DECIDE_ARGS: Record<string, Arg> = {
  thread: WAITING_ARG,
  token: { type: "string", valueHint: "token", description: "the token `run` printed (not needed here)" },
  actor: { type: "string", valueHint: "name", description: "who decides (UNCAGED_ACTOR, or the OS user)" },
  reason: { type: "string", valueHint: "text", description: "why, for the record" },
  step: { type: "string", valueHint: "id", description: "which, when several approvals are open" },
  detach: { type: "boolean", description: "do not watch" },
  ...ASK_ARGS,
};

export async function decide(
  invocation: Invocation,
  thread: string,
  decision: "approve" | "deny",
  token: string | undefined,
): Promise<CommandAnswer> {
  const { flag, store } = invocation;
  const { settleThread } = await verbs.settle();
  const [stepId, reason] = [flag("step"), flag("reason")];
  const settlement = {
    type: "decide" as const,
    decision,
    ...(token === undefined ? {} : { token }),
    ...(stepId === undefined ? {} : { stepId }),
    ...(reason === undefined ? {} : { reason }),
  };
  return followAndAnswer(invocation, () => settleThread(store, thread, settlement, flag("actor")), {
    began: "execution.resumed",
  });
}

/** What was not said in the command is asked for, where somebody can be asked. */
export async function askAndAnswer(invocation: Invocation, thread: string): Promise<CommandAnswer> {
  const { joinWaiting } = await import("../ask/ask-person.ts");
  return followAndAnswer(invocation, () => joinWaiting(invocation, thread), { began: "execution.resumed" });
}

import { type Settlement, verbs, WorkflowError } from "@uncaged/workflow/host";
import { ASK_ARGS, mayAsk } from "../ask/may-ask.ts";
import type { Command, Invocation } from "../verb/command.ts";
import { parseJson } from "../verb/read-flags.ts";
import { askAndAnswer, WAITING_ARG } from "../watch/decide.ts";
import { followAndAnswer } from "../watch/follow-and-answer.ts";

export const command: Command = {
  summary: "Says what became of an effect that was cut off between dispatch and receipt.",
  args: {
    thread: WAITING_ARG,
    ok: { type: "string", valueHint: "json", description: "it was done, with this payload" },
    error: { type: "string", valueHint: "text", description: "it was not done, or done badly" },
    retry: { type: "boolean", description: "send it again" },
    intent: { type: "string", valueHint: "id", description: "which, when several are in doubt" },
    actor: { type: "string", valueHint: "name", description: "who says so (UNCAGED_ACTOR, or the OS user)" },
    detach: { type: "boolean", description: "do not watch" },
    ...ASK_ARGS,
  },
  example: `uncaged-workflow reconcile 01KQXKW1 --ok '{"exitCode":0,"stdout":"","stderr":""}'`,
  async run(invocation) {
    const { flag, store, positionals } = invocation;
    const intent = flag("intent");
    if (isUntold(invocation) && mayAsk(invocation)) return askAndAnswer(invocation, positionals[0] as string);
    const how = readHow(invocation);
    const { settleThread } = await verbs.settle();
    const settlement = { type: "reconcile" as const, how, ...(intent === undefined ? {} : { intent }) };
    const settle = () => settleThread(store, positionals[0] as string, settlement, flag("actor"));
    return followAndAnswer(invocation, settle, {
      began: "execution.resumed",
      more: ({ ignored }) => (ignored ? { ignored } : {}),
      notes: ({ ignored }) => (ignored ? ["that was settled before; nothing changed"] : []),
    });
  },
};

function isUntold({ isSet }: Invocation): boolean {
  return !["ok", "error", "retry", "intent"].some(isSet);
}

function readHow({ flag, isSet }: Invocation): Extract<Settlement, { type: "reconcile" }>["how"] {
  const [ok, error] = [flag("ok"), flag("error")];
  const given = [ok !== undefined, error !== undefined, isSet("retry")].filter(Boolean).length;
  if (given !== 1)
    throw new WorkflowError("USAGE", "say what became of it: one of --ok, --error and --retry", {
      hint: "uncaged-workflow reconcile --help",
    });
  if (ok !== undefined) return { ok: parseJson(ok, "--ok") };
  return error === undefined ? { retry: true } : { error };
}

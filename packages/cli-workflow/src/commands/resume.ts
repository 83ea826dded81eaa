import { verbs, WorkflowError } from "@uncaged/workflow/host";
import { ASK_ARGS, mayAsk } from "../ask/may-ask.ts";
import { escapeText } from "../render/escape.ts";
import { planAnswer } from "../render/plan.ts";
import type { Command, CommandAnswer, Invocation } from "../verb/command.ts";
import { askAndAnswer, decide } from "../watch/decide.ts";
import { followAndAnswer } from "../watch/follow-and-answer.ts";

export const command: Command = {
  summary: "Goes on with a paused or interrupted thread; its finished steps are not repeated.",
  args: {
    thread: {
      type: "positional",
      required: false,
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
    all: { type: "boolean", description: "every interrupted thread (paused ones stay paused)" },
    "from-start": {
      type: "boolean",
      description: "run the thread again from its beginning: finished work is repeated",
    },
    plan: { type: "boolean", description: "only show what is kept and what would run" },
    token: { type: "string", valueHint: "token", description: "the token of an approval: decides it" },
    decision: {
      type: "string",
      valueHint: "word",
      description: "approve or deny (default approve, when there is a token)",
    },
    actor: { type: "string", valueHint: "name", description: "who decides (UNCAGED_ACTOR, or the OS user)" },
    reason: { type: "string", valueHint: "text", description: "why, for the record" },
    "execution-id": { type: "string", valueHint: "id", description: "another way to say <thread>" },
    "resume-token": { type: "string", valueHint: "token", description: "another way to say --token" },
    detach: { type: "boolean", description: "do not watch" },
    ...ASK_ARGS,
  },
  more: "A thread that waits for an approval goes on only with --token or --decision, as with `approve` and `deny`.",
  example: "uncaged-workflow resume 01KQXKW1\nuncaged-workflow resume --all",
  jsonWith: "execution-id",
  async run(invocation) {
    const { isSet, positionals } = invocation;
    const thread = oneOf(invocation, positionals[0], "thread", "execution-id");
    const token = oneOf(invocation, invocation.flag("token"), "token", "resume-token");
    const decision = readDecision(invocation, token);
    if (decision !== null && (isSet("all") || isSet("from-start")))
      throw new WorkflowError("USAGE", "a decision is about one approval: no --all, no --from-start");
    const looks = isSet("plan");
    if (looks && (isSet("all") || isSet("from-start")))
      throw new WorkflowError("USAGE", "a plan is of one thread that goes on: no --all, no --from-start");
    if (isSet("all") && isSet("from-start"))
      throw new WorkflowError("USAGE", "--from-start repeats what is finished: name the thread");
    if (isSet("all")) return resumeEvery(invocation, thread);
    if (thread === undefined)
      throw new WorkflowError("USAGE", '"resume" needs <thread>, or --all', {
        hint: "uncaged-workflow threads",
      });
    if (looks) {
      const { planResume } = await verbs.plan();
      return planAnswer(await planResume(invocation.store, thread), invocation.paint);
    }
    if (decision !== null) return decide(invocation, thread, decision, token);
    const { resumeThread } = await verbs.resume();
    const resume = () => resumeThread(invocation.store, thread, { fromStart: isSet("from-start") });
    try {
      return await followAndAnswer(invocation, resume, { began: "execution.resumed" });
    } catch (error) {
      if (!waitsForPerson(error) || !mayAsk(invocation)) throw error;
      return askAndAnswer(invocation, thread);
    }
  },
};

function waitsForPerson(error: unknown): boolean {
  return error instanceof WorkflowError && error.details?.waitingOn !== undefined;
}

function oneOf({ flag }: Invocation, given: string | undefined, name: string, other: string) {
  const alias = flag(other);
  if (given !== undefined && alias !== undefined)
    throw new WorkflowError("USAGE", `give ${name} or --${other}, not both`);
  return given ?? alias;
}

/** Null when nothing is decided. A token alone is a yes. */
function readDecision({ flag, isSet }: Invocation, token: string | undefined): "approve" | "deny" | null {
  const given = flag("decision") ?? (token === undefined ? null : "approve");
  if (given === null && (isSet("actor") || isSet("reason")))
    throw new WorkflowError("USAGE", "--actor and --reason belong to a decision: give --token or --decision");
  if (given === null || given === "approve" || given === "deny") return given;
  throw new WorkflowError("USAGE", `--decision is approve or deny, not "${given}"`, {
    details: { flag: "--decision" },
  });
}

async function resumeEvery({ store, paint }: Invocation, thread: string | undefined): Promise<CommandAnswer> {
  if (thread !== undefined) throw new WorkflowError("USAGE", "give a thread or --all, not both");
  const { resumeAll } = await verbs.resume();
  const answer = await resumeAll(store);
  const lines = [
    ...answer.resumed.map((id) => `${paint.green("resumed")} ${id}`),
    ...answer.failed.map(
      ({ threadId, error }) => `${paint.red(error.code)} ${threadId} ${escapeText(error.message)}`,
    ),
  ];
  return { json: answer, text: lines.length === 0 ? "nothing is interrupted" : lines.join("\n") };
}

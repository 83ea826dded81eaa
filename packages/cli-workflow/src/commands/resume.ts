import { verbs, WorkflowError } from "@uncaged/workflow/host";
import type { Command, CommandAnswer, Invocation } from "../command.ts";
import { followAndAnswer } from "../follow/follow-and-answer.ts";
import { escapeText } from "../render/escape.ts";
import { planAnswer } from "../render/plan.ts";

export const command: Command = {
  summary: "Goes on with a paused or interrupted thread; its finished steps are not repeated.",
  args: {
    thread: {
      type: "positional",
      required: false,
      description: "a thread id, or the first 6 characters or more",
    },
    all: { type: "boolean", description: "every interrupted thread (paused ones stay paused)" },
    "from-start": { type: "boolean", description: "run the thread again from its beginning" },
    plan: { type: "boolean", description: "only show what is kept and what would run" },
    detach: { type: "boolean", description: "do not watch" },
  },
  example: "uncaged-workflow resume 01KQXKW1\nuncaged-workflow resume --all",
  async run(invocation) {
    const [thread] = invocation.positionals;
    if (invocation.isSet("all")) return resumeEvery(invocation, thread);
    if (thread === undefined)
      throw new WorkflowError("USAGE", '"resume" needs <thread>, or --all', {
        hint: "uncaged-workflow threads",
      });
    if (invocation.isSet("plan")) {
      const { planResume } = await verbs.plan();
      return planAnswer(planResume(invocation.house, thread), invocation.paint);
    }
    const { resumeThread } = await verbs.resume();
    const started = await resumeThread(invocation.house, thread, {
      fromStart: invocation.isSet("from-start"),
    });
    return followAndAnswer(invocation, started, { began: "execution.resumed" });
  },
};

async function resumeEvery({ house, paint }: Invocation, thread: string | undefined): Promise<CommandAnswer> {
  if (thread !== undefined) throw new WorkflowError("USAGE", "give a thread or --all, not both");
  const { resumeAll } = await verbs.resume();
  const answer = await resumeAll(house);
  const lines = [
    ...answer.resumed.map((id) => `${paint.green("resumed")} ${id}`),
    ...answer.failed.map(
      ({ threadId, error }) => `${paint.red(error.code)} ${threadId} ${escapeText(error.message)}`,
    ),
  ];
  return { json: answer, text: lines.length === 0 ? "nothing is interrupted" : lines.join("\n") };
}

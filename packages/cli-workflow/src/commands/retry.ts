import { verbs } from "@uncaged/workflow/host";
import { ASK_ARGS } from "../ask/may-ask.ts";
import { planAnswer } from "../render/plan.ts";
import type { Command } from "../verb/command.ts";
import { readLimits, readNumber } from "../verb/read-flags.ts";
import { FORK_LIMITS, followFork, OTHER_FOLDER, REDO_ARGS, readRedo } from "../watch/follow-fork.ts";

export const command: Command = {
  summary: "Does again what failed, in a new thread that keeps everything finished.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
    ...REDO_ARGS,
    ...FORK_LIMITS,
    workspace: OTHER_FOLDER,
    plan: { type: "boolean", description: "only show what is kept and what would run" },
    detach: { type: "boolean", description: "print the new thread's id and do not watch" },
    ...ASK_ARGS,
  },
  more: "It runs the workflow's current version when that came after the thread began. A failed effect that the workflow went on from counts as answered: --redo or --redo-failed does it again.",
  example: "uncaged-workflow retry 01KQXKW1\nuncaged-workflow retry 01KQXKW1 --redo n3 --plan",
  async run(invocation) {
    const { store, positionals } = invocation;
    const request = {
      thread: positionals[0] as string,
      maxRounds: readNumber(invocation, "max-rounds", 0),
      ...readRedo(invocation),
      workspace: await (await verbs.workspace()).otherFolder(invocation.flag("workspace")),
      limits: readLimits(invocation),
    };
    const { planRetry, retryThread } = await verbs.retry();
    if (invocation.isSet("plan")) return planAnswer(await planRetry(store, request), invocation.paint);
    return followFork(invocation, () => retryThread(store, request));
  },
};

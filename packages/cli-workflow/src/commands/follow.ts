import { verbs } from "@uncaged/workflow/host";
import { ASK_ARGS } from "../ask/may-ask.ts";
import type { Command } from "../verb/command.ts";
import { followAndAnswer } from "../watch/follow-and-answer.ts";

export const command: Command = {
  summary: "Watches a thread from its first line until it ends, parks or is interrupted.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
    ...ASK_ARGS,
  },
  example: "uncaged-workflow follow 01KQXKW1",
  async run(invocation) {
    const { store, positionals } = invocation;
    const { findThread } = await verbs.find();
    const { watchThread } = await verbs.follow();
    const place = findThread(store, positionals[0] as string);
    const join = async () => ({ place, client: await watchThread(store, place) });
    return followAndAnswer(invocation, join, { began: "execution.started" });
  },
};

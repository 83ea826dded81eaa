import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Holds a thread after its running step. It stays paused until `resume`, over restarts too.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow pause 01KQXKW1",
  async run({ store, positionals, paint }) {
    const { pauseThread } = await verbs.stop();
    const answer = await pauseThread(store, positionals[0] as string);
    return {
      json: answer,
      text: `${paint.green("paused")} ${answer.threadId}\n${paint.dim(`next  uncaged-workflow resume ${answer.threadId}`)}`,
    };
  },
};

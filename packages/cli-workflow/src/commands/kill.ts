import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Stops a thread at once, even one that hangs. What it has recorded stays.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow kill 01KQXKW1",
  async run({ store, positionals, paint }) {
    const { stopThread } = await verbs.stop();
    const { threadId, again } = await stopThread(store, positionals[0] as string, { action: "kill" });
    const killed = again ? [] : [threadId];
    const text = again ? `${threadId} was killed before` : `${paint.green("killed")} ${threadId}`;
    return { json: { threadId, status: "killed", killed }, text };
  },
};

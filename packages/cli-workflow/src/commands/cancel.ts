import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary:
    "Stops a thread politely: its running step may end and its `finally` blocks run, for at most 10 s.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
    reason: { type: "string", valueHint: "text", description: "why, for the record" },
  },
  example: 'uncaged-workflow cancel 01KQXKW1 --reason "wrong branch"',
  async run({ store, positionals, flag, paint }) {
    const { stopThread } = await verbs.stop();
    const { threadId } = await stopThread(store, positionals[0] as string, {
      action: "cancel",
      reason: flag("reason"),
    });
    return { json: { threadId, status: "cancelled" }, text: `${paint.green("cancelled")} ${threadId}` };
  },
};

import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";

export const command: Command = {
  summary: "Deletes a thread's journal and debug log. Refused while it runs.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow thread rm 01KQXKW1",
  async run({ house, positionals, paint }) {
    const { removeThread } = await verbs.remove();
    const answer = await removeThread(house, positionals[0] as string);
    return { json: answer, text: `${paint.green("removed")} ${answer.threadId}` };
  },
};

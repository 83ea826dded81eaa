import { type PurgedThread, verbs, WorkflowError } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Paint } from "../render/paint.ts";
import { plural } from "../render/plural.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Deletes a thread's journal and debug log. Refused while it runs.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, or 6 characters or more of its start or end",
    },
    purge: {
      type: "boolean",
      description:
        "everything else too: its folder or worktree, blobs only it refers to, what the audit says",
    },
  },
  more: "--purge is for personal data: nothing of the thread stays in the store. What it cannot remove, it names. For a thread that was deleted before, give the whole id.",
  example: "uncaged-workflow thread rm 01KQXKW1\nuncaged-workflow thread rm 01KQXKW1 --purge",
  async run({ store, positionals, isSet, paint }) {
    const typed = positionals[0] as string;
    if (typed.toLowerCase() === "last")
      throw new WorkflowError(
        "USAGE",
        "what is deleted is named by its id: after it, `last` is another thread",
        {
          hint: "uncaged-workflow threads",
        },
      );
    if (isSet("purge")) {
      const { purgeThread } = await verbs.purge();
      const answer = await purgeThread(store, typed);
      return { json: answer, text: renderPurged(answer, paint) };
    }
    const { removeThread } = await verbs.remove();
    const answer = await removeThread(store, typed);
    return { json: answer, text: `${paint.green("removed")} ${answer.threadId}` };
  },
};

function renderPurged({ threadId, purged }: PurgedThread, paint: Paint): string {
  const { auditLines, blobs, forks, stays } = purged;
  return [
    `${paint.green("purged")} ${threadId}: ${plural(blobs, "blob")}, ${plural(auditLines, "line")} of the audit`,
    ...(forks.length === 0 ? [] : [`forks keep what they copied: ${forks.join(", ")}`]),
    ...stays.map((one) => `${paint.yellow("stays")} ${escapeText(one)}`),
  ].join("\n");
}

import { verbs } from "@uncaged/workflow/host";
import { renderDivergence } from "../render/divergence.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Runs a strict thread again against its record; no effect is performed.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
  },
  example: "uncaged-workflow replay 01KQXKW1",
  async run({ store, positionals, paint }) {
    const { replayThread } = await verbs.replay();
    const answer = await replayThread(store, positionals[0] as string);
    const { threadId, status, divergence } = answer;
    if (divergence === null)
      return { json: answer, text: `${paint.green("identical")} ${threadId}, ${answer.yields} yields` };
    const text = `${paint.red("diverged")} ${threadId}\n${renderDivergence(divergence, paint)}`;
    return { json: { ...answer, status }, text, exitCode: 20 };
  },
};

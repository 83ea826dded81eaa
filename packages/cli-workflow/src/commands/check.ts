import { verbs } from "@uncaged/workflow/host";
import { renderDivergence } from "../render/divergence.ts";
import { escapeText } from "../render/escape.ts";
import { plural } from "../render/plural.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Repeats the recorded threads of a workflow with new code, before it is added.",
  args: {
    name: { type: "positional", description: "the workflow whose threads are repeated" },
    file: { type: "positional", description: "a .esm.js file, or a .ts entry that is built first" },
  },
  example: "uncaged-workflow check order flow.ts",
  async run({ store, positionals, paint }) {
    const [name, file] = positionals as [string, string];
    const { checkWorkflow } = await verbs.replay();
    const answer = await checkWorkflow(store, name, file);
    const { threads, identical, diverged, failed } = answer;
    const lines = [
      `${plural(threads, "thread")}: ${identical} identical, ${diverged.length} diverged${failed.length === 0 ? "" : `, ${failed.length} failed`}`,
      ...diverged.map((one) =>
        one.divergence === null
          ? ""
          : `${paint.red("diverged")} ${one.threadId}\n${renderDivergence(one.divergence, paint)}`,
      ),
      ...failed.map(
        ({ threadId, error }) => `${paint.red(error.code)} ${threadId} ${escapeText(error.message)}`,
      ),
    ];
    return { json: answer, text: lines.join("\n"), exitCode: diverged.length + failed.length === 0 ? 0 : 20 };
  },
};

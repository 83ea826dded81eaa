import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Forgets a name. Its bundles and threads stay.",
  args: { name: { type: "positional", description: "a workflow" } },
  example: "uncaged-workflow remove solve-issue",
  async run({ store, positionals, paint }) {
    const { removeWorkflow } = await verbs.names();
    const answer = await removeWorkflow(store, positionals[0] as string);
    return {
      json: answer,
      text: `${paint.green("removed")} ${answer.name}  ${paint.dim("its threads stay: uncaged-workflow threads")}`,
    };
  },
};

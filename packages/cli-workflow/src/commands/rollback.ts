import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../verb/command.ts";
import { withWarnings } from "../verb/with-warnings.ts";

export const command: Command = {
  summary: "Points a name at an earlier version. Threads keep the version they started with.",
  args: {
    name: { type: "positional", description: "a workflow" },
    hash: {
      type: "positional",
      required: false,
      description: "a version from `history` (default: the one before)",
    },
  },
  example: "uncaged-workflow rollback solve-issue",
  async run({ store, positionals, paint }) {
    const { rollbackWorkflow } = await verbs.names();
    const answer = await rollbackWorkflow(store, positionals[0] as string, positionals[1]);
    const text = answer.unchanged
      ? `${paint.dim("unchanged")} ${answer.name} is at ${answer.hash}`
      : `${paint.green("rolled back")} ${answer.name} ${answer.previous} → ${answer.hash}`;
    const { registryWarnings } = await verbs.warnings();
    return withWarnings({ json: answer, text }, await registryWarnings(store, answer.name));
  },
};

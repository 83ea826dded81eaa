import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { renderTable } from "../render/table.ts";
import { ago } from "../render/time.ts";

export const command: Command = {
  summary: "The versions of a workflow, newest first.",
  args: { name: { type: "positional", description: "a workflow" } },
  example: "uncaged-workflow history solve-issue",
  async run({ house, positionals, paint }) {
    const { historyOf } = await verbs.names();
    const answer = await historyOf(house, positionals[0] as string);
    const rows = answer.versions.map((one) => [
      one.hash,
      ago(one.timestamp, house.clock.now()),
      one.current ? paint.green("current") : "",
    ]);
    return { json: answer, text: renderTable(["HASH", "SINCE", ""], rows, paint.dim) };
  },
};

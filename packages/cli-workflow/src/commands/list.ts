import { verbs } from "@uncaged/workflow/host";
import { oneLine } from "../render/escape.ts";
import { renderTable } from "../render/table.ts";
import { ago } from "../render/time.ts";
import type { Command } from "../verb/command.ts";
import { withWarnings } from "../verb/with-warnings.ts";

export const command: Command = {
  summary: "The workflows you have, by name.",
  args: {},
  example: "uncaged-workflow list",
  async run({ store, paint, terminal }) {
    const { listWorkflows } = await verbs.names();
    const workflows = await listWorkflows(store);
    const { registryWarnings } = await verbs.warnings();
    if (workflows.length === 0)
      return {
        json: { workflows },
        text: `no workflows yet\n${paint.cyan(" hint")} uncaged-workflow init hello, or uncaged-workflow add <name> <file>`,
      };
    const rows = workflows.map((one) => [
      paint.bold(one.name),
      one.hash,
      ago(one.timestamp, store.clock.now()),
      String(one.versions),
      oneLine(one.description ?? "", Math.max(20, terminal.columns - 60)),
    ]);
    const text = renderTable(["NAME", "HASH", "ADDED", "VERSIONS", "DESCRIPTION"], rows, paint.dim);
    return withWarnings({ json: { workflows }, text }, await registryWarnings(store));
  },
};

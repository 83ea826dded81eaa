import { verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { escapeText } from "../render/escape.ts";
import { renderTable } from "../render/table.ts";

export const command: Command = {
  summary: "The settings in force and where each comes from.",
  args: {},
  example: "uncaged-workflow config",
  async run({ house, paint }) {
    const { readConfig } = await verbs.config();
    const settings = readConfig(house);
    const rows = settings.map(({ key, value, from }) => [key, escapeText(String(value)), paint.dim(from)]);
    return { json: { settings }, text: renderTable(["KEY", "VALUE", "FROM"], rows, paint.dim) };
  },
};

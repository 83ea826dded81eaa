import { verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { renderTable } from "../render/table.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "The settings in force and where each comes from.",
  args: {},
  example: "uncaged-workflow config",
  async run({ store, paint }) {
    const { readConfig } = await verbs.config();
    const config = readConfig(store);
    const rows = config.settings.map(({ key, value, from }) => [key, textOf(value), paint.dim(from)]);
    const text = renderTable(["KEY", "VALUE", "FROM"], rows, paint.dim);
    return { json: config, text, notes: config.warnings.map(escapeText) };
  },
};

function textOf(value: string | number | boolean | string[] | null): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "-";
  return escapeText(Array.isArray(value) ? value.join(", ") : String(value));
}

import { verbs } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import { plural } from "../render/plural.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "Checks a table of prices and keeps it in the store.",
  args: {
    file: { type: "positional", description: "JSON: {updated: a day, models: {name: {input, output}}}" },
  },
  more: "Of this table and the one that comes with the program, the later counts, model by model. Threads that run keep the prices they began with.",
  example: "uncaged-workflow prices update prices.json",
  async run({ store, positionals, paint }) {
    const { updatePrices } = await verbs.prices();
    const answer = await updatePrices(store, positionals[0] as string);
    const before = answer.before === null ? "" : `, instead of those of ${answer.before}`;
    const text = `${paint.green("stored")} ${plural(answer.models, "price")} of ${escapeText(answer.updated)}${before}`;
    return { json: answer, text };
  },
};

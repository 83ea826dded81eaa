import { type PriceList, verbs } from "@uncaged/workflow/host";
import { oneLine } from "../render/escape.ts";
import { type Cell, type Column, fitTable } from "../render/fit-table.ts";
import type { Command } from "../verb/command.ts";

export const command: Command = {
  summary: "What models cost, in dollars for a million tokens, and of which day that is.",
  args: {
    word: { type: "positional", required: false, description: "only models with this in their names" },
  },
  more: "`prices` in config.yaml goes before the table. A model that is not here is called without a cost, or refused where a budget is set.",
  example: "uncaged-workflow prices sonnet\nuncaged-workflow prices update prices.json",
  async run({ store, positionals, terminal, paint }) {
    const { listPrices } = await verbs.prices();
    const prices = await listPrices(store, positionals[0]);
    const columns = terminal.isInteractive ? terminal.columns : Infinity;
    return { json: prices, text: render(prices, columns, paint.dim) };
  },
};

const HEAD: readonly Column[] = [
  { title: "MODEL", rank: 1, least: 16 },
  { title: "INPUT" },
  { title: "CACHED", goes: 3 },
  { title: "CACHE WRITE", goes: 2 },
  { title: "OUTPUT" },
  { title: "FROM", goes: 1 },
];

function render(
  { updated, stored, models }: PriceList,
  columns: number,
  dim: (text: string) => string,
): string {
  const day = `prices of ${updated}${stored === null ? "" : `, with a table of ${stored} that was stored`}`;
  if (models.length === 0) return `no price is known for that (${day})`;
  const rows = models.map((one): Cell[] => [
    oneLine(one.model, columns),
    ...[one.input, one.cachedInput, one.cacheWrite, one.output].map(String),
    one.from,
  ]);
  return `${fitTable(HEAD, rows, columns, dim)}\n${dim(`${day}; dollars for a million tokens`)}`;
}

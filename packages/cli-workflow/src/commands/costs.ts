import { type Costs, type CostsBy, verbs, WorkflowError } from "@uncaged/workflow/host";
import { oneLine } from "../render/escape.ts";
import { type Cell, type Column, fitTable } from "../render/fit-table.ts";
import { plural } from "../render/plural.ts";
import { costText } from "../render/spent.ts";
import type { Command, Invocation } from "../verb/command.ts";

export const command: Command = {
  summary: "What all threads paid, by workflow, model or day.",
  args: {
    since: {
      type: "string",
      valueHint: "time",
      description: "only what was paid since then: 90m, 24h, 7d, 4w ago, or a day such as 2026-01-31 (UTC)",
    },
    by: { type: "string", valueHint: "what", description: "workflow (default), model or day (UTC)" },
  },
  example: "uncaged-workflow costs --since 7d --by model",
  async run(invocation) {
    const { store, paint, terminal } = invocation;
    const { COSTS_BY, countCosts } = await verbs.costs();
    const by = readBy(invocation, COSTS_BY);
    const costs = await countCosts(store, { since: readSince(invocation), by });
    const notes = (costs.problems ?? []).map(
      ({ threadId, error }) => `not counted: ${threadId} ${error.code}: ${error.message}`,
    );
    const columns = terminal.isInteractive ? terminal.columns : Infinity;
    return { json: costs, text: render(costs, columns, paint.dim), notes };
  },
};

function readBy({ flag }: Invocation, known: readonly CostsBy[]): CostsBy {
  const given = flag("by") ?? "workflow";
  const by = known.find((one) => one === given);
  if (by !== undefined) return by;
  throw new WorkflowError("USAGE", `--by takes ${known.join(", ")}, not "${given}"`, {
    hint: "uncaged-workflow costs --by model",
    details: { flag: "--by" },
  });
}

const MINUTE = 60_000;
const UNITS: Record<string, number> = { m: MINUTE, h: 60 * MINUTE, d: 1_440 * MINUTE, w: 10_080 * MINUTE };
const DAY_OR_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** Milliseconds since 1970; null: from the beginning. */
function readSince({ flag, store }: Invocation): number | null {
  const given = flag("since");
  if (given === undefined) return null;
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(given) ?? [];
  if (count !== undefined && unit !== undefined)
    return store.clock.now() - Number(count) * (UNITS[unit] ?? 0);
  const time = DAY_OR_TIME.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(time) && isReal(given)) return time;
  throw new WorkflowError(
    "USAGE",
    `--since takes 90m, 24h, 7d, 4w or a day such as 2026-01-31, not "${given}"`,
    {
      hint: "uncaged-workflow costs --since 7d",
      details: { flag: "--since" },
    },
  );
}

/** The 31st of February would be taken for a day in March. */
function isReal(given: string): boolean {
  const day = given.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function render({ since, by, rows, total }: Costs, columns: number, dim: (text: string) => string): string {
  const from = since === null ? "" : ` since ${since.slice(0, 16).replace("T", " ")} UTC`;
  if (rows.length === 0) return `nothing was paid${from}`;
  const { unpriced } = total;
  const head: Column[] = [
    { title: by.toUpperCase(), rank: 1, least: 12 },
    { title: "THREADS", goes: 2 },
    { title: "CALLS" },
    { title: "TOKENS IN", goes: 1 },
    { title: "OUT", goes: 1 },
    { title: "TOKENS", goes: 3 },
    { title: "COST" },
    ...(unpriced === 0 ? [] : [{ title: "NO PRICE" }]),
  ];
  const line = (name: string, sum: Costs["total"]): Cell[] => [
    name,
    ...[sum.threads, sum.calls, sum.tokens.input, sum.tokens.output, sum.tokens.total].map(count),
    costText(sum.costUsd, sum.unpriced),
    ...(unpriced === 0 ? [] : [sum.unpriced === 0 ? "-" : count(sum.unpriced)]),
  ];
  const lines = [
    ...rows.map((row) => line(oneLine(row.key ?? "(said by roles)", columns), row)),
    line("total", total),
  ];
  const table = fitTable(head, lines, columns, dim);
  const missing = `of ${plural(unpriced, "call")} nobody knows the cost: set a price under prices in config.yaml; the sums are the least it was`;
  return [table, ...(unpriced === 0 ? [] : [dim(missing)])].join("\n");
}

function count(value: number): string {
  return value.toLocaleString("en");
}

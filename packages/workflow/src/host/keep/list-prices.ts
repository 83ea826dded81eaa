// prices: what models cost, by whom it was said, and of which day.
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { readUserFile } from "#disk/user-file.ts";
import { readPriceTable, storePriceTable } from "#store/price-table.ts";
import { readStoreConfig } from "#store/store-config.ts";
import type { Store } from "../open/store.ts";

/** Dollars for a million tokens. `over`: a prompt of more tokens costs so many times as much. */
export type ListedPrice = {
  model: string;
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  over?: { tokens: number; input: number; output: number };
  from: "list" | "stored" | "config.yaml";
};

/** `updated`: the day of the list that is shipped; `stored`: of the table that somebody stored, or null. */
export type PriceList = { updated: string; stored: string | null; models: ListedPrice[] };

/** `word`: only models with this in their names. */
export async function listPrices(store: Store, word = ""): Promise<PriceList> {
  const { listedPrices, openPrices, parsePriceTable } = await import("#effects/prices/price-table.ts");
  const { prices } = readStoreConfig(store.layout);
  const table = readPriceTable(store.layout);
  const models = [...openPrices(prices, table)]
    .filter(([model]) => model.includes(word))
    .map(([model, price]) => ({ model, ...price }))
    .sort((a, b) => (a.model < b.model ? -1 : 1));
  const stored = table === null ? null : parsePriceTable(table, "prices.json").updated;
  return { updated: listedPrices().updated, stored, models };
}

export type UpdatedPrices = { updated: string; before: string | null; models: number; path: string };

/** Checks a table and keeps it in the store. One that is older than the list that is shipped would change nothing. */
export async function updatePrices(store: Store, file: string): Promise<UpdatedPrices> {
  const { listedPrices, parsePriceTable } = await import("#effects/prices/price-table.ts");
  const text = new TextDecoder().decode(readUserFile(file, LIMITS.yamlBytes));
  const table = parsePriceTable(parse(text, file), file);
  const list = listedPrices();
  if (table.updated < list.updated)
    throw new WorkflowError(
      "USAGE",
      `${file} is of ${table.updated}, and the list that comes with this version of ${list.updated}: the later one counts`,
      { hint: "a price of your own goes under prices in config.yaml", details: { updated: table.updated } },
    );
  const known = readPriceTable(store.layout);
  const before = known === null ? null : parsePriceTable(known, "prices.json").updated;
  storePriceTable(store.layout, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  return { updated: table.updated, before, models: table.models.size, path: store.layout.prices };
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WorkflowError("INVALID_JSON", `${file} is not JSON: ${(error as Error).message}`, {
      hint: '{"updated": "2026-01-31", "models": {"openai/gpt-5": {"input": 1.25, "output": 10}}}',
      cause: error,
    });
  }
}

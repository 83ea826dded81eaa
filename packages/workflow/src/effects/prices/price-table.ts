// What tokens cost, in USD for a million. Three tables, each with its date: the list that is shipped (prices.json), one
// that was kept in the store by `prices update`, and `prices` in config.yaml, which goes before both. Of the first two the
// later one counts, model by model.
//
//   prices: { "openai/gpt-5-mini": { input: 0.25, cachedInput: 0.025, output: 2 } }
import { invalid, readMap } from "../read-yaml.ts";
import LIST from "./prices.json" with { type: "json" };

/** `over`: a prompt of more tokens than that costs so many times as much, all of it. */
export type Price = {
  input: number;
  cachedInput: number;
  cacheWrite: number;
  output: number;
  over?: { tokens: number; input: number; output: number };
};

export type PriceSource = "list" | "stored" | "config.yaml";
export type KnownPrice = Price & { from: PriceSource };
export type Prices = ReadonlyMap<string, KnownPrice>;

/** `updated`: the day its prices were looked up, YYYY-MM-DD. */
export type PriceTable = { updated: string; models: ReadonlyMap<string, Price> };

const CONFIG = "config.yaml";

/** `written`: of config.yaml. `stored`: as `prices update` left it; null or undefined: nobody did. */
export function openPrices(written: unknown, stored?: unknown): Prices {
  const list = listedPrices();
  const kept = stored === undefined || stored === null ? null : parsePriceTable(stored, "prices.json");
  const own = written === undefined || written === null ? [] : modelsOf(written, CONFIG, "prices");
  const tables: [PriceSource, Iterable<[string, Price]>][] = [["list", list.models]];
  if (kept !== null) tables[kept.updated < list.updated ? "unshift" : "push"](["stored", kept.models]);
  tables.push(["config.yaml", own]);
  return new Map(
    tables.flatMap(([from, models]) =>
      [...models].map(([model, price]): [string, KnownPrice] => [model, { ...price, from }]),
    ),
  );
}

export function listedPrices(): PriceTable {
  return parsePriceTable(LIST, "prices.json");
}

/** Throws what is wrong with it, and where. */
export function parsePriceTable(value: unknown, file: string): PriceTable {
  const { updated, models } = readMap(value, file, "", ["updated", "models"]);
  const isDay = typeof updated === "string" && /^\d{4}-\d\d-\d\d$/.test(updated);
  if (!isDay || Number.isNaN(Date.parse(`${updated}T00:00:00Z`)))
    throw invalid(file, "updated", "must be the day of its prices, such as 2026-01-31");
  return { updated, models: new Map(modelsOf(models, file, "models")) };
}

/** By name, or by the name without the date a provider adds: gpt-5-mini-2025-08-07. Null: nobody knows. */
export function priceOf(prices: Prices, model: string): KnownPrice | null {
  const plain = plainName(model);
  return prices.get(plain) ?? prices.get(plain.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "")) ?? null;
}

/** Anthropic's own program writes the context window behind a name: claude-sonnet-4-5[1m]. */
export function plainName(model: string): string {
  return model.replace(/\[1m\]$/i, "");
}

export type Tokens = {
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  cacheWriteTokens?: number;
};

/** To the millionth of a dollar, as budgets count. Null: nobody said how many tokens, and they are not free. */
export function costOf(price: Price, tokens: Tokens): number | null {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = tokens;
  if (inputTokens === undefined || outputTokens === undefined)
    return price.input === 0 && price.output === 0 ? 0 : null;
  const isLong = price.over !== undefined && inputTokens > price.over.tokens;
  const { input, output } = isLong && price.over !== undefined ? price.over : { input: 1, output: 1 };
  const fresh = Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens);
  const read =
    fresh * price.input + cachedInputTokens * price.cachedInput + cacheWriteTokens * price.cacheWrite;
  return Math.round(read * input + outputTokens * price.output * output) / 1_000_000;
}

function modelsOf(value: unknown, file: string, path: string): [string, Price][] {
  return Object.entries(readMap(value, file, path)).map(([model, entry]) => [
    model,
    priceIn(entry, file, `${path}["${model}"]`),
  ]);
}

function priceIn(entry: unknown, file: string, path: string): Price {
  const { input, output, cachedInput, cacheWrite, over } = readMap(entry, file, path, [
    "input",
    "cachedInput",
    "cacheWrite",
    "output",
    "over",
  ]);
  const fresh = amount(input, file, `${path}.input`);
  const orFresh = (value: unknown, name: string) =>
    value === undefined ? fresh : amount(value, file, `${path}.${name}`);
  return {
    input: fresh,
    cachedInput: orFresh(cachedInput, "cachedInput"),
    cacheWrite: orFresh(cacheWrite, "cacheWrite"),
    output: amount(output, file, `${path}.output`),
    ...(over === undefined ? {} : { over: overIn(over, file, `${path}.over`) }),
  };
}

function overIn(value: unknown, file: string, path: string): NonNullable<Price["over"]> {
  const { tokens, input, output } = readMap(value, file, path, ["tokens", "input", "output"]);
  return {
    tokens: amount(tokens, file, `${path}.tokens`),
    input: amount(input, file, `${path}.input`),
    output: amount(output, file, `${path}.output`),
  };
}

function amount(value: unknown, file: string, path: string): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw invalid(file, path, "must be a number from 0 up: dollars for a million tokens");
}

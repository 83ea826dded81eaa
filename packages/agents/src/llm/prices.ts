// What tokens cost, in USD for a million. Lists change: `prices` in config.yaml adds to these and goes before them.
//
//   prices: { "openai/gpt-5-mini": { input: 0.25, cachedInput: 0.025, output: 2 } }
import { invalid, readMap } from "@uncaged/workflow/executor";

export type Price = { input: number; cachedInput: number; output: number };
export type Prices = ReadonlyMap<string, Price>;

const price = (input: number, cachedInput: number, output: number): Price => ({ input, cachedInput, output });

/** The providers' list prices for the plain tier, as published at the end of 2025. */
const LIST: Record<string, Price> = {
  "openai/gpt-5.2": price(1.75, 0.175, 14),
  "openai/gpt-5.1": price(1.25, 0.125, 10),
  "openai/gpt-5": price(1.25, 0.125, 10),
  "openai/gpt-5-mini": price(0.25, 0.025, 2),
  "openai/gpt-5-nano": price(0.05, 0.005, 0.4),
  "openai/gpt-4.1": price(2, 0.5, 8),
  "openai/gpt-4.1-mini": price(0.4, 0.1, 1.6),
  "openai/gpt-4.1-nano": price(0.1, 0.025, 0.4),
  "openai/gpt-4o": price(2.5, 1.25, 10),
  "openai/gpt-4o-mini": price(0.15, 0.075, 0.6),
  "openai/o3": price(2, 0.5, 8),
  "openai/o4-mini": price(1.1, 0.275, 4.4),
  "anthropic/claude-opus-4-5": price(5, 0.5, 25),
  "anthropic/claude-opus-4-1": price(15, 1.5, 75),
  "anthropic/claude-sonnet-4-5": price(3, 0.3, 15),
  "anthropic/claude-sonnet-4-0": price(3, 0.3, 15),
  "anthropic/claude-haiku-4-5": price(1, 0.1, 5),
  "anthropic/claude-3-5-haiku": price(0.8, 0.08, 4),
  "google/gemini-2.5-pro": price(1.25, 0.125, 10),
  "google/gemini-2.5-flash": price(0.3, 0.03, 2.5),
  "google/gemini-2.5-flash-lite": price(0.1, 0.01, 0.4),
};

const FILE = "config.yaml";

export function openPrices(written: unknown): Prices {
  if (written === undefined || written === null) return new Map(Object.entries(LIST));
  const own = Object.entries(readMap(written, FILE, "prices")).map(([model, entry]): [string, Price] => {
    const path = `prices["${model}"]`;
    const { input, output, cachedInput } = readMap(entry, FILE, path, ["input", "cachedInput", "output"]);
    const inputPrice = amount(input, `${path}.input`);
    return [
      model,
      {
        input: inputPrice,
        cachedInput: cachedInput === undefined ? inputPrice : amount(cachedInput, `${path}.cachedInput`),
        output: amount(output, `${path}.output`),
      },
    ];
  });
  return new Map([...Object.entries(LIST), ...own]);
}

/** By name, or by the name without the date a provider adds: gpt-5-mini-2025-08-07. Null: nobody knows. */
export function priceOf(prices: Prices, model: string): Price | null {
  return prices.get(model) ?? prices.get(model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "")) ?? null;
}

export type Tokens = { inputTokens: number; outputTokens: number; cachedInputTokens?: number };

/** To the millionth of a dollar, as budgets count. */
export function costOf(price: Price, { inputTokens, outputTokens, cachedInputTokens = 0 }: Tokens): number {
  const fresh = Math.max(0, inputTokens - cachedInputTokens);
  const microUsd = fresh * price.input + cachedInputTokens * price.cachedInput + outputTokens * price.output;
  return Math.round(microUsd) / 1_000_000;
}

function amount(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  throw invalid(FILE, path, "must be a number of dollars for a million tokens, from 0 up");
}

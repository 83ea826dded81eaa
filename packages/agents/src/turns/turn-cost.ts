// What one turn used and cost.
//
// COST-1. Unknown is not zero: where nobody can know, there is no cost.
// COST-2. What a program tells of its whole session is counted as the difference to what the session had told before.
// COST-3. A cost of 0 for tokens that were used is not a cost: the program has no price for that model.
import { costOf, type Prices, priceOf } from "@uncaged/workflow/executor";

export type Tokens = { inputTokens: number; outputTokens: number; cachedInputTokens: number };

/** What one way of counting told: null where nothing did. Tokens by model; "" where it does not say which. */
export type Meter = { costUsd: number | null; tokens: Map<string, Tokens> };

export type Meters = {
  model: string | null;
  /** Of this turn, added up; of the session so far, the last that was told; of each call, by its name. */
  turn: Meter;
  total: Meter;
  calls: Map<string, { model: string; tokens: Tokens }>;
};

export type SessionTotal = Partial<Tokens> & { costUsd?: number };
export type Turn = { usage: Tokens | null; costUsd: number | null; total: SessionTotal | null };

/** `before`: what the session told until now; `fresh`: there was none; null: nobody knows. */
export type Before = SessionTotal | "fresh" | null;

export function turnOf(told: Meters, before: Before, priceList: string | null, prices: Prices): Turn {
  const byModel = tokensOf(told, before);
  const usage = byModel === null ? null : [...byModel.values()].reduce(added, NONE);
  const toldUsd = told.turn.costUsd ?? difference(told.total.costUsd, costBefore(before));
  const isTold = toldUsd !== null && !(toldUsd === 0 && isUsed(usage));
  const costUsd = isTold ? toldUsd : priced(byModel, priceList, prices, told.model ?? "");
  return { usage, costUsd: costUsd === null ? null : Math.round(costUsd * 1e6) / 1e6, total: totalOf(told) };
}

export function added(a: Tokens | undefined, b: Tokens): Tokens {
  return {
    inputTokens: (a?.inputTokens ?? 0) + b.inputTokens,
    outputTokens: (a?.outputTokens ?? 0) + b.outputTokens,
    cachedInputTokens: (a?.cachedInputTokens ?? 0) + b.cachedInputTokens,
  };
}

const NONE: Tokens = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };

function tokensOf({ turn, total, calls }: Meters, before: Before): Map<string, Tokens> | null {
  if (turn.tokens.size > 0) return turn.tokens;
  if (total.tokens.size > 0)
    return before === null ? null : less(total.tokens, before === "fresh" ? {} : before);
  if (calls.size === 0) return null;
  const sums = new Map<string, Tokens>();
  for (const { model, tokens } of calls.values()) sums.set(model, added(sums.get(model), tokens));
  return sums;
}

/** One model a session: who tells a whole session does not tell models apart. */
function less(total: Map<string, Tokens>, before: SessionTotal): Map<string, Tokens> {
  const [[model, now] = ["", NONE]] = total;
  const minus = (name: keyof Tokens) => Math.max(0, now[name] - (before[name] ?? 0));
  return new Map([
    [
      model,
      {
        inputTokens: minus("inputTokens"),
        outputTokens: minus("outputTokens"),
        cachedInputTokens: minus("cachedInputTokens"),
      },
    ],
  ]);
}

function costBefore(before: Before): number | null {
  return before === "fresh" ? 0 : (before?.costUsd ?? null);
}

function difference(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : Math.max(0, now - before);
}

function isUsed(usage: Tokens | null): boolean {
  return usage !== null && usage.inputTokens + usage.outputTokens > 0;
}

function priced(
  byModel: Map<string, Tokens> | null,
  list: string | null,
  prices: Prices,
  only: string,
): number | null {
  if (byModel === null || list === null) return null;
  let sum = 0;
  for (const [model, tokens] of byModel) {
    const price = priceOf(prices, listed(list, model === "" ? only : model));
    const cost = price === null ? null : costOf(price, tokens);
    if (cost === null) return null;
    sum += cost;
  }
  return sum;
}

/** `openai/gpt-5`: some say it with their provider, some have one provider. */
export function listed(list: string, model: string): string {
  return list === "" || model.includes("/") ? model : `${list}/${model}`;
}

function totalOf({ total }: Meters): SessionTotal | null {
  const [tokens] = total.tokens.values();
  if (total.costUsd === null && tokens === undefined) return null;
  return { ...(total.costUsd === null ? {} : { costUsd: total.costUsd }), ...tokens };
}

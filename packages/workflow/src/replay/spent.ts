// What a thread has spent: of the models and agents it asked, and of any effect that says what it cost. Pure.
//
// What a fork took over was paid by its origin, and what was found again was paid once: neither counts here.
import type { Json } from "#contract/command.ts";
import type { Receipt } from "#contract/effect.ts";

export type Spent = {
  /** Answers that told tokens or a cost. */
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Millionths of a dollar: sums of these are exact. */
  microUsd: number;
};

/** As it is printed. */
export type Usage = { calls: number; inputTokens: number; outputTokens: number; costUsd: number };

export type Tokens = { inputTokens: number; outputTokens: number };

export const NOTHING_SPENT: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, microUsd: 0 };

/** A new value: folds are copied. */
export function withSpent(
  spent: Spent,
  { costUsd, payload }: Partial<Pick<Receipt, "costUsd" | "payload">>,
): Spent {
  const tokens = tokensIn(payload);
  if (costUsd === undefined && tokens === null) return spent;
  return {
    calls: spent.calls + 1,
    inputTokens: spent.inputTokens + (tokens?.inputTokens ?? 0),
    outputTokens: spent.outputTokens + (tokens?.outputTokens ?? 0),
    microUsd: spent.microUsd + Math.round((costUsd ?? 0) * 1_000_000),
  };
}

/** Null when nothing was: most threads ask no model. */
export function usageOf({ calls, inputTokens, outputTokens, microUsd }: Spent): Usage | null {
  return calls === 0 ? null : { calls, inputTokens, outputTokens, costUsd: microUsd / 1_000_000 };
}

/** `usage` of a payload, as models and agents have it. */
export function tokensIn(payload: Json | undefined): Tokens | null {
  const usage = memberOf(payload, "usage");
  const inputTokens = memberOf(usage, "inputTokens");
  const outputTokens = memberOf(usage, "outputTokens");
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : null;
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isCount(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

import type { SpentView } from "@uncaged/workflow/host";
import { plural } from "./plural.ts";

type Limits = { maxCost?: number; maxTokens?: number } | undefined;

/** "$0.0312 of $2, 4,120 tokens, 7 effects"; nothing for a thread that spent nothing and has no budget. */
export function renderSpent(spent: SpentView, limits?: Limits): string {
  const { costUsd, tokens, effects, blocked, unpriced = 0, uncounted = 0 } = spent;
  const { maxCost, maxTokens } = limits ?? {};
  const isNothing = costUsd + tokens + blocked + unpriced + uncounted === 0;
  if (isNothing && maxCost === undefined && maxTokens === undefined) return "";
  const parts = [`${costText(costUsd, unpriced)}${maxCost === undefined ? "" : ` of ${dollars(maxCost)}`}`];
  if (tokens + uncounted > 0 || maxTokens !== undefined)
    parts.push(
      `${tokensText(tokens, uncounted)}${maxTokens === undefined ? "" : ` of ${maxTokens.toLocaleString("en")}`} tokens`,
    );
  if (effects > 0) parts.push(plural(effects, "effect"));
  if (blocked > 0) parts.push(`${blocked} blocked`);
  return parts.join(", ");
}

/** Unknown is not 0: with calls of which nobody said what they cost, the sum is the least it can be. */
export function costText(usd: number, unpriced = 0): string {
  if (unpriced === 0) return dollars(usd);
  return usd === 0 ? "$?" : `>= ${dollars(usd)}`;
}

export function tokensText(tokens: number, uncounted = 0): string {
  if (uncounted === 0) return tokens.toLocaleString("en");
  return tokens === 0 ? "?" : `>= ${tokens.toLocaleString("en")}`;
}

/** Cents, and as much more as a small sum needs. */
export function dollars(usd: number): string {
  return `$${formatOf(usd < 1 ? 6 : 2).format(usd)}`;
}

/** Making one takes longer than a thousand uses of it. */
const formats = new Map<number, Intl.NumberFormat>();

function formatOf(maximumFractionDigits: number): Intl.NumberFormat {
  const format =
    formats.get(maximumFractionDigits) ??
    new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits });
  formats.set(maximumFractionDigits, format);
  return format;
}

import type { SpentView } from "@uncaged/workflow/host";
import { plural } from "./plural.ts";

type Limits = { maxCost?: number; maxTokens?: number } | undefined;

/** "$0.0312 of $2, 4,120 tokens, 7 effects"; nothing for a thread that spent nothing and has no budget. */
export function renderSpent({ costUsd, tokens, effects, blocked }: SpentView, limits?: Limits): string {
  const { maxCost, maxTokens } = limits ?? {};
  if (costUsd === 0 && tokens === 0 && blocked === 0 && maxCost === undefined && maxTokens === undefined)
    return "";
  const parts = [`${dollars(costUsd)}${maxCost === undefined ? "" : ` of ${dollars(maxCost)}`}`];
  if (tokens > 0 || maxTokens !== undefined)
    parts.push(
      `${tokens.toLocaleString("en")}${maxTokens === undefined ? "" : ` of ${maxTokens.toLocaleString("en")}`} tokens`,
    );
  if (effects > 0) parts.push(plural(effects, "effect"));
  if (blocked > 0) parts.push(`${blocked} blocked`);
  return parts.join(", ");
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

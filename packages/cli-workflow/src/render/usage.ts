// Tokens and money for people.
import type { Usage } from "@uncaged/workflow/host";
import { plural } from "./plural.ts";

/** `3 calls, 1,200 tokens in, 340 out, $0.001234` */
export function usageLine({ calls, inputTokens, outputTokens, costUsd }: Usage): string {
  return `${plural(calls, "call")}, ${tokens({ inputTokens, outputTokens })}, ${money(costUsd)}`;
}

export function tokens({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): string {
  return `${grouped(inputTokens)} tokens in, ${grouped(outputTokens)} out`;
}

/** To the millionth: a small call costs less than a cent. */
export function money(costUsd: number): string {
  return `$${costUsd.toFixed(6)}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

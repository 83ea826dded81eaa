import type { Spent } from "#replay/fold-spent.ts";

/**
 * What a thread has spent, as it is shown. `unpriced`, `uncounted`: calls of which nobody said what they cost, or how many
 * tokens they took; missing: none. With them, `costUsd` and `tokens` are the least it can be.
 */
export type SpentView = {
  costUsd: number;
  tokens: number;
  effects: number;
  blocked: number;
  unpriced?: number;
  uncounted?: number;
};

export function viewSpent({ microUsd, tokens, calls, blocked, unpriced, uncounted }: Spent): SpentView {
  return {
    costUsd: microUsd / 1_000_000,
    tokens,
    effects: calls,
    blocked,
    ...(unpriced === 0 ? {} : { unpriced }),
    ...(uncounted === 0 ? {} : { uncounted }),
  };
}

/** Nothing was paid, as far as anybody knows, and nobody is in doubt. */
export function isNothingSpent({ microUsd, tokens, unpriced }: Spent): boolean {
  return microUsd + tokens + unpriced === 0;
}

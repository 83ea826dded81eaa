import type { Spent } from "#replay/fold-spent.ts";

/** What a thread has spent, as it is shown. */
export type SpentView = { costUsd: number; tokens: number; effects: number; blocked: number };

export function viewSpent({ microUsd, tokens, calls, blocked }: Spent): SpentView {
  return { costUsd: microUsd / 1_000_000, tokens, effects: calls, blocked };
}

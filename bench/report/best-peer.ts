import type { Figure } from "../lib/figure.ts";
import type { PeerResult } from "../peers/run-peers.ts";

export type BestPeer = {
  label: string;
  value: number /** ours / theirs. */;
  ratio: number;
  weWin: boolean;
  goal: string;
  met: boolean | null;
};

/** The peer that does the work of this figure best, and how we stand to it. Null when none was measured. */
export function bestPeer({ ours, peers: question }: Figure, results: readonly PeerResult[]): BestPeer | null {
  if (question === undefined) return null;
  const { value: name, better, goal } = question;
  let best: { label: string; value: number } | null = null;
  for (const { label, values } of results) {
    const value = values[name];
    if (value === undefined) continue;
    if (best === null || (better === "more" ? value > best.value : value < best.value))
      best = { label, value };
  }
  if (best === null) return null;
  const ratio = ours / best.value;
  const weWin = better === "more" ? ratio > 1 : ratio < 1;
  if (goal === undefined) return { ...best, ratio, weWin, goal: "-", met: null };
  if (better === "more") return { ...best, ratio, weWin, goal: `>= ${goal}x`, met: ratio >= goal };
  return { ...best, ratio, weWin, goal: `<= ${goal}x`, met: ratio <= goal };
}

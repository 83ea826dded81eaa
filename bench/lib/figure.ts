// One line of the table: what we need, what the bare machine needs for the same work, what the peers need, and whether
// that is good enough.
import type { PeerValue } from "./measures.ts";

export type Figure = {
  row: string;
  /** What the floor is, in a few words. */
  floorIs: string;
  unit: string;
  ours: number;
  floor: number;
  /** ours / floor; null when the floor is nothing. */
  ratio: number | null;
  goal: string;
  /** Null for a figure that stands there only to explain its neighbours. */
  met: boolean | null;
  /** What the peers are measured by for the same work. */
  peers?: PeerQuestion;
};

export type PeerQuestion = {
  value: PeerValue;
  better: "more" | "less";
  /** A bound on ours / the best peer. */
  goal?: number;
};

export type Row = { name: string; run(): Promise<Figure[]> };

/** The goal is a bound on ours / floor. */
export type RatioGoal = { atMost: number } | { atLeast: number } | { about: number; within: number };

type Measured = Pick<Figure, "row" | "floorIs" | "unit" | "ours" | "floor" | "peers">;

export function byRatio(measured: Measured, goal: RatioGoal | null): Figure {
  const ratio = measured.ours / measured.floor;
  if (goal === null) return { ...measured, ratio, goal: "-", met: null };
  if ("atMost" in goal) return { ...measured, ratio, goal: `<= ${goal.atMost}x`, met: ratio <= goal.atMost };
  if ("atLeast" in goal)
    return { ...measured, ratio, goal: `>= ${goal.atLeast}x`, met: ratio >= goal.atLeast };
  return { ...measured, ratio, goal: `~ ${goal.about}x`, met: ratio <= goal.about + goal.within };
}

/** The goal is the floor and so much more. */
export function byExtra(measured: Measured, extra: number): Figure {
  const ratio = measured.ours / measured.floor;
  return { ...measured, ratio, goal: `floor + ${extra}`, met: measured.ours <= measured.floor + extra };
}

/** The goal is a plain number, whatever the floor. */
export function byValue(measured: Measured, bound: { atMost: number } | { atLeast: number }): Figure {
  const ratio = measured.floor === 0 ? null : measured.ours / measured.floor;
  if ("atMost" in bound)
    return { ...measured, ratio, goal: `<= ${bound.atMost}`, met: measured.ours <= bound.atMost };
  return { ...measured, ratio, goal: `>= ${bound.atLeast}`, met: measured.ours >= bound.atLeast };
}

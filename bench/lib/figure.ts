// One line of the table: what we need, what the bare machine needs for the same work, and whether that is good enough.

export type Figure = {
  row: string;
  /** What the floor is, in a few words. */
  floorIs: string;
  unit: string;
  ours: number;
  floor: number;
  /** ours / floor. */
  ratio: number;
  goal: string;
  /** Null for a figure that stands there only to explain its neighbours. */
  met: boolean | null;
};

export type Row = { name: string; run(): Promise<Figure[]> };

/** The goal is a bound on ours / floor. */
export type RatioGoal = { atMost: number } | { atLeast: number } | { about: number; within: number };

type Measured = Pick<Figure, "row" | "floorIs" | "unit" | "ours" | "floor">;

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
  const ratio = measured.ours / measured.floor;
  if ("atMost" in bound)
    return { ...measured, ratio, goal: `<= ${bound.atMost}`, met: measured.ours <= bound.atMost };
  return { ...measured, ratio, goal: `>= ${bound.atLeast}`, met: measured.ours >= bound.atLeast };
}

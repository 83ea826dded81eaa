/** Choices that repeat: those of a seed, or of whoever asks. */
export type Dice = {
  /** A whole number in [from, to). */
  int(from: number, to: number): number;
  /** True so often, of 1. */
  chance(odds: number): boolean;
  pick<T>(values: readonly T[]): T;
};

export function diceFrom(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from));
  return {
    int,
    chance: (odds) => next() < odds,
    pick: (values) => values[int(0, values.length)] as (typeof values)[number],
  };
}

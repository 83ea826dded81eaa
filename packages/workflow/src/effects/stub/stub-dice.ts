import { seededStream } from "#codec/seeded-stream.ts";

/** Choices that repeat: those of a seed, or of whoever asks. */
export type Dice = {
  /** A whole number in [from, to). */
  int(from: number, to: number): number;
  /** True so often, of 1. */
  chance(odds: number): boolean;
  pick<T>(values: readonly T[]): T;
};

export function diceFrom(seed: number): Dice {
  const next = seededStream(seed);
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from));
  return {
    int,
    chance: (odds) => next() < odds,
    pick: (values) => values[int(0, values.length)] as (typeof values)[number],
  };
}

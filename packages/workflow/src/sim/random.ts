// Choices that a seed repeats.

export type Random = {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [from, to). */
  int(from: number, to: number): number;
  /** True so often, of 1. */
  chance(odds: number): boolean;
  pick<T>(values: readonly T[]): T;
  bytes(count: number): Uint8Array;
  /** A stream of its own: what is drawn from it moves nobody else's choices. */
  branch(label: string): Random;
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from));
  return {
    next,
    int,
    chance: (odds) => next() < odds,
    pick: (values) => values[int(0, values.length)] as (typeof values)[number],
    bytes: (count) => Uint8Array.from({ length: count }, () => int(0, 256)),
    branch: (label) => randomFrom(Number(Bun.hash.xxHash32(label, seed))),
  };
}

// Choices that a printed seed repeats. Only choices: when a process gets the processor is not ours to repeat.

export type Random = {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [from, to). */
  int(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
  /** A stream of its own, so that one mode alone makes the same choices as among all. */
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
    pick: (values) => values[int(0, values.length)] as (typeof values)[number],
    branch: (label) => randomFrom(Number(Bun.hash.xxHash32(label, seed))),
  };
}

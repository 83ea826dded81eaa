// Choices that a seed repeats.
import { seededStream } from "#codec/seeded-stream.ts";

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
  const next = seededStream(seed);
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

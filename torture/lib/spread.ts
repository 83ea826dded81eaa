import type { Random } from "../lib/random.ts";

/** At most so many of a list, one out of each stretch of it, in its order. */
export function spread<T>(list: readonly T[], most: number, random: Random): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, index) => {
    const from = Math.floor((index * list.length) / most);
    const to = Math.floor(((index + 1) * list.length) / most);
    return list[random.int(from, to)] as T;
  });
}

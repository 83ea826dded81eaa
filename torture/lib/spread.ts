import type { Torment } from "./mode.ts";
import type { Random } from "./random.ts";

/** At most so many of a list, one out of each stretch of it, in its order. */
export function spread<T>(list: readonly T[], most: number, random: Random): T[] {
  if (list.length <= most) return [...list];
  return Array.from({ length: most }, (_, index) => {
    const from = Math.floor((index * list.length) / most);
    const to = Math.floor(((index + 1) * list.length) / most);
    return list[random.int(from, to)] as T;
  });
}

/** All of a list, or the share of it that is asked for. */
export function partOf<T>(list: readonly T[], { full, share, random }: Torment): T[] {
  return full ? [...list] : spread(list, Math.ceil(list.length * share), random);
}

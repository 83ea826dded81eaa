// Events have no place among the yields of a thread: in a fork they stand behind the lines that stood before them.
import type { Mailbox } from "./mailbox.ts";

/** `at`: how many lines stood before it. `came`: its number among the events. */
export type CarriedEvent<L> = { line: L; at: number; came: number };

/** The lines of `all` that a fork keeps, with the events that came before its cut. `end`: the first line behind the cut. */
export function withEvents<L>(
  all: readonly L[],
  kept: L[],
  events: readonly CarriedEvent<L>[],
  end: number,
): L[] {
  const carried = events.filter(({ at }) => at <= end);
  if (carried.length === 0) return kept;
  const isKept = new Set(kept);
  const behind = Map.groupBy(carried, ({ at }) => at);
  const eventsAt = (at: number) => (behind.get(at) ?? []).map(({ line }) => line);
  const lines = all
    .slice(0, end)
    .flatMap((line, at) => [...eventsAt(at), ...(isKept.has(line) ? [line] : [])]);
  return [...lines, ...eventsAt(Math.min(end, all.length))];
}

/** A thread began anew behind so many lines: the events that are left in its mailbox come with it. */
export function leftOf<L>(
  events: readonly CarriedEvent<L>[],
  { left }: Mailbox,
  at: number,
): CarriedEvent<L>[] {
  const isLeft = new Set(left.map(({ line }) => line));
  return events.filter(({ came }) => isLeft.has(came)).map((event) => ({ ...event, at }));
}

// Events have no place among the yields of a thread: in a fork they stand behind the lines that stood before them.
import type { EventRecord } from "#contract/record.ts";
import { placeOf } from "./finished-lines.ts";
import type { YieldState } from "./fold-yield.ts";
import { deliver, emptyMailbox, forgetTaken, giveBack, type Mailbox, takeOpened } from "./mailbox.ts";
import { cutPlaces } from "./touched-files.ts";

/** What was sent to a thread, and which of its commands took it. */
export class ForkEvents<L> {
  /** The places of the commands that took an event. */
  readonly received = new Set<string>();
  private events: CarriedEvent<L>[] = [];
  private readonly mailbox = emptyMailbox();

  /** An event came when so many lines were there. */
  take(line: L, record: EventRecord, at: number, open: YieldState | null): void {
    const came = (this.events.at(-1)?.came ?? 0) + 1;
    this.events.push({ line, came, at });
    const index = deliver(this.mailbox, open, record, came);
    if (index !== null && open !== null) this.received.add(placeOf({ n: open.n, index }));
  }

  /** A command was opened: an event that lies in the mailbox may be its answer. */
  opened(open: YieldState | null, { n, index }: { n: number; index: number }): void {
    if (open !== null && takeOpened(this.mailbox, open, index)) this.received.add(placeOf({ n, index }));
  }

  /** The lines of `all` that are kept, with the events that came before `end`. */
  among(all: readonly L[], kept: L[], end: number): L[] {
    return withEvents(all, kept, this.events, end);
  }

  /** A restart finds everything in the mailbox again; what was taken before a `continue` is gone. */
  begin(lines: number): void {
    this.received.clear();
    if (lines === 0) giveBack(this.mailbox, 0);
    else forgetTaken(this.mailbox);
    this.events = leftOf(this.events, this.mailbox, lines);
  }

  /** The thread went another way from its yield `at` on; so many lines are left. */
  cut(at: number, lines: number): void {
    giveBack(this.mailbox, at);
    this.events = this.events.map((event) => ({ ...event, at: Math.min(event.at, lines) }));
    cutPlaces(this.received, at);
  }
}

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

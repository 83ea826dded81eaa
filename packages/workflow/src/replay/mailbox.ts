// The mailbox of a thread: the events that were sent to it and that no command has taken. Pure.
//
// MAILBOX-1. An event is taken by the first command of the open yield that it fits, in the order of their places; a command takes
//     the oldest event that fits. Which of the two was there first makes no difference.
// MAILBOX-2. What was taken on a way that the thread left, or before it began anew from its start, is in the mailbox again. What
//     was taken before a `continue` is gone: the state that was handed on tells of it.
import { fileOfOpening } from "#commands/registry.ts";
import type { EventRecord } from "#contract/record.ts";
import type { Changes } from "./change.ts";
import { isEnded, isSettled, type Leaf, settleLeaf, type YieldState } from "./fold-yield.ts";

/** `line`: where it stands in the journal. */
type Delivered = { event: EventRecord; line: number };

/** `n`: the yield that took it. */
export type Mailbox = { left: Delivered[]; taken: (Delivered & { n: number })[] };

export function emptyMailbox(): Mailbox {
  return { left: [], taken: [] };
}

export function copyMailbox({ left, taken }: Mailbox): Mailbox {
  return { left: [...left], taken: [...taken] };
}

/** The command at this place was opened: it takes the oldest event that fits. True when there was one. */
export function takeOpened(
  box: Mailbox,
  state: YieldState | null,
  index: number,
  changes?: Changes,
): boolean {
  const leaf = state?.leaves.get(index);
  if (state === null || leaf === undefined) return false;
  const found = box.left.find(({ event }) => fits(state, leaf, event));
  if (found !== undefined) take(box, state, leaf, found, changes);
  return found !== undefined;
}

/** An event came. Returns the index of the command that took it, or null. */
export function deliver(
  box: Mailbox,
  state: YieldState | null,
  event: EventRecord,
  line: number,
  changes?: Changes,
): number | null {
  const delivered = { event, line };
  box.left.push(delivered);
  const leaf = state === null ? undefined : takerOf(state, event);
  if (state === null || leaf === undefined) return null;
  take(box, state, leaf, delivered, changes);
  return leaf.opening.index;
}

/** The command of an open yield that would take this event. */
export function takerOf(state: YieldState, event: Pick<EventRecord, "event" | "key">): Leaf | undefined {
  return [...state.leaves.values()].find((leaf) => fits(state, leaf, event));
}

/** The yields from this one on no longer count. */
export function giveBack(box: Mailbox, at: number): void {
  const back = box.taken.filter(({ n }) => n >= at);
  box.taken = box.taken.filter(({ n }) => n < at);
  box.left = [...box.left, ...back.map(({ event, line }) => ({ event, line }))].sort(
    (a, b) => a.line - b.line,
  );
}

/** A new generator begins from a state. */
export function forgetTaken(box: Mailbox): void {
  box.taken = [];
}

function fits(
  state: YieldState,
  { opening, settled }: Leaf,
  event: Pick<EventRecord, "event" | "key">,
): boolean {
  if (settled !== null || isSettled(state) || isEnded(state)) return false;
  return fileOfOpening(opening).waiting?.takes?.(opening, event) ?? false;
}

function take(
  box: Mailbox,
  state: YieldState,
  { opening }: Leaf,
  delivered: Delivered,
  changes: Changes,
): void {
  const { event, key, seq, value } = delivered.event;
  box.left = box.left.filter((one) => one !== delivered);
  box.taken.push({ ...delivered, n: state.n });
  settleLeaf(state, opening.index, { by: "value", value: { event, key, seq, value } }, changes);
}

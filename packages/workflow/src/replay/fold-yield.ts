// The commands of one yield and how far each is, from their journal lines. Pure.
import { fileOfOpening, WAITS } from "#commands/registry.ts";
import { assertNever } from "#contract/assert-never.ts";
import type { Leaf, Opening, Settled, Wait } from "#contract/leaf.ts";
import type { CommandRecord, DecisionRecord, Group } from "#contract/record.ts";
import type { WaitingOn } from "#contract/status.ts";
import type { Change, Changes } from "./change.ts";

export type { Leaf, Opening } from "#contract/leaf.ts";

export type YieldState = {
  n: number;
  hash: string | null;
  group: Group | null;
  leaves: Map<number, Leaf>;
  /** Indexes in the order they were settled: the first is the winner of an `any`. */
  order: number[];
  /** A no that ends the thread. Kept as it comes, like `faults`: a list of a thousand is looked at after every line. */
  denial: DecisionRecord | null;
  /** Payloads that did not fit, and that no receipt tells the generator of. */
  faults: number;
  /** The thread ended, began anew or went another way: nothing of it is answered any more. */
  isOver: boolean;
};

/** By name: a line of an older design may have a place, too. */
const COMMAND_KINDS: ReadonlySet<unknown> = new Set<CommandRecord["kind"]>([
  "intent",
  "attempt",
  "receipt",
  "fault",
  "reject",
  "decision",
  "checkpoint",
  "annotation",
]);

export function isCommandRecord(record: object): record is CommandRecord {
  return "kind" in record && COMMAND_KINDS.has(record.kind);
}

/** Takes one more line of the yield into account. A reject opens nothing. `changes` collects what the line changed. */
export function foldYield(
  current: YieldState | null,
  record: CommandRecord,
  seq: number,
  changes?: Changes,
): YieldState | null {
  if (record.kind === "reject") return current;
  if (record.kind === "intent" || record.kind === "checkpoint" || record.kind === "annotation")
    return openLeaf(current, record, seq, changes);
  const leaf = current?.n === record.n ? current.leaves.get(record.index) : undefined;
  if (current === null || leaf === undefined) return current;
  const told = isOpen(current, leaf) ? changes : undefined;
  switch (record.kind) {
    case "attempt":
      leaf.attempt = record.attempt;
      leaf.isDispatched = record.status === "started";
      leaf.isUnknown = record.status === "unknown";
      leaf.isLetGo = false;
      leaf.retryAt = record.status === "failed" ? record.timestamp + (record.delayMs ?? 0) : null;
      told?.push(leaf.isDispatched ? { type: "started", leaf } : { type: "noted", leaf, record });
      return current;
    case "receipt":
      return settleLeaf(current, record.index, { by: "receipt", receipt: record }, told);
    case "decision":
      return decide(current, leaf, record, told);
    case "fault":
      leaf.fault = record;
      current.faults += 1;
      told?.push({ type: "noted", leaf, record });
      return current;
  }
}

export function isSettled(state: YieldState): boolean {
  if (state.group?.type === "any") return state.order.length > 0;
  return state.leaves.size === (state.group?.of ?? 1) && state.order.length === state.leaves.size;
}

/** It ends the thread: a no nobody wanted to hear, or a payload that does not fit. */
export function isEnded({ denial, faults }: YieldState): boolean {
  return denial !== null || faults > 0;
}

/**
 * What the whole yield waits for, when nothing but a person or the time can bring it on; null when it works. A doubt
 * about one of its effects holds back all of it.
 */
export function waitOf(state: YieldState): Wait | null {
  if (isSettled(state) || isEnded(state)) return null;
  const isInDoubt = [...state.leaves.values()].some(isUnknown);
  if (state.leaves.size < (state.group?.of ?? 1) && !isInDoubt) return null;
  let on: WaitingOn | null = isInDoubt ? "reconcile" : null;
  let wakeAt: number | null = null;
  for (const leaf of state.leaves.values()) {
    if (leaf.settled !== null) continue;
    const wait = waitOfLeaf(leaf);
    if (wait === null && isInDoubt) continue;
    if (wait === null) return null;
    // A person goes before the time: that is what somebody can do something about.
    if (on === null || WAITS[wait.on].rank > WAITS[on].rank) on = wait.on;
    if (wait.wakeAt !== null) wakeAt = Math.min(wakeAt ?? Infinity, wait.wakeAt);
  }
  return on === null ? null : { on, wakeAt };
}

function isUnknown(leaf: Leaf): boolean {
  return leaf.settled === null && waitOfLeaf(leaf)?.on === "reconcile";
}

/** Null when the leaf is being worked on, or would be if a process had it. `wakeAt`: when the time decides. */
export function waitOfLeaf(leaf: Leaf): Wait | null {
  return fileOfOpening(leaf.opening).waiting?.waitOf(leaf) ?? null;
}

/** Commands whose time has come, in the order it came. */
export function dueLeaves(state: YieldState, now: number): Leaf[] {
  const due = [...state.leaves.values()].flatMap((leaf) => {
    const wakeAt = leaf.settled === null ? (waitOfLeaf(leaf)?.wakeAt ?? null) : null;
    return wakeAt === null || wakeAt > now ? [] : [{ leaf, wakeAt }];
  });
  return due.sort((a, b) => a.wakeAt - b.wakeAt).map(({ leaf }) => leaf);
}

/** Nothing of it is answered any more. */
export function abandonYield(state: YieldState, changes: Changes): void {
  for (const leaf of state.leaves.values())
    if (isOpen(state, leaf)) changes?.push({ type: "abandoned", leaf, by: "end" });
  state.isOver = true;
}

/** It can still be answered. */
function isOpen(state: YieldState, { settled }: Leaf): boolean {
  return settled === null && !state.isOver && !isWon(state);
}

function isWon({ group, order }: YieldState): boolean {
  return group?.type === "any" && order.length > 0;
}

function openLeaf(current: YieldState | null, opening: Opening, seq: number, changes: Changes): YieldState {
  const { n, index, group } = opening;
  if (current !== null && current.n !== n) abandonYield(current, changes);
  const state: YieldState =
    current !== null && current.n === n
      ? current
      : {
          n,
          hash: null,
          group: group ?? null,
          leaves: new Map(),
          order: [],
          denial: null,
          faults: 0,
          isOver: false,
        };
  state.hash ??= opening.yield ?? null;
  const leaf: Leaf = {
    opening,
    seq,
    attempt: "attempt" in opening ? 1 : 0,
    isDispatched: "attempt" in opening,
    retryAt: null,
    isUnknown: "inDoubt" in opening,
    isLetGo: false,
    isApproved: false,
    fault: null,
    settled: null,
  };
  const before = state.leaves.get(index);
  if (before !== undefined && isOpen(state, before))
    changes?.push({ type: "abandoned", leaf: before, by: "anew" });
  state.leaves.set(index, leaf);
  changes?.push({ type: "opened", leaf });
  if (leaf.isDispatched) changes?.push({ type: "started", leaf });
  const answer = fileOfOpening(opening).answerIn(opening);
  if (answer !== null) return settleLeaf(state, index, { by: "value", ...answer }, changes);
  if (isWon(state)) changes?.push({ type: "abandoned", leaf, by: "won" });
  return state;
}

function decide(state: YieldState, leaf: Leaf, decision: DecisionRecord, changes: Changes): YieldState {
  switch (decision.decision) {
    case "approve":
      if (!(fileOfOpening(leaf.opening).waiting?.yesLetsGo ?? false)) break;
      leaf.isApproved = true;
      changes?.push({ type: "noted", leaf, record: decision });
      return state;
    case "retry":
      leaf.isUnknown = false;
      leaf.isDispatched = false;
      leaf.isLetGo = true;
      changes?.push({ type: "noted", leaf, record: decision });
      return state;
    case "deny":
    case "answer":
      break;
    default:
      return assertNever(decision.decision, "the decision");
  }
  return settleLeaf(state, decision.index, { by: "decision", decision }, changes);
}

/** The command at this place has its answer. A second one changes nothing. */
export function settleLeaf(
  state: YieldState,
  index: number,
  settled: Settled,
  changes?: Changes,
): YieldState {
  const leaf = state.leaves.get(index);
  if (leaf === undefined || leaf.settled !== null) return state;
  leaf.settled = settled;
  leaf.isDispatched = false;
  state.order.push(index);
  if (leaf.fault !== null) state.faults -= 1;
  if (settled.by === "decision" && endsThread(leaf, settled.decision)) state.denial ??= settled.decision;
  if (changes !== undefined) tellSettled(state, leaf, changes);
  return state;
}

function tellSettled(state: YieldState, leaf: Leaf, changes: Change[]): void {
  changes.push({ type: "settled", leaf });
  if (!isWon(state) || state.order[0] !== leaf.opening.index) return;
  changes.push({ type: "won", leaf });
  for (const other of state.leaves.values())
    if (other.settled === null) changes.push({ type: "abandoned", leaf: other, by: "won" });
}

/** A no, unless the generator wants to hear it and still can. */
function endsThread({ opening }: Leaf, { decision, ends }: DecisionRecord): boolean {
  const isHeard = fileOfOpening(opening).waiting?.hearsNo(opening) ?? false;
  return decision === "deny" && (!isHeard || ends === true);
}

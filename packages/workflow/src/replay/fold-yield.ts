// The commands of one yield and how far each is, from their journal lines. Pure.
import type { Json } from "#contract/command.ts";
import type {
  AnnotationRecord,
  CheckpointRecord,
  CommandRecord,
  DecisionRecord,
  FaultRecord,
  Group,
  IntentRecord,
  ReceiptRecord,
} from "#contract/record.ts";
import type { WaitingOn } from "#contract/status.ts";

export type Opening = IntentRecord | CheckpointRecord | AnnotationRecord;

/** One command of a yield. */
export type Leaf = {
  opening: Opening;
  /** The line it was opened in. */
  seq: number;
  /** Attempts begun so far. */
  attempt: number;
  /** It was handed to an executor, and nobody has said what came of it. */
  isDispatched: boolean;
  /** The attempt before failed; the next is due then. */
  retryAt: number | null;
  isUnknown: boolean;
  /** It was, and a person said that it is sent again; it was not yet. */
  isLetGo: boolean;
  /** A person said yes to an effect that policy holds back. */
  isApproved: boolean;
  /** Its payload did not fit; unless a receipt says so too, the thread fails of it. */
  fault: FaultRecord | null;
  settled: Settled | null;
};

export type Settled =
  | { by: "value"; value: Json | undefined }
  | { by: "receipt"; receipt: ReceiptRecord }
  | { by: "decision"; decision: DecisionRecord };

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

/** Takes one more line of the yield into account. A reject opens nothing. */
export function foldYield(current: YieldState | null, record: CommandRecord, seq: number): YieldState | null {
  if (record.kind === "reject") return current;
  if (record.kind === "intent" || record.kind === "checkpoint" || record.kind === "annotation")
    return openLeaf(current, record, seq);
  const leaf = current?.n === record.n ? current.leaves.get(record.index) : undefined;
  if (current === null || leaf === undefined) return current;
  switch (record.kind) {
    case "attempt":
      leaf.attempt = record.attempt;
      leaf.isDispatched = record.status === "started";
      leaf.isUnknown = record.status === "unknown";
      leaf.isLetGo = false;
      leaf.retryAt = record.status === "failed" ? record.timestamp + (record.delayMs ?? 0) : null;
      return current;
    case "receipt":
      return settle(current, record.index, { by: "receipt", receipt: record });
    case "decision":
      return decide(current, leaf, record);
    case "fault":
      leaf.fault = record;
      current.faults += 1;
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
export function waitOf(state: YieldState): { on: WaitingOn; wakeAt: number | null } | null {
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
    if (on === null || on === "timer") on = wait.on;
    if (wait.wakeAt !== null) wakeAt = Math.min(wakeAt ?? Infinity, wait.wakeAt);
  }
  return on === null ? null : { on, wakeAt };
}

function isUnknown(leaf: Leaf): boolean {
  return leaf.settled === null && waitOfLeaf(leaf)?.on === "reconcile";
}

/** Null when the leaf is being worked on, or would be if a process had it. `wakeAt`: when the time decides. */
export function waitOfLeaf(leaf: Leaf): { on: WaitingOn; wakeAt: number | null } | null {
  const { opening } = leaf;
  if (opening.kind !== "intent") return null;
  switch (opening.do) {
    case "approve":
      return { on: "approval", wakeAt: opening.expiresAt };
    case "input":
      return { on: "input", wakeAt: null };
    case "sleep":
      return { on: "timer", wakeAt: opening.until };
    case "effect":
      if (opening.gate !== undefined && !leaf.isApproved)
        return { on: "approval", wakeAt: opening.gate.expiresAt };
      if (leaf.isUnknown) return { on: "reconcile", wakeAt: null };
      return leaf.retryAt === null ? null : { on: "timer", wakeAt: leaf.retryAt };
    default:
      return null;
  }
}

/** Commands whose time has come, in the order it came. */
export function dueLeaves(state: YieldState, now: number): Leaf[] {
  const due = [...state.leaves.values()].flatMap((leaf) => {
    const wakeAt = leaf.settled === null ? (waitOfLeaf(leaf)?.wakeAt ?? null) : null;
    return wakeAt === null || wakeAt > now ? [] : [{ leaf, wakeAt }];
  });
  return due.sort((a, b) => a.wakeAt - b.wakeAt).map(({ leaf }) => leaf);
}

function openLeaf(current: YieldState | null, opening: Opening, seq: number): YieldState {
  const { n, index, group } = opening;
  const state: YieldState =
    current !== null && current.n === n
      ? current
      : { n, hash: null, group: group ?? null, leaves: new Map(), order: [], denial: null, faults: 0 };
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
  state.leaves.set(index, leaf);
  const value = valueIn(opening);
  return value === null ? state : settle(state, index, value);
}

function valueIn(opening: Opening): Settled | null {
  if (opening.kind === "checkpoint") return { by: "value", value: { seq: opening.seq } };
  if (opening.kind === "annotation") return { by: "value", value: undefined };
  return "answer" in opening ? { by: "value", value: opening.answer } : null;
}

function decide(state: YieldState, leaf: Leaf, decision: DecisionRecord): YieldState {
  const isGate = leaf.opening.kind === "intent" && leaf.opening.do === "effect";
  if (isGate && decision.decision === "approve") leaf.isApproved = true;
  else if (decision.decision === "retry") {
    leaf.isUnknown = false;
    leaf.isDispatched = false;
    leaf.isLetGo = true;
  } else return settle(state, decision.index, { by: "decision", decision });
  return state;
}

function settle(state: YieldState, index: number, settled: Settled): YieldState {
  const leaf = state.leaves.get(index);
  if (leaf === undefined || leaf.settled !== null) return state;
  leaf.settled = settled;
  leaf.isDispatched = false;
  state.order.push(index);
  if (leaf.fault !== null) state.faults -= 1;
  if (settled.by === "decision" && endsThread(leaf, settled.decision)) state.denial ??= settled.decision;
  return state;
}

/** A no, unless the generator wants to hear it and still can. */
function endsThread({ opening }: Leaf, { decision, ends }: DecisionRecord): boolean {
  const isDelivered = opening.kind === "intent" && opening.do === "approve" && opening.onDeny === "deliver";
  return decision === "deny" && (!isDelivered || ends === true);
}

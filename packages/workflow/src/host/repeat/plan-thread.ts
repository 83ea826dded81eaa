// resume --plan: what is kept, what runs (again) and why, before anything is spent.
import { WAITS } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { StartRecord } from "#contract/record.ts";
import { isTerminal } from "#contract/status.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { PlannedCommand } from "#protocol/repeat-messages.ts";
import type { CommandLog } from "#replay/command-log.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { isEnded, isSettled, type Leaf, waitOfLeaf, type YieldState } from "#replay/fold-yield.ts";
import { doubtsIn, isDelivered } from "#replay/in-flight.ts";
import { getBundle, getFacts, type StoredBundle } from "#store/bundle-store.ts";
import { cannotComeBack, isRunning } from "#thread/refusals.ts";
import { findThread } from "../open/find-thread.ts";
import { readWithWorker } from "../open/is-live.ts";
import { assertNotLost } from "../open/lost-thread.ts";
import { readThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import type { ForkFiles } from "../start/fork-files.ts";

export type Plan = {
  threadId: string;
  determinism: "steps" | "strict";
  /** Finished work that is not done again. */
  kept: { steps: number; commands: number };
  /** Of a fork: the finished commands whose answers it takes over. */
  reused?: Pick<PlannedCommand, "stepId" | "do" | "effect">[];
  /** Where the plan may differ from what happens, and why. */
  note?: string;
  /** Of a fork: the code it runs, and whether that is a newer version of the workflow. */
  code?: { hash: string; newer: boolean };
  /** What is carried out, as far as it can be known now. */
  runs: PlannedCommand[];
  /** What a person or the time has to bring on. */
  waits: PlannedCommand[];
  /** Of a fork: where the files come from that it begins with. */
  files?: ForkFiles;
};

export async function planResume(store: Store, typed: string): Promise<Plan> {
  const place = findThread(store, typed);
  const { fold, steps, commands, live } = await readWithWorker(store, place, readThread);
  const start = fold.start as StartRecord;
  const status = deriveStatus(fold, false);
  if (isTerminal(status) || fold.start === null)
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} is ${status}; there is nothing to resume`,
      {
        hint: `uncaged-workflow ${status === "completed" ? "fork" : "retry"} ${place.threadId} --plan`,
        details: { status },
      },
    );
  if (live) throw isRunning(place.threadId);
  await assertNotLost(store, place, fold);
  const bundle = getBundle(store.layout, start.hash, start.sha256);
  const determinism = determinismOf(store, bundle);
  const comesBack = determinism === "strict" || getFacts(databaseOf(store), bundle)?.readsSteps !== false;
  // A thread that is being stopped only has to end.
  const isStopping = fold.stopping !== null;
  if (fold.steps > 0 && !comesBack && !isStopping) throw cannotComeBack(place.threadId, fold.steps);
  return {
    threadId: place.threadId,
    determinism,
    kept: { steps: steps.length, commands: finishedIn(commands) },
    ...(isStopping ? { runs: [], waits: [] } : planOpen(fold.current, determinism)),
  };
}

/** Of the yield that was under way: a doubt about one of its effects comes before everything else. */
function planOpen(state: YieldState | null, determinism: Plan["determinism"]): Pick<Plan, "runs" | "waits"> {
  const isOver = state === null || isSettled(state) || isEnded(state);
  const open = isOver ? [] : [...state.leaves.values()].filter((leaf) => leaf.settled === null);
  const doubts = new Set(doubtsIn(state).filter((leaf) => !isDelivered(leaf)));
  const waits = (leaf: Leaf) => doubts.size > 0 || waitOfLeaf(leaf) !== null;
  const whyWaits = (leaf: Leaf) => {
    if (doubts.has(leaf)) return IN_DOUBT;
    return waitOfLeaf(leaf) === null ? "until the outcome of the other effect is known" : whyItWaits(leaf);
  };
  const waiting = [...doubts, ...open.filter((leaf) => waits(leaf) && !doubts.has(leaf))];
  return {
    runs: open
      .filter((leaf) => !waits(leaf))
      .map((leaf) => planned(leaf, `${whyItRuns(leaf)}${determinism === "strict" ? "" : IF_ASKED}`)),
    waits: waiting.map((leaf) => planned(leaf, whyWaits(leaf))),
  };
}

export const IN_DOUBT =
  "it was dispatched and has no receipt: a person has to say what became of it (reconcile), before anything else goes on";
/** Code that does not promise to repeat itself may ask for something else. */
const IF_ASKED = ", if the workflow asks for it again";

export function determinismOf(store: Store, bundle: StoredBundle): Plan["determinism"] {
  return getFacts(databaseOf(store), bundle)?.descriptor?.determinism ?? "steps";
}

/** An error is an answer, too: it was paid for, and is not asked for again. */
function finishedIn(commands: CommandLog): number {
  return commands.entries.filter(({ completedAt }) => completedAt !== null).length;
}

export function planned({ opening }: Leaf, why: string): PlannedCommand {
  const effect = "effect" in opening ? { effect: opening.effect } : {};
  const asked: Json = opening.kind === "intent" && opening.do === "effect" ? opening.params : null;
  return {
    stepId: stepIdAt(opening),
    do: opening.kind === "intent" ? opening.do : opening.kind,
    ...effect,
    asked,
    why,
  };
}

function whyItRuns(leaf: Leaf): string {
  const { opening } = leaf;
  if (!leaf.isDispatched) return "it was not dispatched yet";
  const isOnce = opening.kind === "intent" && opening.do === "effect" && opening.class === "once";
  return isOnce
    ? "its outcome is unknown, and the workflow wants to know that"
    : "it has no receipt; it is sent again with the same key";
}

function whyItWaits(leaf: Leaf): string {
  const wait = waitOfLeaf(leaf);
  return wait === null ? "" : WAITS[wait.on].plan(wait.wakeAt);
}

// What a process that repeats threads is told on its stdin, and says on its stdout: one answer a line.
import type { Json } from "#contract/command.ts";
import type { Divergence } from "#contract/divergence.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";

/** `fork`: not repeated, but planned, as a fork that keeps so many steps. */
export type ReplayRequest = {
  bundle: BundleId;
  threads: { threadId: ThreadId; path: string; fork?: PlannedFork }[];
};

export type ReplayAnswer =
  | { ok: true; thread: ReplayedThread; plan?: never }
  | { ok: true; plan: ForkPlan; thread?: never }
  | { ok: false; threadId: ThreadId; error: ErrorReport };

export type ReplayedThread = {
  threadId: ThreadId;
  status: "identical" | "diverged";
  /** Yields that were repeated. */
  yields: number;
  divergence: Divergence | null;
};

/** See Cut and ForkLines. A limit that is missing is none. */
export type PlannedFork = {
  keep?: number;
  find?: number;
  redo?: string[];
  prompt?: string;
  variables?: Record<string, string>;
  filesKnownTo?: number;
};

/** `isOtherWay`: the code does not repeat what is kept. */
export type ForkPlan = {
  kept: { steps: number; commands: number };
  reused: Pick<PlannedCommand, "stepId" | "do" | "effect">[];
  runs: PlannedCommand[];
  waits: PlannedCommand[];
  /** Finished effects that may be found again behind what is known. */
  mayFind: number;
  isOtherWay: boolean;
};

/** A command that will be carried out, and why it is not finished. */
export type PlannedCommand = { stepId: string; do: string; effect?: string; asked: Json; why: string };

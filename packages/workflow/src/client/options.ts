import type { Json } from "#contract/command.ts";
import type { ThreadStatus } from "#contract/status.ts";

/** They may only lower what the bundle says. */
export type Limits = {
  timeoutMs?: number;
  maxSteps?: number;
  maxParallel?: number;
  maxOutputBytes?: number;
  /** Dollars. */
  maxCost?: number;
  maxTokens?: number;
  /** Calls are made though nobody knows what they cost; without it a budget refuses them. */
  allowUnpriced?: true;
};

/** As the flags of `run`. */
export type StartOptions = {
  prompt?: string;
  variables?: Record<string, string>;
  /** Of a keyed workflow. */
  key?: string;
  /** The folder in which programs run and files are read and written; without it the thread has a folder of its own. */
  workspace?: string;
  /** With a workspace: in a git worktree of its own. */
  worktree?: boolean;
  maxRounds?: number;
  limits?: Limits;
  strictRoles?: boolean;
  isDryRun?: boolean;
  /** In a dry run: what the effects answer, in order. */
  receipts?: Json[];
  /** Starts once: the same id again returns the thread that was started before. */
  requestId?: string;
};

/** As the flags of `fork`. */
export type ForkOptions = {
  fromRole?: string;
  /** 3: the third step. "n6", or a command's own name: everything through that yield. */
  fromStep?: number | string;
  prompt?: string;
  variables?: Record<string, string>;
  maxRounds?: number;
  limits?: Limits;
  /** Other code: a workflow's name, a bundle's id, or a file. */
  bundle?: string;
} & RedoOptions;

/** As the flags of `retry`. */
export type RetryOptions = { maxRounds?: number; limits?: Limits } & RedoOptions;

export type RedoOptions = {
  /** Done again though they are finished: yields ("n3"), commands by their own names, steps by their numbers. */
  redo?: string[];
  /** Every effect that failed, though the workflow went on from it. */
  redoFailed?: boolean;
  /** Keeps the version the thread ran, though its workflow has a newer one. */
  sameCode?: boolean;
};

export type Started = {
  threadId: string;
  /** The thread had been started with this request id before. */
  duplicate?: true;
  /** What is to be known of a fork. */
  warnings?: string[];
};

export type ListOptions = {
  name?: string;
  status?: ThreadStatus;
  /** How many; all without it. */
  limit?: number;
};

export type StopOptions = {
  /** `cancel` (default) lets the running step end, `kill` does not, `pause` can be resumed. */
  how?: "cancel" | "kill" | "pause";
  /** For the record, of a cancel or a kill. */
  reason?: string;
};

export type Stopped = { threadId: string; status: "cancelled" | "killed" | "paused" };

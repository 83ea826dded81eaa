// The lines of a journal. Line 1 and role lines have RFC-001's keys; every other line has `kind`.
import type { Json } from "./command.ts";
import type { CommandRecord, EventRecord } from "./command-record.ts";
import type { ErrorReport } from "./errors.ts";
import type { BundleId, Sha256, ThreadId } from "./ids.ts";

export type * from "./command-record.ts";
export type * from "./intent.ts";

/** A run of lines taken over byte for byte: what it is chained to, how long it is, and the digest of its bytes. */
export type CopiedBlock = { bytes: number; sha256: Sha256; sum: string };

/**
 * `lines`: how many lines after the start were copied. `changed`: the fork has another prompt or other code. `copy`: the
 * first of those lines stand as they stood in the origin. `startedBy`: others who started the origin, or what that was forked from.
 */
export type ForkOrigin = {
  threadId: ThreadId;
  hash: BundleId;
  steps: number;
  lines?: number;
  changed?: true;
  copy?: CopiedBlock;
  startedBy?: string[];
};

export type Initiator = { type: "manual" | "schedule" | "webhook" | "event"; actor: string };

/**
 * `commit`: where its HEAD stood. `worktreeOf`: it is a worktree of this checkout, made for the thread. `tree`: of a fork,
 * the state its files were given, as a commit.
 */
export type Workspace = {
  path: string;
  repo?: string;
  ref?: string;
  commit?: string;
  worktreeOf?: string;
  tree?: string;
};

export type StartRecord = {
  name: string;
  hash: BundleId;
  sha256: Sha256;
  threadId: ThreadId;
  parameters: {
    prompt: string;
    options: { isDryRun: boolean; maxRounds: number };
    variables?: Record<string, string>;
    /** Of a keyed workflow. */
    key?: string;
    /** Role outputs must fit the descriptor's schemas. */
    strictRoles?: true;
    limits?: {
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
    /** Where exec and fs effects work; a folder of its own when missing. */
    workspace?: Workspace;
    /** In a dry run: what stands in for the receipts, in the order of the effects' positions. */
    receipts?: Json[];
  };
  initiator?: Initiator;
  trigger?: { type: string; metadata?: Json };
  /** Of a request: which attempt of its caller's it is. */
  runtime?: { attempt: number };
  /** What the caller of a request calls the thread, when that is no thread id. */
  executionId?: string;
  /** Unique per workflow: a second start with the same key returns this thread. */
  idempotencyKey?: string;
  timestamp: number;
  forkFrom?: ForkOrigin;
};

export type RoleRecord = { role: string; content: string; meta: Record<string, unknown>; timestamp: number };

/**
 * What people and the engine decided about a thread from outside it.
 * queue/start: it waited for a free place, then got one. resume: unpaused, or taken up again after an interruption.
 * restart: taken up from the beginning; the steps before this line no longer count.
 */
export type ControlAction =
  | "queue"
  | "start"
  | "pause"
  | "resume"
  | "restart"
  /** Changed code or another prompt took another way at `at`: what was recorded from there on counts no longer. */
  | "branch"
  /**
   * The files of the thread after the yield `at`. Of a worktree `commit`, with its HEAD at `head`; of a folder of the
   * store `files`, the sha256 of their list.
   */
  | "tree"
  | "cancel"
  | "kill";

/**
 * A path below the folder. history: the commits of a repository in there. ignored: by rules that the thread made itself.
 * name: git, or we, cannot write such a name. secret: an effect wrote a secret there. special: a pipe, a socket or a device. size: larger than we keep.
 */
export type Unkept = {
  path: string;
  why: "history" | "ignored" | "name" | "secret" | "size" | "special" | "unreadable";
};

/** The state of an empty folder: `files` of a `tree` line. */
export const NO_FILES: Sha256 = "f52ba1e229e8ffe61b70a7cc46db9c997a2076efb283bf61e83bd64d1bb9923e";

/** What a `tree` line says. */
export type KeptState = Pick<ControlRecord, "commit" | "head" | "files" | "unkept" | "unkeptMore" | "lost">;

export type ControlRecord = {
  kind: "control";
  action: ControlAction;
  actor?: string;
  reason?: string;
  /** branch: the yield that differed, and how many steps stand before it. */
  at?: number;
  steps?: number;
  /** tree */
  commit?: string;
  head?: string;
  files?: Sha256;
  /** tree: what is not in that state, and how much of it is not named here. */
  unkept?: Unkept[];
  unkeptMore?: number;
  /** tree: no state could be kept at all, and why. */
  lost?: string;
  timestamp: number;
};

export type TerminalStatus = "completed" | "failed" | "cancelled" | "killed";

export type ResultRecord = {
  kind: "result";
  status: TerminalStatus;
  returnCode: number;
  summary: string;
  reachedMaxRounds?: true;
  /** Further keys the generator returned. */
  output?: Record<string, unknown>;
  error?: ErrorReport;
  timestamp: number;
};

/** sha256 of all bytes before this line, signed with the store's Ed25519 key. */
export type SealRecord = { kind: "seal"; sha256: Sha256; key: string; sig: string; timestamp: number };

export type KindRecord = ControlRecord | CommandRecord | EventRecord | ResultRecord | SealRecord;
export type JournalRecord = StartRecord | RoleRecord | KindRecord;

/** Who started a thread, and those it was forked from. */
export function startersOf({ initiator, forkFrom }: StartRecord): string[] {
  const before = Array.isArray(forkFrom?.startedBy) ? forkFrom.startedBy : [];
  return [...new Set([...(initiator === undefined ? [] : [initiator.actor]), ...before])];
}

/** A line that a fork took over from its origin, by its number. */
export function isCopiedLine({ forkFrom }: StartRecord, seq: number): boolean {
  return forkFrom !== undefined && seq <= 1 + (forkFrom.lines ?? forkFrom.steps);
}

/** A record before the engine stamped it. */
export type Unstamped<R> = R extends unknown ? Omit<R, "timestamp"> : never;

// The lines of a journal. Line 1 and role lines have RFC-001's keys; every other line has `kind`.
import type { ErrorReport } from "./errors.ts";
import type { BundleId, Sha256, ThreadId } from "./ids.ts";

export type ForkOrigin = { threadId: ThreadId; hash: BundleId; steps: number };

export type StartRecord = {
  name: string;
  hash: BundleId;
  sha256: Sha256;
  threadId: ThreadId;
  parameters: {
    prompt: string;
    options: { isDryRun: boolean; maxRounds: number };
    variables?: Record<string, string>;
    /** Role outputs must fit the descriptor's schemas. */
    strictRoles?: true;
    limits?: { timeoutMs?: number; maxSteps?: number };
  };
  timestamp: number;
  forkFrom?: ForkOrigin;
};

export type RoleRecord = { role: string; content: string; meta: Record<string, unknown>; timestamp: number };

/**
 * What people and the engine decided about a thread from outside it.
 * queue/start: it waited for a free place, then got one. resume: unpaused, or taken up again after an interruption.
 * restart: taken up from the beginning; the steps before this line no longer count.
 */
export type ControlAction = "queue" | "start" | "pause" | "resume" | "restart" | "cancel" | "kill";

export type ControlRecord = {
  kind: "control";
  action: ControlAction;
  actor?: string;
  reason?: string;
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

export type KindRecord = ControlRecord | ResultRecord | SealRecord;
export type JournalRecord = StartRecord | RoleRecord | KindRecord;

/** A record before the engine stamped it. */
export type Unstamped<R> = R extends unknown ? Omit<R, "timestamp"> : never;

// What crosses the unix socket of a worker process: one JSON object a line.
import type { Bill } from "#contract/bill.ts";
import type { Json } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { HostHow } from "#contract/ports.ts";
import type { Settlement } from "#contract/settlement.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";

export type Request =
  /** Take up a thread whose journal exists: a new one, a fork, an interrupted or a paused one. */
  | { op: "host"; threadId: ThreadId; how: HostHow; actor?: string | undefined }
  | { op: "pause"; threadId: ThreadId; actor?: string | undefined }
  | {
      op: "stop";
      threadId: ThreadId;
      action: "kill" | "cancel";
      actor?: string | undefined;
      reason?: string | undefined;
    }
  /** Something a waiting thread waits for: it is recorded, and the thread taken up. */
  | { op: "settle"; threadId: ThreadId; settlement: Settlement; actor: string; admins: string[] }
  /** Delete a thread this worker does not have. */
  | { op: "remove"; threadId: ThreadId }
  | { op: "list" }
  /** From now on, tell how far the journal is durable, and when the thread leaves this worker. */
  | { op: "follow"; threadId: ThreadId };

export type HostedThread = {
  threadId: ThreadId;
  name: string;
  status: ThreadStatus;
  waitingOn: WaitingOn | null;
  steps: number;
  startedAt: number;
  /** What it paid so far. Missing from a worker of before. */
  bill?: Bill;
};

export type Answer = { id: number; ok: true; value: unknown } | { id: number; ok: false; error: ErrorReport };

export type { SettleAnswer, StopAnswer } from "#contract/settlement.ts";

/** `behind`: rows of the index that could not be written yet; null when it is as it should be. */
export type ListAnswer = { worker: string; pid: number; threads: HostedThread[]; behind: IndexBehind | null };

export type IndexBehind = { rows: number; said: string };

/** Only ever the newest state: a slow reader skips some and reads the journal up to `bytes`. */
export type Notice = {
  notice: ThreadId;
  bytes: number;
  status: ThreadStatus;
  left: boolean;
  /** It stays in this worker, but only a person or the time brings it on: nobody has to watch. */
  rests: boolean;
  /** Tokens of the approvals this worker opened, by step id. They are nowhere else. */
  tokens?: Record<string, string>;
  /** Why it left without a result, when it did. */
  error?: ErrorReport;
};

/** A notice stands for the ones before it, but a token is told once. */
export function withTokens(notice: Notice, before: Notice | undefined): Notice {
  if (before?.tokens === undefined) return notice;
  return { ...notice, tokens: { ...before.tokens, ...notice.tokens } };
}

/** Something an executor told on its way. Not kept for anybody who does not listen right now. */
export type Progress = { progress: ThreadId; stepId: string; effect: string; frame: Json };

export type Envelope = Request & { id: number };

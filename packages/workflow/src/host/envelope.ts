// The one answer of run, resume, fork and follow.
import type { ErrorReport } from "#contract/errors.ts";
import type { ThreadStatus } from "#contract/status.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { Step, ThreadFold } from "#replay/fold-thread.ts";
import type { ThreadPlace } from "./find-thread.ts";
import { readThread } from "./read-thread.ts";

export type EnvelopeStatus = "ok" | "waiting" | "cancelled" | "failed";

export type EnvelopeStep = {
  stepId: string;
  status: "completed";
  attempt: number;
  startedAt: string;
  completedAt: string;
  output: RoleOutput;
};

export type Envelope = {
  ok: boolean;
  status: EnvelopeStatus;
  executionId: string;
  sessionId: string;
  output: {
    returnCode: number | null;
    summary: string | null;
    last: RoleOutput | null;
    roles: number;
    reachedMaxRounds?: true;
    [key: string]: unknown;
  };
  steps: EnvelopeStep[];
  requiresApproval: null;
  requiresInput: null;
  error: ErrorReport | null;
  /** The thread's own status: what `threads` shows. */
  thread: ThreadStatus;
};

export type Seen = {
  /** What whoever followed the thread knows already: the steps are then left out, and the journal is not read again. */
  fold?: ThreadFold | undefined;
  /** Why it left its worker without a result. */
  lost?: ErrorReport | null;
};

/** Of a thread no worker holds any more. */
export function envelopeOf(place: ThreadPlace, seen: Seen = {}): Envelope {
  const { fold, steps } = seen.fold === undefined ? readThread(place) : { fold: seen.fold, steps: [] };
  const thread = deriveStatus(fold, false);
  const { result } = fold;
  const last = steps.at(-1);
  return {
    ok: STATUS_OF[thread] !== undefined,
    status: STATUS_OF[thread] ?? "failed",
    executionId: place.threadId,
    sessionId: place.threadId,
    output: {
      ...result?.output,
      returnCode: result?.returnCode ?? null,
      summary: result?.summary ?? null,
      last: last === undefined ? null : outputOf(last),
      roles: fold.steps,
      ...(result?.reachedMaxRounds ? { reachedMaxRounds: true } : {}),
    },
    steps: envelopeSteps(steps, fold.start?.timestamp ?? 0),
    requiresApproval: null,
    requiresInput: null,
    error: result?.error ?? (thread === "interrupted" ? (seen.lost ?? interrupted(place)) : null),
    thread,
  };
}

const STATUS_OF: Partial<Record<ThreadStatus, EnvelopeStatus>> = {
  completed: "ok",
  paused: "waiting",
  cancelled: "cancelled",
  killed: "cancelled",
};

/** A step begins when the one before it was recorded; those a fork took over are older than its start line. */
function envelopeSteps(steps: readonly Step[], startedAt: number): EnvelopeStep[] {
  return steps.map((step, index) => ({
    stepId: stepIdOf(index + 1),
    status: "completed",
    attempt: 1,
    startedAt: isoOf(Math.min(steps[index - 1]?.timestamp ?? startedAt, step.timestamp)),
    completedAt: isoOf(step.timestamp),
    output: outputOf(step),
  }));
}

export function stepIdOf(number: number): string {
  return `n${number}`;
}

export function isoOf(timestamp: number): string {
  return new Date(timestamp).toISOString();
}

function outputOf({ role, content, meta }: Step): RoleOutput {
  return { role, content, meta };
}

function interrupted(place: ThreadPlace): ErrorReport {
  return {
    code: "IO_FAILED",
    message: `the worker of ${place.threadId} ended before the thread did; nothing recorded is lost`,
    hint: `uncaged-workflow resume ${place.threadId}`,
  };
}

// The one answer of run, resume, fork, follow, approve, deny and answer.
import { WAITS } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { Unkept } from "#contract/record.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import { CommandLog } from "#replay/command-log.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { type Step, type ThreadFold, unkeptIn } from "#replay/fold-thread.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { type ReadThread, readThread } from "../open/read-thread.ts";
import { type EnvelopeStep, envelopeSteps } from "./envelope-steps.ts";
import { type Waiting, waitingAt } from "./read-waiting.ts";
import { isNothingSpent, type SpentView, viewSpent } from "./view-spent.ts";

export type EnvelopeStatus = "ok" | "needs_approval" | "needs_input" | "waiting" | "cancelled" | "failed";

export type RequiredApproval = { stepId: string; prompt: string; items: Json[]; resumeToken: string | null };
export type RequiredInput = {
  stepId: string;
  prompt: string;
  schema: { [key: string]: Json };
  defaults?: Json;
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
    /** Only when it cost money or tokens. */
    spent?: SpentView;
    [key: string]: unknown;
  };
  steps: EnvelopeStep[];
  requiresApproval: RequiredApproval | null;
  requiresInput: RequiredInput | null;
  error: ErrorReport | null;
  /** Only when there is any: files of the thread that are in no state of them. */
  unkept?: Unkept[];
  filesLost?: string;
  /** The thread's own status: what `threads` shows, and what it waits for. Not part of the document. */
  thread: ThreadStatus;
  parked: { on: WaitingOn; wakeAt: number | null; waiting: Waiting[] } | null;
};

export type Seen = {
  /** What whoever followed the thread knows already: the steps are then left out, and the journal is not read again. */
  fold?: ThreadFold | undefined;
  /** Why it left its worker without a result. */
  lost?: ErrorReport | null;
  /** Of the approvals that were opened while somebody followed, by step id. */
  tokens?: Record<string, string> | undefined;
};

/** Of a thread no worker holds any more. */
export function envelopeOf(place: ThreadPlace, seen: Seen = {}): Envelope {
  const { fold, steps, commands } = seen.fold === undefined ? readThread(place) : bare(seen.fold);
  const thread = deriveStatus(fold, false);
  const { result } = fold;
  const last = steps.at(-1);
  const wait = deriveWait(fold);
  const status = statusOf(thread, wait?.on);
  const waiting = waitingAt(place, fold);
  return {
    ok: status !== "failed",
    status,
    executionId: fold.start?.executionId ?? place.threadId,
    sessionId: fold.start?.executionId ?? place.threadId,
    output: {
      ...result?.output,
      returnCode: result?.returnCode ?? null,
      summary: result?.summary ?? null,
      last: last === undefined ? null : outputOf(last),
      roles: fold.steps,
      ...(result?.reachedMaxRounds ? { reachedMaxRounds: true } : {}),
      ...(isNothingSpent(fold.spent) ? {} : { spent: viewSpent(fold.spent) }),
    },
    steps: envelopeSteps(steps, commands.current, fold.result),
    requiresApproval: approvalIn(waiting, seen.tokens),
    requiresInput: inputIn(waiting),
    error: result?.error ?? (thread === "interrupted" ? (seen.lost ?? interrupted(place)) : null),
    ...unkeptIn(fold),
    thread,
    parked: wait === null || thread !== "waiting" ? null : { ...wait, waiting },
  };
}

/** What is printed of it. */
export function documentOf(envelope: Envelope): Omit<Envelope, "thread" | "parked"> {
  const { thread: _thread, parked: _parked, ...document } = envelope;
  return document;
}

function bare(fold: ThreadFold): Pick<ReadThread, "fold" | "steps" | "commands"> {
  return { fold, steps: [], commands: new CommandLog() };
}

const STATUS_OF: Partial<Record<ThreadStatus, EnvelopeStatus>> = {
  completed: "ok",
  paused: "waiting",
  cancelled: "cancelled",
  killed: "cancelled",
};

function statusOf(thread: ThreadStatus, waitingOn: WaitingOn | undefined): EnvelopeStatus {
  if (thread !== "waiting") return STATUS_OF[thread] ?? "failed";
  return waitingOn === undefined ? "waiting" : WAITS[waitingOn].envelope;
}

function approvalIn(waiting: Waiting[], tokens: Seen["tokens"]): RequiredApproval | null {
  const found = waiting.find(({ kind }) => kind === "approval");
  if (found === undefined) return null;
  const { stepId, prompt, items } = found;
  return { stepId, prompt, items, resumeToken: tokenIn(tokens, stepId) };
}

/** A step may be called as the author likes, "constructor" included. */
function tokenIn(tokens: Seen["tokens"], stepId: string): string | null {
  return tokens !== undefined && Object.hasOwn(tokens, stepId) ? (tokens[stepId] ?? null) : null;
}

function inputIn(waiting: Waiting[]): RequiredInput | null {
  const found = waiting.find(({ kind }) => kind === "input");
  if (found === undefined) return null;
  const { stepId, prompt, schema = {}, defaults } = found;
  return { stepId, prompt, schema, ...(defaults === undefined ? {} : { defaults }) };
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

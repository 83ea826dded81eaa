// steps[] of the envelope: role outputs and commands in the order of their yields, one entry per attempt.
import type { Json } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { ResultRecord } from "#contract/record.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import type { AttemptEntry, CommandEntry } from "#replay/command-log.ts";
import { type Failure, failureOf } from "#replay/failure-of.ts";
import type { Step } from "#replay/fold-thread.ts";

export type EnvelopeStep = {
  stepId: string;
  status: "pending" | "running" | "waiting_approval" | "completed" | "failed" | "cancelled" | "skipped";
  attempt: number;
  startedAt: string;
  completedAt: string | null;
  output: RoleOutput | Json;
  error?: Pick<ErrorReport, "message"> & { code: string };
  /** Of an attempt that failed, or whose program ended with another code than 0. */
  failure?: Failure;
  /** Its answer was found again: nothing was done. */
  reused?: true;
};

type Placed = { n: number; order: string; step: EnvelopeStep };

/** `result`: may name steps that were not needed (`skipped`), as a plan's does. */
export function envelopeSteps(
  steps: readonly Step[],
  commands: readonly CommandEntry[],
  result: ResultRecord | null,
): EnvelopeStep[] {
  const placed = [...roles(steps), ...commands.flatMap(attempts), ...skippedIn(result)];
  // Members of a list stand in the order of their names, or of their places in it.
  return placed.sort((a, b) => compare(a.n, b.n) || compare(a.order, b.order)).map(({ step }) => step);
}

function skippedIn(result: ResultRecord | null): Placed[] {
  const named = result?.output?.skipped;
  if (result === null || !Array.isArray(named)) return [];
  const at = isoOf(result.timestamp);
  return named
    .filter((stepId): stepId is string => typeof stepId === "string")
    .map((stepId) => ({
      n: Infinity,
      order: stepId,
      step: { stepId, status: "skipped", attempt: 1, startedAt: at, completedAt: at, output: null },
    }));
}

function roles(steps: readonly Step[]): Placed[] {
  return steps.map((step) => ({
    n: step.n,
    order: "",
    step: {
      stepId: `n${step.n}`,
      status: "completed",
      attempt: 1,
      startedAt: isoOf(step.startedAt),
      completedAt: isoOf(step.timestamp),
      output: { role: step.role, content: step.content, meta: step.meta },
    },
  }));
}

function attempts(entry: CommandEntry): Placed[] {
  const { n, stepId, attempts: tried } = entry;
  const order = UNNAMED.test(stepId) ? String(entry.index).padStart(6, "0") : stepId;
  const steps =
    tried.length === 0 ? [whole(entry)] : tried.map((one, index) => attemptStep(entry, one, index));
  return steps.map((step) => ({ n, order, step }));
}

const UNNAMED = /^n\d+(\.\d+)?$/;

function whole(entry: CommandEntry): EnvelopeStep {
  return {
    stepId: entry.stepId,
    status: statusOf(entry.status),
    attempt: 1,
    startedAt: isoOf(entry.startedAt),
    completedAt: entry.completedAt === null ? null : isoOf(entry.completedAt),
    output: entry.answer,
    ...reusedOf(entry),
  };
}

function attemptStep(entry: CommandEntry, attempt: AttemptEntry, index: number): EnvelopeStep {
  const isLast = index === entry.attempts.length - 1;
  const { error } = attempt;
  const failure = isLast ? entry.failure : failureOf(undefined, error);
  return {
    stepId: entry.stepId,
    status: isLast ? statusOf(entry.status) : "failed",
    attempt: attempt.attempt,
    startedAt: isoOf(attempt.startedAt),
    completedAt: attempt.completedAt === null ? null : isoOf(attempt.completedAt),
    output: isLast ? entry.answer : null,
    ...(error === null ? {} : { error: { code: error.code, message: error.message } }),
    ...(failure == null ? {} : { failure }),
    ...reusedOf(entry),
  };
}

function reusedOf({ reused }: CommandEntry): { reused?: true } {
  return reused === undefined ? {} : { reused };
}

function statusOf(status: CommandEntry["status"]): EnvelopeStep["status"] {
  if (status === "waiting") return "pending";
  return status === "unknown" ? "running" : status;
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isoOf(timestamp: number): string {
  return new Date(timestamp).toISOString();
}

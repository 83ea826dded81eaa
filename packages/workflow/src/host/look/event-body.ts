// The events that tell what happens in a thread.
import type { Required } from "#commands/registry.ts";

type OfStep = { stepId: string; attempt: number };
type Decided = { stepId: string; actor: string; reason?: string };
type Failure = { code: string; message?: string };
/** Those who watch are told the token, too. */
type Announced = Required extends infer R
  ? R extends { resumeToken: null }
    ? Omit<R, "resumeToken"> & { resumeToken: string | null }
    : R
  : never;

/** What docs/cli.md lists under Progress, but for what only those who watch are told. */
export type EventBody =
  | { type: "record.durable"; seq: number; sum: string }
  | ({ type: "step.started"; effect?: string | undefined } & OfStep)
  | ({ type: "step.completed"; role?: string } & OfStep)
  | ({ type: "step.failed"; error?: Failure | undefined } & OfStep)
  | ({ type: "step.retry"; delayMs: number } & OfStep)
  | ({ type: "step.cancelled" } & OfStep)
  | ({ stepId: string } & Announced)
  | ({ type: "approval.approved" } & Decided)
  | ({ type: "approval.denied" } & Decided)
  | ({ type: "reconcile.required"; effect: string | undefined; intent: string } & OfStep);

export type ThreadEvent = EventBody & { timestamp: number };

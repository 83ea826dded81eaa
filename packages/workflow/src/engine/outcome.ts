import type { ErrorReport } from "#contract/errors.ts";
import type { EndedBy } from "#contract/ports.ts";
import type { DecisionRecord, FaultRecord } from "#contract/record.ts";

/** How a thread ended: a result record before it is stamped. */
export type Outcome = EndedBy;

export function failedWith(error: ErrorReport): Outcome {
  return { status: "failed", returnCode: 1, summary: error.message, error };
}

/** The round limit is a normal end, and says so. */
export function endedAtRounds(roundsMax: number): Outcome {
  return {
    status: "completed",
    returnCode: 0,
    summary: `stopped at the limit of ${roundsMax} rounds (maxRounds)`,
    reachedMaxRounds: true,
  };
}

export function stoppedBy(action: "kill" | "cancel", reason: string | undefined): Outcome {
  const how = action === "kill" ? "killed" : "cancelled";
  const message = reason === undefined || reason === "" ? how : `${how}: ${reason}`;
  const code = action === "kill" ? "KILLED" : "CANCELLED";
  return { status: how, returnCode: 1, summary: message, error: { code, message } };
}

/** A no ends the thread as cancelled: it did what a person asked for. */
export function deniedBy({ actor, reason }: DecisionRecord, stepId: string): Outcome {
  const why = reason === undefined || reason === "" ? "" : `: ${reason}`;
  const message =
    reason === "approval_timeout"
      ? `nobody decided about ${stepId} in time`
      : `${actor} denied ${stepId}${why}`;
  const details = { stepId, actor, ...(reason === undefined ? {} : { reason }) };
  return {
    status: "cancelled",
    returnCode: 1,
    summary: message,
    error: { code: "APPROVAL_DENIED", message, details },
  };
}

export function faultedBy({ effect, code, message, intent, dropped }: FaultRecord): Outcome {
  const details = { effect, intent, code, dropped: dropped ?? 0 };
  return failedWith({ code: "RECEIPT_FAULT", message: `${effect} answered with ${message}`, details });
}

import type { ErrorReport } from "#contract/errors.ts";
import type { ResultRecord, Unstamped } from "#contract/record.ts";

/** How a thread ended: a result record before it is stamped. */
export type Outcome = Omit<Unstamped<ResultRecord>, "kind">;

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

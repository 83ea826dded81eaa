import type { ErrorReport } from "#contract/errors.ts";
import type { Outcome } from "./outcome.ts";
import { failedWith } from "./outcome.ts";

/** What the generator returned, as the end of the thread. A return that does not fit is a typed failure, never mended. */
export function outcomeOfReturn(value: unknown): Outcome {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return failedWith(misfit("", "the generator must return {returnCode, summary}"));
  const { returnCode, summary, ...output } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(returnCode))
    return failedWith(misfit("returnCode", "the returned `returnCode` must be a whole number"));
  if (typeof summary !== "string")
    return failedWith(misfit("summary", "the returned `summary` must be a string"));
  const extra = Object.keys(output).length === 0 ? {} : { output };
  if (returnCode === 0) return { status: "completed", returnCode: 0, summary, ...extra };
  const error: ErrorReport = {
    code: "WORKFLOW_FAILED",
    message: `the workflow returned ${returnCode}: ${summary}`,
    details: { returnCode },
  };
  return { status: "failed", returnCode: returnCode as number, summary, ...extra, error };
}

function misfit(field: string, message: string): ErrorReport {
  return { code: "SCHEMA_INVALID", message, ...(field === "" ? {} : { details: { field } }) };
}

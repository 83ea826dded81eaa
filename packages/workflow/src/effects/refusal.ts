// Inside an executor a problem is thrown; at its border it becomes an error receipt (a value, never an exception).
import type { Json } from "#contract/command.ts";
import type { EffectError, Executed } from "#contract/effect.ts";
import { WorkflowError } from "#contract/errors.ts";

export { timedOut } from "#contract/timed-out.ts";

const BRAND = Symbol.for("@uncaged/workflow Refusal");

export class Refusal extends Error {
  /** An executor of another built file has its own copy of this class: the brand tells, not the copy. */
  static override [Symbol.hasInstance](value: unknown): value is Refusal {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly report: EffectError;

  constructor(code: string, message: string, more: Omit<EffectError, "code" | "message"> = {}) {
    super(message);
    this.report = { code, message, ...more };
  }
}

/** What an executor that broke reports. */
export function describeFailure(error: unknown): Executed {
  if (error instanceof Refusal) return { status: "error", error: error.report };
  const message = error instanceof Error ? error.message : String(error);
  // What the store refuses has a code already.
  const code = error instanceof WorkflowError ? error.code : "EXECUTOR_FAILED";
  return { status: "error", error: { code, message } };
}

export function aborted(): Executed {
  return { status: "error", error: { code: "ABORTED", message: "it was stopped before it ended" } };
}

export function tooLarge(limit: number, details?: { [key: string]: Json }): Executed {
  return {
    status: "error",
    error: {
      code: "MAX_OUTPUT_BYTES",
      message: `its output is larger than ${limit} bytes`,
      details: { limit, ...details },
    },
  };
}

/** The code of an error of the system, such as ENOENT. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

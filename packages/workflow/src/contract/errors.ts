// Every refusal has a code (API), a message (prose) and, where there is one, a hint: the next command to type.

/** code -> exit code. 1: their workflow. 10: what you gave us. 20: the contract broke. 30: a limit or a stop. 40: our bug, or the machine's. */
export const EXIT_OF = {
  WORKFLOW_FAILED: 1,
  RECEIPT_FAULT: 1,

  USAGE: 10,
  INVALID_JSON: 10,
  BUNDLE_INVALID: 10,
  SCHEMA_INVALID: 10,
  DESCRIPTOR_INVALID: 10,
  GOVERNANCE_INVALID: 10,
  REGISTRY_INVALID: 10,
  NOT_FOUND: 10,
  SECRET_IN_DATA: 10,
  STUB_NOT_FOUND: 10,

  HASH_MISMATCH: 20,
  HASH_COLLISION: 20,
  INPUT_MISMATCH: 20,
  RESUME_MISMATCH: 20,
  TOKEN_CONSUMED: 20,
  TOKEN_EXPIRED: 20,
  REPLAY_DIVERGENCE: 20,
  NON_CANONICAL_VALUE: 20,
  UNKNOWN_RECEIPT: 20,
  BASE_HASH_MISMATCH: 20,
  STALE_WORKER: 20,
  HANDOFF_CLAIMED: 20,
  STATE_INVALID: 20,
  JOURNAL_CORRUPT: 20,
  SEAL_BROKEN: 20,
  WORKTREE_FOREIGN: 20,
  FILES_UNKNOWN: 20,

  EFFECT_NOT_DECLARED: 30,
  EFFECT_UNKNOWN: 30,
  EFFECT_DENIED: 30,
  SECRET_NOT_DECLARED: 30,
  SECRET_NOT_ALLOWED: 30,
  SECRET_MISPLACED: 30,
  OUTPUT_LIMIT_EXCEEDED: 30,
  TIMEOUT: 30,
  MAX_STEPS_EXCEEDED: 30,
  MAX_OUTPUT_BYTES: 30,
  WORKFLOW_BUDGET_EXCEEDED: 30,
  WORKFLOW_RESOURCE_CONFLICT: 30,
  LOOP_DETECTED: 30,
  APPLY_BLOCKED_IN_FLIGHT: 30,
  APPROVER_NOT_ALLOWED: 30,
  SELF_MODIFICATION_DISABLED: 30,
  PROPOSAL_EXPIRED: 30,
  HANDOFF_NOT_ALLOWED: 30,
  KILLED: 30,
  RUNTIME_DISABLED: 30,

  INTERNAL: 40,
  IO_FAILED: 40,
} as const;

export type ErrorCode = keyof typeof EXIT_OF;

/** An error as it is printed, sent between processes and written into a result line. */
export type ErrorReport = {
  code: ErrorCode | "CANCELLED" | "APPROVAL_DENIED";
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
};

const BRAND = Symbol.for("@uncaged/workflow WorkflowError");

export class WorkflowError extends Error {
  /** The program may consist of several built files, each with a copy of this class: the brand tells, not the copy. */
  static override [Symbol.hasInstance](value: unknown): value is WorkflowError {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { hint?: string | undefined; details?: Record<string, unknown> | undefined; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "WorkflowError";
    this.code = code;
    this.hint = more.hint;
    this.details = more.details;
  }

  toReport(): ErrorReport {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(EXIT_OF, value);
}

/** The inverse of toReport, for errors that crossed a socket. */
export function errorFromReport(report: ErrorReport): WorkflowError {
  const code = isErrorCode(report.code) ? report.code : "INTERNAL";
  return new WorkflowError(code, report.message, { hint: report.hint, details: report.details });
}

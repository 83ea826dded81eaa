// What the engine would refuse, a unit test refuses too: these are the engine's own checks.
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import { type ErrorReport, errorFromReport, WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { RoleOutput, WorkflowResult } from "#contract/workflow.ts";
import { outcomeOfReturn } from "#engine/check-result.ts";
import { classifyYield } from "#engine/classify-yield.ts";

/** The value as the engine would record it: a copy by way of its JSON. */
export function recorded(value: unknown, what: string): unknown {
  try {
    return JSON.parse(canonicalJson(value, { bytes: LIMITS.stepBytes, depth: LIMITS.depth }));
  } catch (error) {
    if (!(error instanceof NonCanonicalValue)) throw error;
    const code = error.kind === "bytes" ? "OUTPUT_LIMIT_EXCEEDED" : "NON_CANONICAL_VALUE";
    throw new WorkflowError(code, `${what}: ${error.message}`, { cause: error });
  }
}

export function checkRoleOutput(value: unknown, what: string): RoleOutput {
  const yielded = classifyYield(value);
  if (yielded.type === "role") return yielded.output;
  if (yielded.type === "refused") throw refusal(yielded.error, what);
  throw new WorkflowError("SCHEMA_INVALID", `${what} is a command, not a role output`);
}

export function checkResult(value: unknown): WorkflowResult {
  const { error } = outcomeOfReturn(value);
  if (error !== undefined && error.code !== "WORKFLOW_FAILED") throw refusal(error, "the result");
  return recorded(value, "the result") as WorkflowResult;
}

function refusal(error: ErrorReport, what: string): WorkflowError {
  return errorFromReport({ ...error, message: `${what}: ${error.message}` });
}

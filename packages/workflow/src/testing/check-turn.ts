// What the engine would refuse, a unit test refuses too: these are the engine's own checks.
import { Ask } from "#authoring/ask.ts";
import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import { commandProblem } from "#commands/check-command.ts";
import type { Commands } from "#contract/command.ts";
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

export function recordedYield(value: unknown, what: string): unknown {
  if (value instanceof Ask)
    throw new WorkflowError("NON_CANONICAL_VALUE", `${what}: the value is a builder, not a plain object`, {
      hint: "write yield* instead of yield",
    });
  return recorded(value, what);
}

/** A list is always meant as commands: a role output stands alone. */
export function isAsking(value: unknown): value is Commands {
  return typeof value === "object" && value !== null && (Array.isArray(value) || "do" in value);
}

export function checkCommands(value: Commands, what: string): void {
  const problem = commandProblem(value);
  if (problem === null) return;
  const { code, message, field } = problem;
  throw refusal({ code, message, ...(field === undefined ? {} : { details: { field } }) }, what);
}

export function checkRoleOutput(value: unknown, what: string): RoleOutput {
  const yielded = classifyYield(value);
  if (yielded.type === "role") return yielded.output;
  if (yielded.type === "refused") throw refusal(yielded.error, what);
  throw new WorkflowError("SCHEMA_INVALID", `${what} is a command, not a role output`);
}

export function checkResult(value: unknown): { status: "completed" | "failed"; result: WorkflowResult } {
  const { status, error } = outcomeOfReturn(value);
  if (error !== undefined && error.code !== "WORKFLOW_FAILED") throw refusal(error, "the result");
  const result = recorded(value, "the result") as WorkflowResult;
  return { status: status === "completed" ? "completed" : "failed", result };
}

function refusal(error: ErrorReport, what: string): WorkflowError {
  return errorFromReport({ ...error, message: `${what}: ${error.message}` });
}

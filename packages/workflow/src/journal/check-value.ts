// What a line may hold at all, whatever its kind: values that JSON carries exactly, nested no deeper than a yield may be.
// Sums can be computed by anybody, so a line with a true sum may still have been written by a stranger.
import { LIMITS } from "#contract/limits.ts";

/** A value of 200 levels stands a few levels deep in its record. */
export const RECORD_DEPTH_MAX = LIMITS.depth + 8;

/** What is wrong with a parsed value, to be read after "line 3", or null. */
export function valueProblem(value: unknown, depth = 0): string | null {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? null : "holds a lone surrogate";
    case "number":
      return numberProblem(value);
    case "object":
      if (value === null) return null;
      if (depth >= RECORD_DEPTH_MAX) return `is nested deeper than ${RECORD_DEPTH_MAX} levels`;
      return Array.isArray(value) ? listProblem(value, depth + 1) : membersProblem(value, depth + 1);
    default:
      return null;
  }
}

function numberProblem(value: number): string | null {
  if (!Number.isFinite(value)) return "holds a number that is too large";
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return "holds an integer beyond 2^53";
  return Object.is(value, -0) ? "holds -0" : null;
}

function listProblem(list: readonly unknown[], depth: number): string | null {
  for (const item of list) {
    const problem = valueProblem(item, depth);
    if (problem !== null) return problem;
  }
  return null;
}

function membersProblem(value: object, depth: number): string | null {
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed()) return "holds a lone surrogate";
    const problem = valueProblem((value as Record<string, unknown>)[key], depth);
    if (problem !== null) return problem;
  }
  return null;
}

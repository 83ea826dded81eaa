import { canonicalJson, NonCanonicalValue } from "#codec/canonical-json.ts";
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";

/** It will stand inside a line, at most two levels down. */
const DEPTH_MAX = LIMITS.depth - 2;

/** What a person gives us must come through unchanged, as what a generator yields does. */
export function checkCanonical(value: Json, what: string): void {
  try {
    canonicalJson(value, { depth: DEPTH_MAX });
  } catch (error) {
    if (!(error instanceof NonCanonicalValue)) throw error;
    throw new WorkflowError("NON_CANONICAL_VALUE", `${what}: ${error.message}`, { cause: error });
  }
}

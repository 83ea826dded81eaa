// validate of a JSON plan: the check that `run` makes before it starts one, and the hash that a request has to name.

import { canonicalJson } from "#codec/canonical-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import type { BundleProblem } from "#contract/descriptor.ts";
import { LIMITS } from "#contract/limits.ts";
import { readUserFile } from "#disk/user-file.ts";
import { normalisePlan, PlanInvalid } from "#plan/check-plan.ts";
import type { Validation } from "./validate-file.ts";

export function validatePlanFile(file: string): Validation {
  return validatePlan(readUserFile(file, LIMITS.bundleBytes));
}

/** A plan is no bundle, and has no id of one. */
export function validatePlan(bytes: Uint8Array): Validation {
  const { hash, problems } = readPlan(bytes);
  const ok = problems.length === 0;
  return {
    ok,
    status: ok ? "valid" : "invalid",
    workflowHash: hash,
    bundleId: null,
    errors: problems,
    warnings: [],
  };
}

function readPlan(bytes: Uint8Array): { hash: string | null; problems: BundleProblem[] } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const message = `the plan is not JSON: ${(error as Error).message}`;
    return { hash: null, problems: [{ code: "INVALID_JSON", message }] };
  }
  try {
    const plan = normalisePlan(value) as unknown as Json;
    return { hash: `sha256:${sha256Hex(canonicalJson(plan))}`, problems: [] };
  } catch (error) {
    if (!(error instanceof PlanInvalid)) throw error;
    const problems = error.problems.map(({ path, message }) => ({
      code: "SCHEMA_INVALID" as const,
      message: path === "" ? message : `${path}: ${message}`,
    }));
    return { hash: null, problems };
  }
}

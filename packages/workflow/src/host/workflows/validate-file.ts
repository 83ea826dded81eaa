// validate: the check of `add` without keeping anything, and without running anything.
import { sha256Hex } from "#codec/sha256.ts";
import { bundleIdOf } from "#codec/xxh64.ts";
import type { BundleProblem } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import { findCollision } from "#store/bundle-store.ts";
import type { Store } from "../open/store.ts";
import { findProblems, notTold, warningsOf } from "./check-bundle.ts";
import { type BundleFile, readBundle } from "./read-bundle.ts";

export type Validation = {
  ok: boolean;
  status: "valid" | "invalid";
  workflowHash: string | null;
  bundleId: string | null;
  errors: BundleProblem[];
  /** As of `add`. */
  warnings: string[];
};

export async function validateFile(store: Store, file: string): Promise<Validation> {
  const found = await readOrProblems(store, file);
  if (Array.isArray(found))
    return { ok: false, status: "invalid", workflowHash: null, bundleId: null, errors: found, warnings: [] };
  const { problems, facts } = await findProblems(store, found);
  if (found.descriptor === "computed") {
    // The bundle that `build` makes has the descriptor as a literal: these are not its bytes.
    const { message, hint } = notTold(file);
    const others = problems.filter(({ code }) => code !== "DESCRIPTOR_INVALID");
    const errors = [
      ...others,
      { code: "DESCRIPTOR_INVALID" as const, message, ...(hint === undefined ? {} : { hint }) },
    ];
    return { ok: false, status: "invalid", workflowHash: null, bundleId: null, errors, warnings: [] };
  }
  problems.push(...storeProblems(store, found));
  return {
    ok: problems.length === 0,
    status: problems.length === 0 ? "valid" : "invalid",
    workflowHash: `sha256:${sha256Hex(found.bytes)}`,
    bundleId: bundleIdOf(found.bytes),
    errors: problems,
    warnings: facts === null ? [] : warningsOf(facts),
  };
}

/** What is wrong with an entry that does not build, in place of what was built. */
async function readOrProblems(store: Store, file: string): Promise<BundleFile | BundleProblem[]> {
  try {
    return await readBundle(store, file, false);
  } catch (error) {
    const problems = error instanceof WorkflowError ? error.details?.errors : undefined;
    if (!Array.isArray(problems)) throw error;
    return problems as BundleProblem[];
  }
}

/** What `add` would say besides. */
function storeProblems({ layout }: Store, { bytes }: BundleFile): BundleProblem[] {
  const other = findCollision(layout, bytes);
  if (other === null) return [];
  const { code, message, hint } = other;
  return [{ code: code as BundleProblem["code"], message, ...(hint === undefined ? {} : { hint }) }];
}

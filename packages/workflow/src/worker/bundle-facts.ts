import type { Database } from "bun:sqlite";
import type { BundleFacts } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { tryNow } from "#disk/database.ts";
import type { Layout } from "#disk/layout.ts";
import { readWhole } from "#disk/whole-file.ts";
import { getFacts, putFacts, type StoredBundle } from "#store/bundle-store.ts";

/** What `add` learnt about the bundle; learnt again (nothing is executed) when the database was lost, or cannot be used. */
export async function factsOf(
  layout: Layout,
  database: Database | null,
  bundle: StoredBundle,
  now: number,
): Promise<BundleFacts> {
  const known = database === null ? null : knownFacts(database, bundle);
  if (known !== null) return known;
  const { analyseBundle } = await import("#bundle/check/analyse-bundle.ts");
  const { problems, facts } = analyseBundle(bundle.bytes);
  if (facts === null)
    throw new WorkflowError("BUNDLE_INVALID", problems[0]?.message ?? "the stored bundle is not a bundle");
  const complete = { ...facts, descriptor: facts.descriptor ?? (await sidecarOf(layout, bundle)) };
  if (database !== null) tryNow(database, () => putFacts(database, bundle, complete, now));
  return complete;
}

function knownFacts(database: Database, bundle: StoredBundle): BundleFacts | null {
  try {
    return getFacts(database, bundle);
  } catch {
    return null;
  }
}

async function sidecarOf(layout: Layout, bundle: StoredBundle): Promise<BundleFacts["descriptor"]> {
  const bytes = readWhole(layout.sidecar(bundle.id), LIMITS.yamlBytes);
  if (bytes === null) return null;
  const { parseSidecar } = await import("#bundle/describe/read-sidecar.ts");
  return parseSidecar(new TextDecoder().decode(bytes));
}

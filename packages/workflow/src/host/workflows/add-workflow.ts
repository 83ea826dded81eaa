// add: a file is checked (never run), kept under its hash, and given a name. `add` of an entry and `build` may evaluate a
// descriptor that is made by code (see bundle/build/evaluate-descriptor.ts); no other verb does.

import type { BundleFacts } from "#contract/descriptor.ts";
import { putBundle, putFacts, type StoredBundle } from "#store/bundle-store.ts";
import { changeRegistry, type Version, withHead } from "#store/registry.ts";
import { auditChange } from "../open/audit.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { assertBundle, EVALUATED, notTold, warningsOf } from "./check-bundle.ts";
import { checkName } from "./find-workflow.ts";
import { readBundle } from "./read-bundle.ts";

export type Added = {
  name: string;
  hash: string;
  sha256: string;
  timestamp: number;
  unchanged: boolean;
  /** What the author should know, though nothing is wrong. */
  warnings: string[];
};

export async function addWorkflow(store: Store, name: string, file: string): Promise<Added> {
  checkName(name);
  const { bundle, facts, wasEvaluated } = await storeFile(store, file, { mayEvaluate: true });
  const { timestamp, unchanged } = await nameBundle(store, name, bundle);
  if (!unchanged)
    auditChange(store, {
      action: "add",
      subject: name,
      origin: "governance",
      hash: bundle.id,
      sha256: bundle.sha256,
    });
  const warnings = [...(wasEvaluated ? [EVALUATED] : []), ...warningsOf(facts)];
  return { name, hash: bundle.id, sha256: bundle.sha256, timestamp, unchanged, warnings };
}

export type StoreFileOptions = {
  /** A descriptor that is made by code is evaluated; otherwise such an entry is refused. */
  mayEvaluate?: boolean;
  /** Nobody asks who performs its effects. */
  asBuilt?: boolean;
};

/** Checks a file and keeps it under its hash, without a name. */
export async function storeFile(
  store: Store,
  file: string,
  { mayEvaluate = false, asBuilt = false }: StoreFileOptions = {},
): Promise<{ bundle: StoredBundle; facts: BundleFacts; wasEvaluated: boolean }> {
  const found = await readBundle(store, file, mayEvaluate);
  if (found.descriptor === "computed") throw notTold(file);
  const facts = await assertBundle(asBuilt ? null : store, found, file);
  const bundle = putBundle(store.layout, found.bytes, found);
  putFacts(databaseOf(store), bundle, facts, store.clock.now());
  return { bundle, facts, wasEvaluated: found.descriptor === "evaluated" };
}

function nameBundle(
  store: Store,
  name: string,
  bundle: StoredBundle,
): Promise<{ timestamp: number; unchanged: boolean }> {
  return changeRegistry<{ timestamp: number; unchanged: boolean }>(
    store.layout,
    databaseOf(store),
    (registry) => {
      const entry = Object.hasOwn(registry.workflows, name) ? registry.workflows[name] : undefined;
      if (entry?.hash === bundle.id)
        return { registry: null, answer: { timestamp: entry.timestamp, unchanged: true } };
      const timestamp = store.clock.now();
      const head: Version = { hash: bundle.id, timestamp, sha256: bundle.sha256 };
      return { registry: withHead(registry, name, head), answer: { timestamp, unchanged: false } };
    },
  );
}

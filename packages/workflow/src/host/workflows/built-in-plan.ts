// The bundle that carries out plans. It is a bundle like any other: stored under its hash, checked, never special.
import { DIST_DIR, IS_BINARY } from "#contract/dist.ts";
import type { StoredBundle } from "#store/bundle-store.ts";
import type { Store } from "../open/store.ts";
import { storeFile } from "./add-workflow.ts";

export async function builtInPlan(store: Store): Promise<StoredBundle> {
  return (await storeFile(store, planFile(), { asBuilt: true })).bundle;
}

function planFile(): string {
  if (DIST_DIR !== null) return `${DIST_DIR}/plan.esm.js`;
  // In the single-file binary it lies beside the one file everything became (see scripts/build-binary.ts).
  if (IS_BINARY) return `${import.meta.dir}/built-in/plan.esm.js`;
  // In a package there are no sources, and it is built already (see scripts/pack.ts).
  if (import.meta.path.endsWith(".js")) return new URL("../../plan/plan.esm.js", import.meta.url).pathname;
  return new URL("../../plan/plan.ts", import.meta.url).pathname;
}

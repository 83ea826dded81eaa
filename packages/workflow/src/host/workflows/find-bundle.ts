// Code by what a person typed: a workflow's name, a bundle's id, or a file, which is then checked and stored.

import { normaliseCrockford } from "#codec/crockford32.ts";
import { isBundleId } from "#codec/xxh64.ts";
import { isWorkflowName } from "#contract/ids.ts";
import { getBundle, hasBundle, type StoredBundle } from "#store/bundle-store.ts";
import type { Store } from "../open/store.ts";
import { storeFile } from "./add-workflow.ts";
import { findWorkflow } from "./find-workflow.ts";

export async function findBundle(store: Store, typed: string): Promise<StoredBundle> {
  const id = normaliseCrockford(typed);
  if (id !== null && isBundleId(id) && hasBundle(store.layout, id)) return getBundle(store.layout, id);
  if (isWorkflowName(typed)) {
    const { hash, sha256 } = await findWorkflow(store, typed);
    return getBundle(store.layout, hash, sha256);
  }
  return (await storeFile(store, typed)).bundle;
}

// Code by what a person typed: a workflow's name, a bundle's id, or a file, which is then checked and stored.

import { normaliseCrockford } from "#codec/crockford32.ts";
import { isBundleId } from "#codec/xxh64.ts";
import { isWorkflowName } from "#contract/ids.ts";
import { getBundle, hasBundle, type StoredBundle } from "#store/bundle-store.ts";
import type { House } from "../open/house.ts";
import { storeFile } from "./add-workflow.ts";
import { findWorkflow } from "./find-workflow.ts";

export async function findBundle(house: House, typed: string): Promise<StoredBundle> {
  const id = normaliseCrockford(typed);
  if (id !== null && isBundleId(id) && hasBundle(house.layout, id)) return getBundle(house.layout, id);
  if (isWorkflowName(typed)) {
    const { hash, sha256 } = await findWorkflow(house, typed);
    return getBundle(house.layout, hash, sha256);
  }
  return (await storeFile(house, typed)).bundle;
}

// Before anything is written: a program that starts the core's own worker cannot have model effects performed.
import { LIMITS } from "#contract/limits.ts";
import { MODEL_EFFECTS } from "#contract/model-effects.ts";
import { fileSize, readWhole } from "#disk/whole-file.ts";
import { getFacts, type StoredBundle } from "#store/bundle-store.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";

/** A worker of the program's own (`store.worker`) is asked when it starts. */
export async function assertPerformable(store: Store, bundle: StoredBundle): Promise<void> {
  if (store.worker !== undefined || !mayAsk(store, bundle)) return;
  const declared = getFacts(databaseOf(store), bundle)?.descriptor?.effects ?? [];
  const { assertPerformed } = await import("#effects/assert-performed.ts");
  assertPerformed(declared, () => textOf(store.layout.effects), []);
}

/** Looking saves most starts opening the database. A descriptor may also stand in a file beside. */
function mayAsk({ layout }: Store, { id, bytes }: StoredBundle): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return [...MODEL_EFFECTS].some((effect) => text.includes(effect)) || fileSize(layout.sidecar(id)) !== null;
}

function textOf(path: string): string | null {
  const bytes = readWhole(path, LIMITS.yamlBytes);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

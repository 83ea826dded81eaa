// Before anything is written: a program that starts the core's own worker cannot have model effects performed.
import { LIMITS } from "#contract/limits.ts";
import { MODEL_EFFECTS } from "#contract/model-effects.ts";
import { fileSize, readWhole } from "#disk/whole-file.ts";
import { getFacts, type StoredBundle } from "#store/bundle-store.ts";
import type { House } from "../open/house.ts";
import { databaseOf } from "../open/house-database.ts";

/** A worker of the program's own (`house.worker`) is asked when it starts. */
export async function assertPerformable(house: House, bundle: StoredBundle): Promise<void> {
  if (house.worker !== undefined || !mayAsk(house, bundle)) return;
  const declared = getFacts(databaseOf(house), bundle)?.descriptor?.effects ?? [];
  const { assertPerformed } = await import("#effects/assert-performed.ts");
  assertPerformed(declared, () => textOf(house.layout.effects), []);
}

/** Looking saves most starts opening the database. A descriptor may also stand in a file beside. */
function mayAsk({ layout }: House, { id, bytes }: StoredBundle): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return [...MODEL_EFFECTS].some((effect) => text.includes(effect)) || fileSize(layout.sidecar(id)) !== null;
}

function textOf(path: string): string | null {
  const bytes = readWhole(path, LIMITS.yamlBytes);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

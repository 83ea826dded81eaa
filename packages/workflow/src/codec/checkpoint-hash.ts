import type { CheckpointRecord } from "#contract/record.ts";
import { plainJson } from "./plain-json.ts";
import { xxh64Text } from "./xxh64.ts";

/**
 * The hash of the yield that asked for this checkpoint, from the state it holds. Null for one that did not stand alone,
 * whose yield had more in it than the line tells.
 */
export function yieldOfCheckpoint({ state, group, epoch }: CheckpointRecord): string | null {
  if (group !== undefined || epoch === true) return null;
  return xxh64Text(plainJson({ do: "checkpoint", state }));
}

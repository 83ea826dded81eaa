// continue: ends this generator. A new one begins from the state, and what stands before is no longer replayed.
import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { CheckpointRecord, Unstamped } from "#contract/record.ts";
import { type AdmissionRules, misfitOf } from "./admission.ts";
import { isAnything } from "./field-checks.ts";
import { shape } from "./shape.ts";

export const continueWith = {
  word: "continue",
  shape: shape({ state: isAnything }),
  /** Why the state may not be handed on; null when it may. */
  refusal: (state: Json, rules: AdmissionRules): Promise<ErrorReport | null> =>
    misfitOf(state, "state", rules),
  /** The line that begins the next epoch. It is never answered. */
  open(state: Json, n: number, seq: number): Unstamped<CheckpointRecord> {
    const stateHash = sha256Hex(plainJson(state));
    return { kind: "checkpoint", n, index: 0, state, stateHash, seq, epoch: true };
  },
} as const;

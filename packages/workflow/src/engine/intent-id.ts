import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import type { BundleId, Sha256, ThreadId } from "#contract/ids.ts";
import type { Position } from "#contract/record.ts";
import type { AskedLeaf } from "./asked.ts";

export type Identity = {
  thread: ThreadId;
  workflow: string;
  hash: BundleId;
  key: string | null;
  epoch: number;
};

/** Who asks, where, and for what: the same command at another place, or of another thread, is another intent. */
export function intentId(identity: Identity, at: Position, asked: AskedLeaf): Sha256 {
  const { epoch, ...who } = identity;
  const what =
    asked.do === "effect"
      ? { effect: asked.effect, params: asked.params, idempotencyKey: asked.key ?? null }
      : { do: asked.do, command: asked as unknown as Json };
  // The first epoch is the rule; leaving it out keeps the preimage as it is documented.
  return sha256Hex(plainJson({ ...who, ...at, ...what, ...(epoch === 0 ? {} : { epoch }) }));
}

import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import type { BundleId, Sha256, ThreadId } from "#contract/ids.ts";
import type { Position } from "#contract/record.ts";
import type { AskedBase } from "./command.ts";

export type Identity = {
  thread: ThreadId;
  workflow: string;
  hash: BundleId;
  key: string | null;
  epoch: number;
};

/** Of an effect: what it is asked for. */
export type AskedOfExecutor = { effect: string; params: Json; key?: string };

/** Who asks, where, and for what: the same command at another place, or of another thread, is another intent. */
export function intentId(identity: Identity, at: Position, asked: AskedBase): Sha256 {
  const { epoch, ...who } = identity;
  // The first epoch is the rule; leaving it out keeps the preimage as it is documented.
  return sha256Hex(plainJson({ ...who, ...at, ...whatOf(asked), ...(epoch === 0 ? {} : { epoch }) }));
}

function whatOf(asked: AskedBase): object {
  if (asked.do !== "effect") return { do: asked.do, command: asked as unknown as Json };
  const { effect, params, key } = asked as AskedBase & AskedOfExecutor;
  return { effect, params, idempotencyKey: key ?? null };
}

// The line that opens a command: written before anything of it is done.
import type { Json } from "#contract/command.ts";
import type { Group, Position } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { TOKEN_BYTES, tokenHash, tokenOf } from "./approval-token.ts";
import type { AskedBase } from "./command.ts";
import { type Identity, intentId } from "./intent-id.ts";

export type OpeningPorts = {
  identity: Identity;
  now(): number;
  random(bytes: number): Uint8Array;
  context(): Json;
  /** The token of an approval, for whoever started the thread; it is nowhere else. */
  tokens: Map<string, string>;
};

/** `isDispatched`: an effect that is handed to its executor as soon as this line is durable. */
export type Place = Position & {
  group: Group | null;
  yieldHash: string | null;
  seq: number;
  isDispatched?: boolean;
};

/** Where the line stands. */
export function placed({ n, index, group, yieldHash }: Place): Position & { group?: Group; yield?: string } {
  return {
    n,
    index,
    ...(group === null ? {} : { group }),
    ...(yieldHash === null ? {} : { yield: yieldHash }),
  };
}

/** The members that every intent has. */
export function intentBase(asked: AskedBase, place: Place, { identity }: OpeningPorts) {
  const { n, index } = place;
  const id = intentId(identity, { n, index }, asked);
  return { kind: "intent" as const, ...placed(place), id, origin: "workflow" as const };
}

/** What binds a person's decision. The token itself is handed out, and only its digest written. */
export function approvalGate(
  { stepId }: AskedBase,
  place: Place,
  expiresAt: number,
  ports: OpeningPorts,
): { tokenHash: string; expiresAt: number } {
  const token = tokenOf(ports.random(TOKEN_BYTES));
  ports.tokens.set(stepIdAt({ ...placed(place), stepId }), token);
  return { tokenHash: tokenHash(token), expiresAt };
}

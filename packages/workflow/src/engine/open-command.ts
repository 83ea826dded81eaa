// The line that opens a command: written before anything of it is done.

import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import { TIMES } from "#contract/limits.ts";
import type { Group, Position, Unstamped } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { Opening } from "#replay/fold-yield.ts";
import { TOKEN_BYTES, tokenHash, tokenOf } from "./approval-token.ts";
import { type AdmittedLeaf, present } from "./asked.ts";
import { type Identity, intentId } from "./intent-id.ts";

export type OpeningPorts = {
  identity: Identity;
  now(): number;
  random(bytes: number): Uint8Array;
  context(): Json;
  /** The token of an approval, for whoever started the thread; it is nowhere else. */
  tokens: Map<string, string>;
};

export type Place = Position & { group: Group | null; yieldHash: string | null; seq: number };

/** `isDispatched`: an effect that is handed to its executor as soon as this line is durable. */
export function openingOf(
  leaf: AdmittedLeaf,
  place: Place,
  isDispatched: boolean,
  ports: OpeningPorts,
): Unstamped<Opening> {
  const { n, index, group, yieldHash } = place;
  const { asked } = leaf;
  const at = {
    n,
    index,
    ...(group === null ? {} : { group }),
    ...(yieldHash === null ? {} : { yield: yieldHash }),
  };
  if (asked.do === "checkpoint") {
    const stateHash = sha256Hex(plainJson(asked.state));
    return { kind: "checkpoint", ...at, state: asked.state, stateHash, seq: place.seq };
  }
  if (asked.do === "annotate") return { kind: "annotation", ...at, note: asked.note };
  const id = intentId(ports.identity, { n, index }, asked);
  const base = { kind: "intent" as const, ...at, id, origin: "workflow" as const };
  switch (asked.do) {
    case "effect": {
      const executor = leaf.definition?.executor ?? "none";
      const gate = leaf.isGated
        ? { gate: approvalGate({ ...at, ...asked }, ports.now() + TIMES.approvalMs, ports) }
        : {};
      return { ...base, ...asked, executor, ...gate, ...(isDispatched ? { attempt: 1 as const } : {}) };
    }
    case "approve":
      return { ...base, ...asked, ...approvalGate({ ...at, ...asked }, ports.now() + asked.ttlMs, ports) };
    case "input":
      return { ...base, ...asked };
    case "sleep": {
      const until = asked.until ?? ports.now() + (asked.ms ?? 0);
      return {
        ...base,
        do: "sleep",
        effect: "sys/timer.set@1",
        executor: "engine",
        until,
        ...present({ ms: asked.ms, stepId: asked.stepId }),
      };
    }
    case "now":
      return { ...base, do: "now", answer: ports.now() };
    case "random":
      return { ...base, do: "random", bytes: asked.bytes, answer: hexOf(ports.random(asked.bytes)) };
    case "context":
      return { ...base, do: "context", answer: ports.context() };
  }
}

function approvalGate(
  at: Position & { group?: Group; stepId?: string },
  expiresAt: number,
  ports: OpeningPorts,
): { tokenHash: string; expiresAt: number } {
  const token = tokenOf(ports.random(TOKEN_BYTES));
  ports.tokens.set(stepIdAt(at), token);
  return { tokenHash: tokenHash(token), expiresAt };
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

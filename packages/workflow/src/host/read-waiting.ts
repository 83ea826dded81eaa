// What of a thread waits for a person, from its journal.
import type { Json } from "#contract/command.ts";
import type { ApproveIntent, EffectIntent, InputIntent } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { type Leaf, waitOfLeaf } from "#replay/fold-yield.ts";
import type { ThreadPlace } from "./find-thread.ts";
import { withTold } from "./told-session.ts";

export type Waiting = {
  kind: "approval" | "input" | "reconcile";
  stepId: string;
  prompt: string;
  items: Json[];
  /** ISO 8601; null when there is no end. */
  expiresAt: string | null;
  intent: string;
  /** Of a question: what the answer must fit. */
  schema?: { [key: string]: Json };
  defaults?: Json;
};

/** The same, and of an effect in doubt what it told before its process died: the session of a coding agent. */
export function waitingAt(place: ThreadPlace, fold: ThreadFold): Waiting[] {
  return waitingIn(fold).map((one) => (one.kind === "reconcile" ? withTold(place, one) : one));
}

export function waitingIn(fold: ThreadFold): Waiting[] {
  const status = deriveStatus(fold, false);
  if (fold.current === null || (status !== "waiting" && status !== "paused")) return [];
  return [...fold.current.leaves.values()].flatMap(waitingOfLeaf);
}

/** What a command waits for, if that is a person. */
export function waitingOfLeaf(leaf: Leaf): Waiting[] {
  const wait = leaf.settled === null ? waitOfLeaf(leaf) : null;
  if (wait === null || wait.on === "timer") return [];
  const { opening } = leaf;
  const base = { kind: wait.on, stepId: stepIdAt(opening), intent: (opening as { id: string }).id };
  const expiresAt = wait.wakeAt === null ? null : new Date(wait.wakeAt).toISOString();
  const intent = opening as ApproveIntent | EffectIntent | InputIntent;
  switch (intent.do) {
    case "approve":
      return [{ ...base, prompt: intent.prompt, items: intent.items, expiresAt }];
    case "input": {
      const { prompt, schema, defaults } = intent;
      return [
        { ...base, prompt, items: [], expiresAt, schema, ...(defaults === undefined ? {} : { defaults }) },
      ];
    }
    case "effect":
      return [{ ...base, prompt: promptFor(intent, wait.on), items: [itemOf(intent)], expiresAt }];
  }
}

function promptFor(intent: EffectIntent, on: string): string {
  return on === "approval"
    ? `perform ${intent.effect} (${intent.risk})?`
    : `what became of ${intent.effect}? It was dispatched, and the process ended before its receipt.`;
}

/** The very params that are hashed into the intent and handed to the executor. */
function itemOf({ effect, params }: EffectIntent): Json {
  return { effect, params };
}

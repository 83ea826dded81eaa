// What of a thread waits for a person, from its journal.
import type { AskedOfPerson } from "#commands/command.ts";
import { fileOfOpening } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import { type Leaf, waitOfLeaf } from "#replay/fold-yield.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { withTold } from "./told-session.ts";

export type Waiting = {
  kind: AskedOfPerson;
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
  const question =
    wait === null ? null : (fileOfOpening(leaf.opening).waiting?.question(leaf, wait.on) ?? null);
  if (wait === null || question === null) return [];
  const { opening } = leaf;
  const expiresAt = wait.wakeAt === null ? null : new Date(wait.wakeAt).toISOString();
  const { kind, prompt, items, ...form } = question;
  return [
    {
      kind,
      stepId: stepIdAt(opening),
      intent: (opening as { id: string }).id,
      prompt,
      items,
      expiresAt,
      ...form,
    },
  ];
}

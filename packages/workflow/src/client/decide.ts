// approve, deny, answer and reconcile, by the rules of these verbs.
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { Store } from "#host/open/store.ts";
import type { Settlement } from "#host/people/settle-thread.ts";
import { checkText } from "./check-options.ts";
import { assertCanStart } from "./start.ts";

type ByWhom = {
  /** Who decides; else the client's actor. */
  actor?: string;
};

type Approval = ByWhom & {
  reason?: string;
  /** The token the run told. Not needed for who may decide anyway. */
  token?: string;
  /** Which, when several approvals are open. */
  step?: string;
};

export type Decision =
  | (Approval & { decision: "approve" | "deny" })
  | (ByWhom & { decision: "answer"; value: Json; step?: string })
  | (ByWhom & {
      decision: "reconcile";
      /** Which, when several are in doubt. */
      intent?: string;
    } & ({ ok: Json } | { error: string } | { retry: true }));

/** `ignored`: it was settled before, and nothing changed. `expired`: the approval ran out before. */
export type Decided = { threadId: string; ignored?: true; expired?: true };

export async function decide(store: Store, thread: string, decision: Decision): Promise<Decided> {
  const settlement = settlementOf(decision);
  const { actor } = decision;
  if (actor !== undefined) checkText(actor, "actor");
  assertCanStart(store);
  const { settleThread } = await import("#host/people/settle-thread.ts");
  const { place, client, ignored, expired } = await settleThread(store, thread, settlement, actor);
  client?.close();
  return {
    threadId: place.threadId,
    ...(ignored ? { ignored } : {}),
    ...(expired ? { expired } : {}),
  };
}

function settlementOf(decision: Decision): Settlement {
  switch (decision?.decision) {
    case "approve":
    case "deny": {
      const { token, step, reason } = decision;
      return {
        type: "decide",
        decision: decision.decision,
        ...given("token", token),
        ...given("stepId", step),
        ...given("reason", reason),
      };
    }
    case "answer":
      if (decision.value === undefined)
        throw new WorkflowError("USAGE", "an answer needs its value", {
          hint: '{ decision: "answer", value }',
        });
      return { type: "answer", value: decision.value, ...given("stepId", decision.step) };
    case "reconcile":
      return { type: "reconcile", how: howOf(decision), ...given("intent", decision.intent) };
    default:
      throw new WorkflowError("USAGE", "say what is decided", {
        hint: 'decision: "approve", "deny", "answer" or "reconcile"',
      });
  }
}

function howOf(
  decision: Extract<Decision, { decision: "reconcile" }>,
): Extract<Settlement, { type: "reconcile" }>["how"] {
  const { ok, error, retry } = decision as { ok?: Json; error?: string; retry?: boolean };
  const said = [ok !== undefined, error !== undefined, retry === true].filter(Boolean).length;
  if (said !== 1)
    throw new WorkflowError("USAGE", "say what became of it: one of ok, error and retry", {
      hint: '{ decision: "reconcile", ok: payload }',
    });
  if (ok !== undefined) return { ok };
  return error === undefined ? { retry: true } : { error: checkText(error, "error") };
}

function given<K extends string>(name: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [name]: checkText(value, name) } as { [key in K]: string });
}

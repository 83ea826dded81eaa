// effect: something is done in the world, by an executor. It waits for a person when policy holds it back, or when nobody
// knows what became of it; and for the time between two attempts.
import {
  isAmount,
  isAnything as isAny,
  isCount,
  isDigest,
  isLabel,
  isText as isTextForm,
  oneOf as oneOfForm,
  shape as shapeForm,
} from "#codec/field-forms.ts";
import { present } from "#codec/present.ts";
import { refuseReferences } from "#codec/secret-reference.ts";
import type { EffectCommand, Json } from "#contract/command.ts";
import {
  EFFECT_CLASSES,
  EFFECT_NAME,
  type EffectDefinition,
  type JsonSchema,
  RISKS,
} from "#contract/effect.ts";
import type { Leaf, Wait } from "#contract/leaf.ts";
import { TIMES } from "#contract/limits.ts";
import type { EffectIntent } from "#contract/record.ts";
import type { Said, Settlement } from "#contract/settlement.ts";
import { type AskedEffect, admitEffect } from "./admit-effect.ts";
import type { CommandFile, SimulationTools } from "./command.ts";
import { type ApprovalRequired, decide, expiry, simulatedYes } from "./decide.ts";
import { isAnything, isFalse, isRetry, isString, isText, oneOf, wholeNumber } from "./field-checks.ts";
import { GATE, isDelivered, isEffect, performedLine } from "./line-shape.ts";
import { makeReceipt } from "./make-receipt.ts";
import { approvalGate, intentBase } from "./opening.ts";
import { decisionOf, misfit, type SettlePorts, type Settling, unheard } from "./settlement.ts";
import { type CommandProblem, shape } from "./shape.ts";
import type { WaitFacts } from "./wait-facts.ts";

export const effect: CommandFile<EffectCommand, AskedEffect, EffectIntent, ApprovalRequired> = {
  word: "effect",
  answeredBy: "executor",
  shape: shape(
    { effect: isString, params: isAnything },
    {
      id: isText,
      key: isText,
      class: oneOf(EFFECT_CLASSES),
      /** setTimeout counts in 32 bits. */
      timeoutMs: wholeNumber({ min: 1, max: 2 ** 31 - 1 }),
      retry: isRetry,
      issuerRef: isString,
      onFault: oneOf(["deliver"]),
      onUnknown: oneOf(["deliver"]),
      reuse: isFalse,
    },
    { misfit: nameProblem },
  ),
  admit: admitEffect,
  line: {
    kind: "intent",
    shape: performedLine(
      {
        effect: isEffect,
        executor: isLabel,
        params: isAny,
        class: oneOfForm(...EFFECT_CLASSES),
        risk: oneOfForm(...RISKS),
        timeoutMs: isAmount,
      },
      {
        key: isTextForm,
        retry: (value) => value === false || isRetryForm(value),
        issuerRef: isTextForm,
        onFault: isDelivered,
        onUnknown: isDelivered,
        reuse: (value) => value === false,
        attempt: (value) => value === 1,
        gate: shapeForm(GATE),
        reused: isDigest,
        inDoubt: isDigest,
        sentAs: isDigest,
        blocked: isLabel,
      },
    ),
  },
  open({ asked, definition, isGated }, place, ports) {
    const executor = definition?.executor ?? "none";
    const gate = isGated ? { gate: approvalGate(asked, place, ports.now() + TIMES.approvalMs, ports) } : {};
    const base = intentBase(asked, place, ports);
    return { ...base, ...asked, executor, ...gate, ...(place.isDispatched ? { attempt: 1 as const } : {}) };
  },
  askedOf(opening) {
    const { params, risk, timeoutMs, key, retry, issuerRef, onFault, onUnknown, reuse, stepId } = opening;
    return {
      ...present({ stepId }),
      do: "effect",
      effect: opening.effect,
      params,
      class: opening.class,
      risk,
      timeoutMs,
      ...present({ key, retry, issuerRef, onFault, onUnknown, reuse }),
    };
  },
  answerIn: () => null,
  waiting: {
    on: ["approval", "reconcile", "timer"],
    waitOf,
    yesLetsGo: true,
    hearsNo: () => false,
    async due(leaf, { now }) {
      return waitOf(leaf)?.on === "approval" ? expiry(leaf.opening, now) : null;
    },
    async settle(leaf, said, ports) {
      switch (said.type) {
        case "decide":
          return decide(leaf.opening, leaf.opening.gate ?? NO_GATE, said, ports);
        case "reconcile":
          return reconciled(leaf, said, ports);
        default:
          throw unheard("effect", said);
      }
    },
    async dryRun(leaf, { now }) {
      return waitOf(leaf)?.on === "timer" ? null : simulatedYes(leaf, now);
    },
    simulate: said,
    takes: null,
    question({ opening }, on) {
      if (on !== "approval" && on !== "reconcile") return null;
      return { kind: on, prompt: promptFor(opening, on), items: [itemOf(opening)] };
    },
    required(opening) {
      if (opening.gate === undefined) return null;
      const items = [itemOf(opening)];
      return { type: "approval.required", prompt: promptFor(opening, "approval"), items, resumeToken: null };
    },
  },
  shown: {
    status: ({ gate }) => (gate === undefined ? "pending" : "waiting_approval"),
    asked: ({ params }) => params,
    brief: () => null,
    outcome: "receipt",
    opened({ gate, risk }, name) {
      return gate === undefined ? null : { isAsk: true, text: `${name} waits for a yes (${risk})` };
    },
    resting: (_opening, name) => `${name} waits`,
    done: null,
    again: null,
  },
  standIn: { answer: null, is: "receipt" },
};

export const reconcile: WaitFacts<"reconcile"> = {
  on: "reconcile",
  rank: 3,
  by: "person",
  staysNear: false,
  envelope: "waiting",
  cause: "waiting_reconcile",
  message: ({ stepId, prompt }) => `nobody knows what became of ${stepId}${prompt}`,
  hint: (threadId, example) =>
    [`--ok '${example}'`, '--error "it was not done"', "--retry"]
      .map((how) => `uncaged-workflow reconcile ${threadId} ${how}`)
      .join("\n"),
  verb: "reconcile",
  next: (id) => [`reconcile ${id} --ok '{...}'`, `reconcile ${id} --error "..."`, `reconcile ${id} --retry`],
  plan: () => "for word of its outcome (reconcile)",
  wanted: "word of an outcome",
};

/** What the payload has to fit, where nobody performs the effect. */
export function stubSchema({ simulate, receipt }: EffectDefinition, params: Json): JsonSchema {
  return simulate?.(params) ?? receipt;
}

/** It was never gated, so there is no time in which somebody might decide. */
const NO_GATE = { tokenHash: "", expiresAt: 0 };

const isRetryForm = shapeForm(
  {},
  { max: isCount, backoff: isAmount, delayMs: isAmount, maxDelayMs: isAmount },
);

function nameProblem({ effect: name }: Record<string, unknown>): CommandProblem | null {
  if (EFFECT_NAME.test(name as string)) return null;
  const shown = JSON.stringify((name as string).slice(0, 80));
  const message = `${shown} is not the name of an effect; names look like sys/exec@1`;
  return { code: "EFFECT_UNKNOWN", message, field: "effect" };
}

function waitOf({ opening, isApproved, isUnknown, retryAt }: Leaf<EffectIntent>): Wait | null {
  if (opening.gate !== undefined && !isApproved) return { on: "approval", wakeAt: opening.gate.expiresAt };
  if (isUnknown) return { on: "reconcile", wakeAt: null };
  return retryAt === null ? null : { on: "timer", wakeAt: retryAt };
}

/** The very params that are hashed into the intent and handed to the executor. */
function itemOf({ effect: name, params }: EffectIntent): Json {
  return { effect: name, params };
}

function promptFor(intent: EffectIntent, on: "approval" | "reconcile"): string {
  return on === "approval"
    ? `perform ${intent.effect} (${intent.risk})?`
    : `what became of ${intent.effect}? It was dispatched, and the process ended before its receipt.`;
}

/** A person says what became of an effect that nobody knows the outcome of. */
async function reconciled(
  { opening, attempt }: Leaf<EffectIntent>,
  { how }: Said & { type: "reconcile" },
  ports: SettlePorts,
): Promise<Settling> {
  if ("retry" in how) return { records: [decisionOf(opening, "retry", ports)] };
  const { identity, sign, actor } = ports;
  if ("error" in how) {
    const error = { code: "RECONCILED", message: how.error };
    const verdict = { status: "error" as const, error, attempt, actor };
    return { records: [await makeReceipt(opening, verdict, identity, sign)] };
  }
  refuseReferences("the payload", how.ok);
  const definition = ports.find(opening.effect);
  const fit =
    definition === undefined ? { value: how.ok } : await ports.normalise(definition.receipt, how.ok);
  if ("problem" in fit) throw misfit("the payload", fit.problem);
  const verdict = { status: "ok" as const, payload: how.ok, attempt, actor };
  return { records: [await makeReceipt(opening, verdict, identity, sign)] };
}

/** In a simulation: yes to what policy holds back, and the answer it would have had to what is in doubt. */
async function said(leaf: Leaf<EffectIntent>, tools: SimulationTools): Promise<Settlement | null> {
  const { opening } = leaf;
  const { id, effect: name, params } = opening;
  switch (waitOf(leaf)?.on) {
    case "approval":
      return { type: "decide", decision: "approve", stepId: id };
    case "reconcile":
      break;
    default:
      return null;
  }
  const answer = tools.given(opening);
  if (answer !== undefined) {
    const how = answer.status === "ok" ? { ok: answer.payload } : { retry: true as const };
    return { type: "reconcile", intent: id, how };
  }
  const definition = tools.find(name);
  const payload = definition === undefined ? null : await tools.stub(stubSchema(definition, params));
  if (payload === undefined) throw tools.noStub(name);
  return { type: "reconcile", intent: id, how: { ok: payload } };
}

// A yield of commands after admission: what is asked, in the form that is compared, hashed and recorded.
import { canonicalJson } from "#codec/canonical-json.ts";
import type { Json, RetryPolicy } from "#contract/command.ts";
import type { EffectClass, EffectDefinition, Risk } from "#contract/effect.ts";
import type { Group } from "#contract/record.ts";
import type { Opening } from "#replay/fold-yield.ts";

export type AskedEffect = {
  do: "effect";
  effect: string;
  params: Json;
  class: EffectClass;
  risk: Risk;
  key?: string;
  timeoutMs: number;
  retry?: false | RetryPolicy;
  issuerRef?: string;
  onFault?: "deliver";
  onUnknown?: "deliver";
  stepId?: string;
};

export type AskedApproval = {
  do: "approve";
  prompt: string;
  items: Json[];
  ttlMs: number;
  approvers?: string[];
  differentApprover?: true;
  onDeny?: "deliver";
  stepId?: string;
};

export type AskedLeaf =
  | AskedEffect
  | AskedApproval
  | { do: "input"; prompt: string; schema: { [key: string]: Json }; defaults?: Json; stepId?: string }
  | { do: "sleep"; ms?: number; until?: number; stepId?: string }
  | { do: "now" | "context" }
  | { do: "random"; bytes: number }
  | { do: "checkpoint"; state: Json }
  | { do: "annotate"; note: { [key: string]: Json } };

export type AdmittedLeaf = {
  asked: AskedLeaf;
  /** Of an effect. */
  definition?: EffectDefinition;
  /** Policy wants a person to say yes first. */
  isGated?: boolean;
};

/** `end`: a `continue`, which is never answered. */
export type AskedYield = { group: Group | null; leaves: AdmittedLeaf[]; epochState?: Json };

/** The same form, back from a line. */
export function askedOf(opening: Opening): AskedLeaf {
  if (opening.kind === "checkpoint") return { do: "checkpoint", state: opening.state };
  if (opening.kind === "annotation") return { do: "annotate", note: opening.note };
  const step = opening.stepId === undefined ? {} : { stepId: opening.stepId };
  switch (opening.do) {
    case "effect": {
      const { effect, params, risk, timeoutMs, key, retry, issuerRef, onFault, onUnknown } = opening;
      const optional = { key, retry, issuerRef, onFault, onUnknown };
      return {
        ...step,
        do: "effect",
        effect,
        params,
        class: opening.class,
        risk,
        timeoutMs,
        ...present(optional),
      };
    }
    case "approve": {
      const { prompt, items, ttlMs, approvers, differentApprover, onDeny } = opening;
      return {
        ...step,
        do: "approve",
        prompt,
        items,
        ttlMs,
        ...present({ approvers, differentApprover, onDeny }),
      };
    }
    case "input": {
      const { prompt, schema, defaults } = opening;
      return { ...step, do: "input", prompt, schema, ...present({ defaults }) };
    }
    case "sleep":
      return {
        ...step,
        do: "sleep",
        ...(opening.ms === undefined ? { until: opening.until } : { ms: opening.ms }),
      };
    case "random":
      return { do: "random", bytes: opening.bytes ?? 0 };
    default:
      return { do: opening.do };
  }
}

export function isSameAsked(a: AskedLeaf, b: AskedLeaf): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** Two uses of one effect with the same params are the same work, wherever they stand. */
export function reuseKey(asked: AskedEffect): string {
  return canonicalJson({ effect: asked.effect, params: asked.params });
}

/** Without the members that are undefined. */
export function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}

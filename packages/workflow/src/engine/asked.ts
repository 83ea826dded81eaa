// A yield of commands after admission: what is asked, in the form that is compared, hashed and recorded.
import { plainJson } from "#codec/plain-json.ts";
import type { Json } from "#contract/command.ts";
import type { EffectDefinition } from "#contract/effect.ts";
import type { ApproveIntent, EffectIntent, Group, InputIntent } from "#contract/record.ts";
import type { Opening } from "#replay/fold-yield.ts";

/** What a line says besides this is the engine's: where it stands, who does it, when it runs out. */
export type AskedEffect = Pick<
  EffectIntent,
  | "do"
  | "effect"
  | "params"
  | "class"
  | "risk"
  | "key"
  | "timeoutMs"
  | "retry"
  | "issuerRef"
  | "onFault"
  | "onUnknown"
  | "reuse"
  | "stepId"
>;

type AskedApproval = Pick<
  ApproveIntent,
  "do" | "prompt" | "items" | "ttlMs" | "approvers" | "differentApprover" | "onDeny" | "stepId"
>;

export type AskedLeaf =
  | AskedEffect
  | AskedApproval
  | Pick<InputIntent, "do" | "prompt" | "schema" | "defaults" | "stepId">
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
  /** What of it the catalogue says, and not the command. */
  fromHouse?: readonly HouseFact[];
};

export type HouseFact = "class" | "risk" | "timeoutMs";

/** `end`: a `continue`, which is never answered. */
export type AskedYield = { group: Group | null; leaves: AdmittedLeaf[]; epochState?: Json };

/** The same form, back from a line. */
export function askedOf(opening: Opening): AskedLeaf {
  if (opening.kind === "checkpoint") return { do: "checkpoint", state: opening.state };
  if (opening.kind === "annotation") return { do: "annotate", note: opening.note };
  const step = opening.stepId === undefined ? {} : { stepId: opening.stepId };
  switch (opening.do) {
    case "effect": {
      const { effect, params, risk, timeoutMs, key, retry, issuerRef, onFault, onUnknown, reuse } = opening;
      const optional = { key, retry, issuerRef, onFault, onUnknown, reuse };
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

/** Whether a command asks for what a line says. What the house thought of it then is no part of that. */
export function isSameAsked(line: AskedLeaf, leaf: AdmittedLeaf): boolean {
  return plainJson(line) === plainJson(askedBeside(line, leaf));
}

/** What a command asks for, with the catalogue's part as it was when the line was written. */
export function askedBeside(line: AskedLeaf | undefined, { asked, fromHouse = [] }: AdmittedLeaf): AskedLeaf {
  if (line?.do !== "effect" || asked.do !== "effect" || line.effect !== asked.effect) return asked;
  return { ...asked, ...Object.fromEntries(fromHouse.map((fact) => [fact, line[fact]])) };
}

/** Two uses of one effect with the same params, and the same key where it has one, are the same work, wherever they stand. */
export function reuseKey({ effect, params, key }: AskedEffect): string {
  return plainJson(key === undefined ? { effect, params } : { effect, params, key });
}

/** Without the members that are undefined. */
export function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never;
}

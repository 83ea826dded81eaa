// What the simulated threads do: programs drawn from a seed, one kind for every way a workflow can wait, ask or begin anew.
import type { Json } from "@uncaged/workflow";
import type { EffectDefinition } from "@uncaged/workflow/executor";
import type { Random } from "../../packages/workflow/src/sim/random.ts";

/** Commands, then (mostly) a step. */
export type Section = { commands: Json[]; hasStep: boolean };
/** One list of sections per epoch; `continue` leads from one to the next. */
export type Program = {
  kind: string;
  isStrict: boolean;
  epochs: Section[][];
  end: "return" | "throw" | "nonsense";
  /** Its effects have another id and timeout in every process, as if these came from the clock. */
  drifts: boolean;
};

const KINDS = {
  roles: [],
  effects: ["read", "put", "pay"],
  lists: ["list", "list", "any"],
  people: ["approve", "approve", "input", "gated"],
  time: ["sleep", "sleep", "now", "random", "context"],
  epochs: ["checkpoint", "put", "annotate"],
  retries: ["flaky", "flaky", "pay"],
  mixed: ["read", "put", "pay", "list", "any", "approve", "input", "gated", "sleep", "checkpoint", "now"],
} as const;

type CommandKind = (typeof KINDS)[keyof typeof KINDS][number];

export const PROGRAM_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[];

export function drawProgram(kind: keyof typeof KINDS, isStrict: boolean, random: Random): Program {
  const epochs = kind === "epochs" ? random.int(2, 4) : 1;
  return {
    kind,
    isStrict,
    drifts: !isStrict && random.chance(0.4),
    end: random.pick(["return", "return", "return", "return", "return", "return", "throw", "nonsense"]),
    epochs: Array.from({ length: epochs }, (_, epoch) => drawSections(KINDS[kind], isStrict, epoch, random)),
  };
}

function drawSections(
  from: readonly CommandKind[],
  isStrict: boolean,
  epoch: number,
  random: Random,
): Section[] {
  return Array.from({ length: random.int(2, 5) }, (_, section) => ({
    commands:
      from.length === 0
        ? []
        : Array.from({ length: random.int(0, 3) }, (_, index) =>
            drawCommand(random.pick(from), `${epoch}.${section}.${index}`, random),
          ),
    // Without steps a workflow of `steps` would have nothing to come back by.
    hasStep: !isStrict || random.chance(0.7),
  }));
}

function drawCommand(kind: CommandKind, label: string, random: Random): Json {
  switch (kind) {
    case "read":
    case "put":
      return effect(`sim/${kind}@1`, label);
    case "pay":
      return { ...effect("sim/pay@1", label), ...(random.chance(0.3) ? { onUnknown: "deliver" } : {}) };
    case "gated":
      return effect("sim/wipe@1", label);
    case "flaky":
      return {
        ...effect("sim/put@1", label),
        timeoutMs: random.int(20, 2_000),
        retry: { max: random.int(2, 6), delayMs: random.int(1, 60_000), backoff: random.int(1, 4) },
        ...(random.chance(0.3) ? { key: `key ${label}` } : {}),
      };
    case "approve":
      return {
        do: "approve",
        prompt: `may ${label} go on?`,
        id: `ask-${label}`,
        ttlMs: random.pick([60_000, 86_400_000]),
        ...(random.chance(0.5) ? { onDeny: "deliver" } : {}),
      };
    case "input":
      return { do: "input", prompt: label, schema: ANSWER, id: `in-${label}` };
    case "sleep":
      return { do: "sleep", ms: random.pick([0, 5, 500, 20_000, 90_000, 86_400_000]) };
    case "now":
    case "context":
      return { do: kind };
    case "random":
      return { do: "random", bytes: 16 };
    case "checkpoint":
      return { do: "checkpoint", state: { label, epoch: Number(label.split(".")[0]) } };
    case "annotate":
      return { do: "annotate", note: label };
    case "list":
      return Array.from({ length: random.int(1, 7) }, (_, index) => drawMember(`${label}.${index}`, random));
    case "any":
      return {
        do: "any",
        of: Array.from({ length: random.int(2, 4) }, (_, index) => drawMember(`${label}.${index}`, random)),
      };
  }
}

function drawMember(label: string, random: Random): Json {
  return drawCommand(random.pick(["read", "put", "put", "pay", "sleep", "now", "approve"]), label, random);
}

function effect(name: string, label: string): { [key: string]: Json } {
  return { do: "effect", effect: name, params: { label } };
}

const ANSWER = { type: "object", required: ["nonce"], properties: { nonce: { type: "string" } } };
const LABEL = { type: "object", required: ["label"], properties: { label: { type: "string" } } };

function definition(
  name: string,
  effectClass: EffectDefinition["class"],
  risk: EffectDefinition["risk"],
): EffectDefinition {
  return {
    name,
    class: effectClass,
    risk,
    params: LABEL,
    receipt: ANSWER,
    timeoutMs: 30_000,
    executor: "sim",
    acceptsKey: effectClass !== "once",
  };
}

export const DEFINITIONS: ReadonlyMap<string, EffectDefinition> = new Map(
  [
    definition("sim/read@1", "read", "read"),
    definition("sim/put@1", "idempotent", "write"),
    definition("sim/pay@1", "once", "write"),
    definition("sim/wipe@1", "idempotent", "destructive"),
  ].map((one) => [one.name, one]),
);

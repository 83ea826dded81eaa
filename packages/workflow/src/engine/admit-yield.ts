// Admission: what a generator yielded becomes commands the engine will carry out, or one typed refusal.
//
// A1. The stages come in this order, each final: shape, declared, known, params, secrets, canonical form, limits, policy.
// A2. A refusal of one command refuses the whole yield, before anything of it is written or done.
import { plainJson } from "#codec/plain-json.ts";
import type { ApproveCommand, EffectCommand, Json, SingleCommand } from "#contract/command.ts";
import type { EffectDefinition, JsonSchema, ParamRules, Policy } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import { TIMES } from "#contract/limits.ts";
import type { Group } from "#contract/record.ts";
import { type AdmittedLeaf, type AskedEffect, type AskedYield, type HouseFact, present } from "./asked.ts";
import { commandProblem } from "./check-command.ts";

export type Normalised = { value: Json } | { problem: { path: string; message: string } };

export type AdmissionRules = {
  declared: ReadonlySet<string>;
  find(effect: string): EffectDefinition | undefined;
  /** What may take long is answered later. */
  normalise(schema: JsonSchema, value: Json): Normalised | Promise<Normalised>;
  /** Why the secrets that params refer to may not be used; null when they may, or there are none. */
  misuse(definition: EffectDefinition, params: Json): ErrorReport | null;
  policy: Policy;
  /** What the house says about params. */
  say: ParamRules;
  /** Commands per yield. */
  commandsMax: number;
  /** Of the descriptor: what a checkpoint must fit. */
  stateSchema: JsonSchema | undefined;
  /** The same for a note. */
  annotationsSchema?: JsonSchema | undefined;
  /** Of the descriptor, where a command does not say. */
  faults?: "deliver" | "fail" | undefined;
  /** false: the bundle says that it never asks for its context. */
  context?: boolean | undefined;
};

export type Refusal = { index: number; do?: string; effect?: string; error: ErrorReport };
export type Admission = { asked: AskedYield } | { refused: Refusal };

export async function admitYield(value: Json, rules: AdmissionRules): Promise<Admission> {
  const problem = commandProblem(value, rules.commandsMax);
  if (problem !== null) return { refused: refuseShape(value, problem) };
  const { commands, group } = spread(value);
  const leaves: AdmittedLeaf[] = [];
  for (const [index, command] of commands.entries()) {
    const leaf = await admitLeaf(command, rules);
    if ("code" in leaf) return { refused: { index, do: command.do, ...effectOf(command), error: leaf } };
    leaves.push(leaf);
  }
  const epoch = epochStateOf(value);
  if (epoch === undefined) return { asked: { group, leaves } };
  const misfit = await stateMisfit(epoch, rules);
  if (misfit !== null) return { refused: { index: 0, do: "continue", error: misfit } };
  return { asked: { group: null, leaves: [], epochState: epoch } };
}

function spread(value: Json): { commands: SingleCommand[]; group: Group | null } {
  if (Array.isArray(value))
    return { commands: value as SingleCommand[], group: { type: "all", of: value.length } };
  const command = value as { do: string; of?: SingleCommand[] };
  if (command.do === "any" && command.of !== undefined)
    return { commands: command.of, group: { type: "any", of: command.of.length } };
  if (command.do === "continue") return { commands: [], group: null };
  return { commands: [value as SingleCommand], group: null };
}

async function admitLeaf(command: SingleCommand, rules: AdmissionRules): Promise<AdmittedLeaf | ErrorReport> {
  switch (command.do) {
    case "effect":
      return admitEffect(command, rules);
    case "approve":
      return admitApproval(command);
    case "input": {
      const { prompt, schema, defaults, id } = command;
      return { asked: { do: "input", prompt, schema, ...present({ defaults, stepId: id }) } };
    }
    case "sleep": {
      const step = present({ stepId: command.id });
      if ("ms" in command) return { asked: { do: "sleep", ms: command.ms, ...step } };
      return { asked: { do: "sleep", until: new Date(command.until).getTime(), ...step } };
    }
    case "random":
      return { asked: { do: "random", bytes: command.bytes } };
    case "checkpoint":
      return (
        (await stateMisfit(command.state, rules)) ?? { asked: { do: "checkpoint", state: command.state } }
      );
    case "annotate": {
      const { do: _do, ...note } = command;
      return (
        (await misfitOf(note, rules.annotationsSchema, rules, "note")) ?? { asked: { do: "annotate", note } }
      );
    }
    case "context":
      return rules.context === false ? noContext() : { asked: { do: "context" } };
    case "now":
      return { asked: { do: "now" } };
  }
}

async function admitEffect(
  command: EffectCommand,
  rules: AdmissionRules,
): Promise<AdmittedLeaf | ErrorReport> {
  const { effect, id, key, retry, issuerRef, onFault, onUnknown, reuse } = command;
  if (!rules.declared.has(effect)) return notDeclared(effect, rules.declared);
  const definition = rules.find(effect);
  if (definition === undefined) return unknownEffect(effect);
  const normalised = await rules.normalise(definition.params, command.params);
  // A secret in the wrong place is what is wrong, not that the place wants a text.
  if ("problem" in normalised)
    return (
      rules.misuse(definition, command.params) ??
      badParams(effect, normalised.problem, definition.hintFor?.(command.params))
    );
  const settled = definition.complete?.(normalised.value, rules.say) ?? normalised.value;
  const misuse = rules.misuse(definition, settled);
  if (misuse !== null) return misuse;
  if (effect === TIMER) return admitTimer(settled, id);
  // What nothing was filled into is in canonical order as it came.
  const isAsGiven = settled === command.params;
  const params = isAsGiven ? command.params : (JSON.parse(plainJson(settled)) as Json);
  const asked: AskedEffect = {
    do: "effect",
    effect,
    params,
    class: command.class ?? definition.classOf?.(params, key !== undefined) ?? definition.class,
    risk: definition.riskOf?.(params) ?? definition.risk,
    timeoutMs: command.timeoutMs ?? definition.timeoutMs ?? TIMES.effectMs,
    ...present({ key, retry, issuerRef, onFault: onFault ?? faultsOf(rules), onUnknown, reuse, stepId: id }),
  };
  const rule = rules.policy[asked.risk] ?? "allow";
  if (rule === "deny") return denied(effect, asked.risk);
  return { asked, definition, isGated: rule === "approve", fromHouse: houseFacts(command) };
}

function houseFacts(command: EffectCommand): HouseFact[] {
  const facts: HouseFact[] = ["risk"];
  if (command.class === undefined) facts.push("class");
  if (command.timeoutMs === undefined) facts.push("timeoutMs");
  return facts;
}

const TIMER = "sys/timer.set@1";

/** AOS-10: a sleep by the name its receipt has. */
function admitTimer(params: Json, id: string | undefined): AdmittedLeaf | ErrorReport {
  const command = { do: "sleep", ...(params as { [key: string]: Json }) };
  const problem = commandProblem(command);
  if (problem !== null) return badParams(TIMER, { path: problem.field ?? "", message: problem.message });
  const { ms, until } = command as { ms?: number; until?: string };
  const at = until === undefined ? undefined : new Date(until).getTime();
  return { asked: { do: "sleep", ...present({ ms, until: at, stepId: id }) } };
}

/** AOS-32 */
function faultsOf({ faults }: AdmissionRules): "deliver" | undefined {
  return faults === "deliver" ? faults : undefined;
}

function admitApproval(command: ApproveCommand): AdmittedLeaf {
  const { prompt, items, ttlMs, approvers, differentApprover, onDeny, id } = command;
  const differ = differentApprover ? { differentApprover: true as const } : {};
  return {
    asked: {
      do: "approve",
      prompt,
      items: items ?? [],
      ttlMs: ttlMs ?? TIMES.approvalMs,
      ...differ,
      ...present({ approvers, onDeny, stepId: id }),
    },
  };
}

function epochStateOf(value: Json): Json | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return value.do === "continue" ? value.state : undefined;
}

function stateMisfit(state: Json, rules: AdmissionRules): Promise<ErrorReport | null> {
  return misfitOf(state, rules.stateSchema, rules, "state");
}

async function misfitOf(
  value: Json,
  schema: JsonSchema | undefined,
  rules: AdmissionRules,
  what: "state" | "note",
): Promise<ErrorReport | null> {
  if (schema === undefined) return null;
  const normalised = await rules.normalise(schema, value);
  if (!("problem" in normalised)) return null;
  const { path, message } = normalised.problem;
  const key = what === "state" ? "state" : "annotations";
  return {
    code: "SCHEMA_INVALID",
    message: `the ${what} does not fit descriptor.${key}: ${path === "" ? "" : `\`${path}\` `}${message}`,
    details: { field: `${what}${path === "" ? "" : `.${path}`}` },
  };
}

function noContext(): ErrorReport {
  return {
    code: "EFFECT_NOT_DECLARED",
    message: "the bundle asks for its context, and its descriptor says `context: false`",
    hint: "take `context: false` out of the descriptor",
  };
}

function refuseShape(
  value: Json,
  problem: { code: ErrorReport["code"]; message: string; field?: string },
): Refusal {
  const { code, message, field } = problem;
  const index = Number(/^(?:of)?\[(\d+)\]/.exec(field ?? "")?.[1] ?? 0);
  const at = Array.isArray(value) ? value[index] : value;
  const command = at !== null && typeof at === "object" && !Array.isArray(at) ? at : {};
  return {
    index,
    ...(typeof command?.do === "string" ? { do: command.do } : {}),
    ...(typeof command?.effect === "string" ? { effect: command.effect } : {}),
    error: { code, message, ...(field === undefined ? {} : { details: { field } }) },
  };
}

function effectOf(command: SingleCommand): { effect?: string } {
  return command.do === "effect" ? { effect: command.effect } : {};
}

function notDeclared(effect: string, declared: ReadonlySet<string>): ErrorReport {
  const known = [...declared].sort();
  return {
    code: "EFFECT_NOT_DECLARED",
    message: `the bundle did not declare the effect ${effect}`,
    hint: `add it to descriptor.effects${known.length === 0 ? "" : ` (declared: ${known.join(", ")})`}`,
    details: { effect, declared: known },
  };
}

function unknownEffect(effect: string): ErrorReport {
  return {
    code: "EFFECT_UNKNOWN",
    message: `nobody here performs the effect ${effect}`,
    hint: "effects of your own are declared in effects.yaml",
    details: { effect },
  };
}

function badParams(
  effect: string,
  problem: { path: string; message: string },
  known?: { message: string; hint: string },
): ErrorReport {
  const field = problem.path === "" ? "params" : `params.${problem.path}`;
  return {
    code: "SCHEMA_INVALID",
    message: `\`${field}\` of ${effect}: ${known?.message ?? problem.message}`,
    ...(known === undefined ? {} : { hint: known.hint }),
    details: { effect, field },
  };
}

function denied(effect: string, risk: string): ErrorReport {
  return {
    code: "EFFECT_DENIED",
    message: `policy.yaml denies effects of the risk "${risk}", and ${effect} is one`,
    hint: `policy.yaml says which risks are allowed, such as risks: { ${risk}: allow }`,
    details: { effect, risk },
  };
}

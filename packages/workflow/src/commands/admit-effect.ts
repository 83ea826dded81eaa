// Admission of an effect: declared, known, params, secrets, canonical form, policy. Each stage is final.
import { plainJson } from "#codec/plain-json.ts";
import { present } from "#codec/present.ts";
import type { EffectCommand, Json } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import { TIMES } from "#contract/limits.ts";
import { missingPackageHint } from "#contract/model-effects.ts";
import type { EffectIntent } from "#contract/record.ts";
import type { AdmissionRules, Admitted, CatalogueFact } from "./admission.ts";
import { shapeProblem } from "./shape.ts";
import { type AskedSleep, sleep, TIMER } from "./sleep.ts";

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

export async function admitEffect(
  command: EffectCommand,
  rules: AdmissionRules,
): Promise<Admitted<AskedEffect | AskedSleep> | ErrorReport> {
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
  return { asked, definition, isGated: rule === "approve", fromCatalogue: catalogueFacts(command) };
}

function catalogueFacts(command: EffectCommand): CatalogueFact[] {
  const facts: CatalogueFact[] = ["risk"];
  if (command.class === undefined) facts.push("class");
  if (command.timeoutMs === undefined) facts.push("timeoutMs");
  return facts;
}

/** AOS-10: a sleep by the name its receipt has. */
function admitTimer(params: Json, id: string | undefined): Admitted<AskedSleep> | ErrorReport {
  const command = { do: "sleep", ...(params as { [key: string]: Json }) };
  const problem = shapeProblem(command, sleep.shape);
  if (problem !== null) return badParams(TIMER, { path: problem.field ?? "", message: problem.message });
  const { ms, until } = command as { ms?: number; until?: string };
  const at = until === undefined ? undefined : new Date(until).getTime();
  return { asked: { do: "sleep", ...present({ ms, until: at, stepId: id }) } };
}

/** AOS-32 */
function faultsOf({ faults }: AdmissionRules): "deliver" | undefined {
  return faults === "deliver" ? faults : undefined;
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
    hint: missingPackageHint(effect) ?? "effects of your own are declared in effects.yaml",
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

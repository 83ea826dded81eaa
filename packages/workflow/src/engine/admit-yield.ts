// Admission: what a generator yielded becomes commands the engine will carry out, or one typed refusal.
//
// ADMIT-1. The stages come in this order, each final: shape, then what the file of the command asks for (of an effect: declared,
//     known, params, secrets, canonical form, limits, policy).
// ADMIT-2. A refusal of one command refuses the whole yield, before anything of it is written or done.
import type { AdmissionRules } from "#commands/admission.ts";
import { type CommandProblem, commandProblem } from "#commands/check-command.ts";
import { continueWith } from "#commands/continue.ts";
import { type AdmittedLeaf, fileOf } from "#commands/registry.ts";
import type { Json, SingleCommand } from "#contract/command.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { Group } from "#contract/record.ts";
import type { AskedYield } from "./asked.ts";

export type { AdmissionRules, Normalised } from "#commands/admission.ts";

export type Refusal = { index: number; do?: string; effect?: string; error: ErrorReport };
export type Admission = { asked: AskedYield } | { refused: Refusal };

export async function admitYield(value: Json, rules: AdmissionRules): Promise<Admission> {
  const problem = commandProblem(value, rules.commandsMax);
  if (problem !== null) return { refused: refuseShape(value, problem) };
  const { commands, group } = spread(value);
  const leaves: AdmittedLeaf[] = [];
  for (const [index, command] of commands.entries()) {
    const leaf = await admitCommand(command, rules);
    if ("code" in leaf) return { refused: { index, do: command.do, ...effectOf(command), error: leaf } };
    leaves.push(leaf);
  }
  const epoch = epochStateOf(value);
  if (epoch === undefined) return { asked: { group, leaves } };
  const misfit = await continueWith.refusal(epoch, rules);
  if (misfit !== null) return { refused: { index: 0, do: "continue", error: misfit } };
  return { asked: { group: null, leaves: [], epochState: epoch } };
}

async function admitCommand(
  command: SingleCommand,
  rules: AdmissionRules,
): Promise<AdmittedLeaf | ErrorReport> {
  return (await fileOf(command).admit(command, rules)) as AdmittedLeaf | ErrorReport;
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

function epochStateOf(value: Json): Json | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return value.do === "continue" ? value.state : undefined;
}

function refuseShape(value: Json, { code, message, field }: CommandProblem): Refusal {
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

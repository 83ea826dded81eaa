// Is a yielded value a command the engine knows? The first stage of admission: shape only, nothing is looked up.
// Whatever does not fit exactly is refused: a misspelt option that is passed over would be an option that does nothing.
import { isObject } from "#codec/is-object.ts";
import { nearest } from "#codec/nearest.ts";
import { LATER_COMMANDS } from "#contract/command.ts";
import { EFFECT_NAME } from "#contract/effect.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import { COMMAND_SHAPES, type Shape } from "./command-shapes.ts";
import { nameOf } from "./field-checks.ts";

/** `field` is the path inside the yielded value, such as `retry.max` or `[2].ms`. */
export type CommandProblem = { code: ErrorCode; message: string; field?: string };

/** The first reason why `value` is not a command or a list of commands; null when it is one. */
export function commandProblem(
  value: unknown,
  commandsMax: number = LIMITS.commandsMax,
): CommandProblem | null {
  if (Array.isArray(value)) return listProblem(value, "", "a list", commandsMax);
  const problem = shapeProblem(value);
  if (problem !== null || !isObject(value) || value.do !== "any") return problem;
  return listProblem(value.of as unknown[], "of", "`of`", commandsMax);
}

/** Commands that end or hold others have no place beside others. */
const NEVER_IN_A_LIST = ["any", "continue"];

function listProblem(
  list: readonly unknown[],
  path: string,
  what: string,
  commandsMax: number,
): CommandProblem | null {
  const field = path === "" ? {} : { field: path };
  if (list.length === 0)
    return { code: "SCHEMA_INVALID", message: `${what} must hold at least one command`, ...field };
  if (list.length > commandsMax) {
    const message = `${what} holds ${list.length} commands, and ${commandsMax} is the limit`;
    return { code: "OUTPUT_LIMIT_EXCEEDED", message, ...field };
  }
  for (const [index, item] of list.entries()) {
    const problem = memberProblem(item, what);
    if (problem !== null) return inside(problem, `${path}[${index}]`);
  }
  return null;
}

function memberProblem(item: unknown, what: string): CommandProblem | null {
  if (Array.isArray(item)) return invalid(`${what} holds single commands, not another list`);
  if (isObject(item) && NEVER_IN_A_LIST.includes(item.do as string))
    return invalid(`${what} holds single commands; "${item.do}" must be yielded alone`, "do");
  if (isObject(item) && !("do" in item) && "role" in item)
    return invalid(`${what} holds commands; a role output must be yielded alone`);
  return shapeProblem(item);
}

function inside({ code, message, field }: CommandProblem, place: string): CommandProblem {
  const path = field === undefined ? place : `${place}.${field}`;
  return { code, message: `${place}: ${message}`, field: path };
}

function shapeProblem(value: unknown): CommandProblem | null {
  if (!isObject(value)) return invalid(`a command must be an object, not ${nameOf(value)}`);
  if (value.do === undefined) return invalid("the command has no `do`", "do");
  if (typeof value.do !== "string")
    return invalid(`\`do\` must be the name of a command, not ${nameOf(value.do)}`, "do");
  const shape = COMMAND_SHAPES.get(value.do);
  if (shape === undefined) return unknownCommand(value.do);
  return fieldProblem(value, shape) ?? effectNameProblem(value);
}

function unknownCommand(name: string): CommandProblem {
  const shown = JSON.stringify(name.slice(0, 80));
  if (LATER_COMMANDS.includes(name)) {
    const message = `the command ${shown} is not supported by this version of the engine`;
    return { code: "RUNTIME_DISABLED", message, field: "do" };
  }
  const known = [...COMMAND_SHAPES.keys(), ...LATER_COMMANDS];
  return invalid(`there is no command ${shown}${meant(name, known)}`, "do");
}

/** Unknown keys first: a key that is missing is most often one that is misspelt. */
function fieldProblem(
  value: Record<string, unknown>,
  { fields, known, isOpen }: Shape,
): CommandProblem | null {
  const command = `the command "${value.do}"`;
  const extra = isOpen ? undefined : Object.keys(value).find((key) => key !== "do" && !known.includes(key));
  if (extra !== undefined) {
    const shown = extra.slice(0, 80);
    return invalid(`${command} has no \`${shown}\`${meant(extra, known)}`, shown);
  }
  for (const { key, check, isRequired } of fields) {
    if (value[key] === undefined && !isRequired) continue;
    if (value[key] === undefined) return invalid(`${command} needs \`${key}\``, key);
    const misfit = check(value[key]);
    if (misfit === null) continue;
    const path = `${key}${misfit.at ?? ""}`;
    return invalid(`\`${path}\` ${misfit.message}`, path);
  }
  return value.do === "sleep" ? sleepProblem(value) : null;
}

function sleepProblem({ ms, until }: Record<string, unknown>): CommandProblem | null {
  if (ms === undefined && until === undefined)
    return invalid('the command "sleep" needs `ms` or `until`', "ms");
  if (ms !== undefined && until !== undefined)
    return invalid('the command "sleep" takes `ms` or `until`, not both', "until");
  return null;
}

function effectNameProblem(value: Record<string, unknown>): CommandProblem | null {
  if (value.do !== "effect" || EFFECT_NAME.test(value.effect as string)) return null;
  const shown = JSON.stringify((value.effect as string).slice(0, 80));
  const message = `${shown} is not the name of an effect; names look like sys/exec@1`;
  return { code: "EFFECT_UNKNOWN", message, field: "effect" };
}

function meant(typed: string, known: readonly string[]): string {
  const guess = nearest(typed, known);
  if (guess !== null) return `; did you mean \`${guess}\`?`;
  return known.length === 0 ? "; it takes nothing" : ` (known: ${known.join(", ")})`;
}

function invalid(message: string, field?: string): CommandProblem {
  return { code: "SCHEMA_INVALID", message, ...(field === undefined ? {} : { field }) };
}

// Is a yielded value a command the engine knows? The first stage of admission: shape only, nothing is looked up.
import { isObject } from "#codec/is-object.ts";
import { LATER_COMMANDS } from "#contract/command.ts";
import { LIMITS } from "#contract/limits.ts";
import { shapeOfWord, WORDS } from "./registry.ts";
import { type CommandProblem, invalid, meant, shapeProblem, wordOf } from "./shape.ts";

export type { CommandProblem };

/** The first reason why `value` is not a command or a list of commands; null when it is one. */
export function commandProblem(
  value: unknown,
  commandsMax: number = LIMITS.commandsMax,
): CommandProblem | null {
  if (Array.isArray(value)) return listProblem(value, "", "a list", commandsMax);
  const problem = singleProblem(value);
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
  return singleProblem(item);
}

function inside({ code, message, field }: CommandProblem, place: string): CommandProblem {
  const path = field === undefined ? place : `${place}.${field}`;
  return { code, message: `${place}: ${message}`, field: path };
}

function singleProblem(given: unknown): CommandProblem | null {
  const found = wordOf(given);
  if ("code" in found) return found;
  const shape = shapeOfWord(found.word);
  return shape === undefined ? unknownCommand(found.word) : shapeProblem(found.value, shape);
}

function unknownCommand(name: string): CommandProblem {
  const shown = JSON.stringify(name.slice(0, 80));
  if (LATER_COMMANDS.includes(name)) {
    const message = `the command ${shown} is not supported by this version of the engine`;
    return { code: "RUNTIME_DISABLED", message, field: "do" };
  }
  return invalid(`there is no command ${shown}${meant(name, [...WORDS, ...LATER_COMMANDS])}`, "do");
}

// Where a drive takes its answers from: a function, a list in the order they are asked for, or a table by name.
import { fileOf } from "#commands/registry.ts";
import type { AnyCommand, SingleCommand } from "#contract/command.ts";

export type Asked = SingleCommand | AnyCommand;

/**
 * A function gets every command and its number, from 0; undefined means that it has no answer.
 * A list is used up by what only the test can know (effects, approvals, inputs), one after the other.
 * A table is looked up by the command's id, then its effect, then its `do`. A list in it is used up one after the
 * other, a function in it is asked, any other value answers every time.
 */
export type Answers =
  | ((command: Asked, n: number) => unknown)
  | readonly unknown[]
  | { readonly [name: string]: unknown };

/** Undefined: there is none. The numbers count up within one drive, so answers can be used for several. */
export function answerFinder(answers: Answers = {}): (command: Asked) => Promise<unknown> {
  let n = 0;
  const used = new Map<string, number>();
  const use = (name: string) => {
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    return count;
  };

  return async (command) => {
    const number = n++;
    if (typeof answers === "function") return await answers(command, number);
    if (Array.isArray(answers)) return hasDefault(command) ? undefined : answers[use("")];
    const name = namesOf(command).find((one) => Object.hasOwn(answers, one));
    if (name === undefined) return undefined;
    const entry = (answers as { readonly [name: string]: unknown })[name];
    if (typeof entry === "function") return await entry(command, use(name));
    return Array.isArray(entry) ? entry[use(name)] : entry;
  };
}

/** An `any` is answered by what its commands are. */
function hasDefault(command: Asked): boolean {
  return command.do === "any" || fileOf(command).standIn.answer !== null;
}

function namesOf(command: Asked): string[] {
  const id = "id" in command && typeof command.id === "string" ? [command.id] : [];
  return command.do === "effect" ? [...id, command.effect, command.do] : [...id, command.do];
}

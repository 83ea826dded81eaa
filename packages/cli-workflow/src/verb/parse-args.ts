// argv against a command's description. Strict: an unknown flag, a missing value or an argument too many is refused.
//
// citty's own parser lets unknown flags pass silently, cannot tell `thread <id>` from `thread rm <id>`, and costs 4 ms of
// every start, so only its way of describing arguments is used.
import { nearest, WorkflowError } from "@uncaged/workflow/host";
import type { Arg } from "./command.ts";

export type ParsedArgs = {
  positionals: (string | undefined)[];
  values: Map<string, string[]>;
};

export const GLOBAL_FLAGS: Record<string, Arg> = {
  json: { type: "boolean", description: "one JSON document on stdout" },
  home: {
    type: "string",
    valueHint: "dir",
    description: "the store's home (UNCAGED_HOME, default ~/.uncaged)",
  },
  help: { type: "boolean", alias: "h", description: "this text" },
};

export function parseArgs(verb: string, args: Record<string, Arg>, argv: readonly string[]): ParsedArgs {
  const flags = { ...GLOBAL_FLAGS, ...flagsOf(args) };
  const positionals: string[] = [];
  const values = new Map<string, string[]>();
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (word === "--") {
      positionals.push(...argv.slice(index + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      positionals.push(word);
      continue;
    }
    const { name, arg, inline } = findFlag(verb, flags, word);
    if (arg.type === "boolean") addValue(values, name, arg, booleanValue(name, inline));
    else addValue(values, name, arg, inline ?? argv[++index] ?? noValue(name));
  }
  if (!values.has("help")) checkPositionals(verb, args, positionals);
  return { positionals, values };
}

export function positionalsOf(args: Record<string, Arg>): [string, Arg][] {
  return Object.entries(args).filter(([, arg]) => arg.type === "positional");
}

export function flagsOf(args: Record<string, Arg>): Record<string, Arg> {
  return Object.fromEntries(Object.entries(args).filter(([, arg]) => arg.type !== "positional"));
}

/** Whether --json is meant as a flag: not as another flag's value, and not after `--`. Works on lines that do not parse. */
export function wantsJson(args: Record<string, Arg>, argv: readonly string[], jsonWith?: string): boolean {
  const flags = { ...GLOBAL_FLAGS, ...flagsOf(args) };
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (word === "--") return false;
    if (word === "--json" || word === "--json=true") return true;
    if (jsonWith !== undefined && (word === `--${jsonWith}` || word.startsWith(`--${jsonWith}=`)))
      return true;
    const named = Object.entries(flags).find(([name, arg]) => isNamed(word, name, arg));
    if (named !== undefined && named[1].type !== "boolean") index += 1;
  }
  return false;
}

function isNamed(typed: string, name: string, arg: Arg): boolean {
  return typed === `--${name}` || ("alias" in arg && arg.alias !== undefined && typed === `-${arg.alias}`);
}

function findFlag(
  verb: string,
  flags: Record<string, Arg>,
  word: string,
): { name: string; arg: Arg; inline: string | undefined } {
  const [typed = "", ...rest] = word.split("=");
  const inline = rest.length === 0 ? undefined : rest.join("=");
  for (const [name, arg] of Object.entries(flags))
    if (isNamed(typed, name, arg)) return { name, arg, inline };
  const close = nearest(
    typed,
    Object.keys(flags).map((name) => `--${name}`),
  );
  throw new WorkflowError("USAGE", `"${verb}" has no flag ${typed}`, {
    hint: close === null ? `uncaged-workflow ${verb} --help` : `did you mean ${close}?`,
    details: { flag: typed },
  });
}

function addValue(values: Map<string, string[]>, name: string, arg: Arg, value: string): void {
  const present = values.get(name);
  if (present === undefined) values.set(name, [value]);
  else if (arg.multiple) present.push(value);
  else throw new WorkflowError("USAGE", `--${name} is given twice`);
}

function booleanValue(name: string, inline: string | undefined): string {
  if (inline === undefined || inline === "true") return "true";
  throw new WorkflowError("USAGE", `--${name} takes no value`);
}

function noValue(name: string): never {
  throw new WorkflowError("USAGE", `--${name} needs a value`);
}

function checkPositionals(verb: string, args: Record<string, Arg>, given: readonly string[]): void {
  const known = positionalsOf(args);
  const missing = known.find(([, arg], index) => arg.required !== false && given[index] === undefined);
  if (missing !== undefined)
    throw new WorkflowError("USAGE", `"${verb}" needs <${missing[0]}>`, {
      hint: `uncaged-workflow ${verb} --help`,
    });
  if (given.length > known.length)
    throw new WorkflowError("USAGE", `"${verb}" does not take "${given[known.length]}"`, {
      hint: `uncaged-workflow ${verb} --help`,
    });
}

import type { Paint } from "../render/paint.ts";
import type { Arg, Command, Group } from "./command.ts";
import { flagsOf, GLOBAL_FLAGS, positionalsOf } from "./parse-args.ts";

export function helpOfProgram(groups: readonly Group[], paint: Paint): string {
  const lines = [
    paint.bold("Start here:"),
    `  uncaged-workflow init hello && cd hello        ${paint.dim("a workflow in one file")}`,
    `  uncaged-workflow add hello flow.ts             ${paint.dim("check it, keep it by hash, name it")}`,
    `  uncaged-workflow run hello --prompt "Hi"       ${paint.dim("every yield becomes a line you can read, fork and resume")}`,
    "",
    `${paint.bold("Usage:")} uncaged-workflow <verb> [arguments] [flags]`,
  ];
  for (const group of groups) {
    lines.push("", paint.bold(group.title));
    for (const [name, verb] of Object.entries(group.verbs))
      lines.push(`  ${name.padEnd(12)} ${verb.summary}`);
  }
  lines.push("", paint.bold("Flags of every verb"), ...flagLines(GLOBAL_FLAGS));
  lines.push(
    "",
    paint.dim("Exit codes: 0 done, 1 the workflow failed, 10 usage, 20 contract, 30 limit, 40 our bug."),
  );
  return `${lines.join("\n")}\n`;
}

export function helpOfVerb(verb: string, command: Command, paint: Paint): string {
  const positionals = positionalsOf(command.args);
  const shape = positionals
    .map(([name, arg]) => (arg.required === false ? `[${name}]` : `<${name}>`))
    .join(" ");
  const flags = flagsOf(command.args);
  const lines = [
    command.summary,
    "",
    `${paint.bold("Usage:")} uncaged-workflow ${verb}${shape === "" ? "" : ` ${shape}`} [flags]`,
  ];
  if (positionals.length > 0) {
    lines.push("", paint.bold("Arguments"));
    for (const [name, arg] of positionals) lines.push(`  ${name.padEnd(20)} ${arg.description ?? ""}`);
  }
  if (Object.keys(flags).length > 0) lines.push("", paint.bold("Flags"), ...flagLines(flags));
  lines.push("", paint.bold("Flags of every verb"), ...flagLines(GLOBAL_FLAGS));
  if (command.more !== undefined) lines.push("", command.more);
  lines.push("", paint.bold("Example"), ...command.example.split("\n").map((line) => `  ${line}`));
  return `${lines.join("\n")}\n`;
}

function flagLines(flags: Record<string, Arg>): string[] {
  return Object.entries(flags).map(([name, arg]) => {
    const alias = "alias" in arg && arg.alias !== undefined ? `-${arg.alias}, ` : "";
    const value = arg.type === "boolean" ? "" : ` <${("valueHint" in arg && arg.valueHint) || "text"}>`;
    return `  ${`${alias}--${name}${value}`.padEnd(20)} ${arg.description ?? ""}`;
  });
}

// Completion scripts: verbs, flags and, where a thread or workflow is wanted, names from the store.
import type { Arg } from "./command.ts";
import { flagsOf, GLOBAL_FLAGS, positionalsOf } from "./parse-args.ts";

export type DescribedVerb = { name: string; summary: string; args: Record<string, Arg> };

export const SHELLS: readonly string[] = ["bash", "zsh", "fish"];

export function completionScript(shell: string, verbs: readonly DescribedVerb[]): string {
  if (shell === "fish") return fish(verbs);
  if (shell === "zsh") return `autoload -U +X bashcompinit && bashcompinit\n${bash(verbs)}`;
  return bash(verbs);
}

const PROGRAM = "uncaged-workflow";
/** As in `bin` of package.json. */
const OTHER_NAMES = ["uw", "workflow"];
const THREAD_IDS = `${PROGRAM} threads --json 2>/dev/null | tr '{' '\\n' | sed -n 's/.*"threadId":"\\([^"]*\\)".*/\\1/p'`;
const NAMES = `${PROGRAM} list --json 2>/dev/null | tr '{' '\\n' | sed -n 's/.*"name":"\\([^"]*\\)".*/\\1/p'`;

function bash(verbs: readonly DescribedVerb[]): string {
  const cases = verbs.map((verb) => {
    const flags = flagNames(verb).map((flag) => `--${flag}`);
    return `    ${JSON.stringify(verb.name)}) flags=${JSON.stringify(flags.join(" "))}; values=${valuesOf(verb)} ;;`;
  });
  const twoWords = verbs.map((verb) => verb.name).filter((name) => name.includes(" "));
  return `_uncaged_workflow() {
  local word="\${COMP_WORDS[COMP_CWORD]}" verb="\${COMP_WORDS[1]}" flags="" values=""
  case "$verb \${COMP_WORDS[2]}" in ${twoWords.map((name) => JSON.stringify(name)).join("|")}) verb="$verb \${COMP_WORDS[2]}" ;; esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${JSON.stringify(
      verbs
        .map((verb) => verb.name)
        .filter((name) => !name.includes(" "))
        .join(" "),
    )} -- "$word"))
    return
  fi
  case "$verb" in
${cases.join("\n")}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) if [ "$values" = threads ]; then COMPREPLY=($(compgen -W "last $(${THREAD_IDS})" -- "$word"))
       elif [ "$values" = names ]; then COMPREPLY=($(compgen -W "$(${NAMES})" -- "$word"))
       else COMPREPLY=($(compgen -f -- "$word")); fi ;;
  esac
}
complete -F _uncaged_workflow ${[PROGRAM, ...OTHER_NAMES].join(" ")}
`;
}

function fish(verbs: readonly DescribedVerb[]): string {
  const lines = [`complete -c ${PROGRAM} -f`];
  for (const verb of verbs) {
    if (verb.name.includes(" ")) continue;
    const seen = `__fish_seen_subcommand_from ${verb.name}`;
    lines.push(
      `complete -c ${PROGRAM} -n __fish_use_subcommand -a ${verb.name} -d ${JSON.stringify(verb.summary)}`,
    );
    for (const flag of flagNames(verb)) lines.push(`complete -c ${PROGRAM} -n "${seen}" -l ${flag}`);
    const values = valuesOf(verb);
    if (values === "threads")
      lines.push(`complete -c ${PROGRAM} -n "${seen}" -a "last (${THREAD_IDS.replaceAll('"', '\\"')})"`);
    else if (values === "names")
      lines.push(`complete -c ${PROGRAM} -n "${seen}" -a "(${NAMES.replaceAll('"', '\\"')})"`);
    else if (values === "files") lines.push(`complete -c ${PROGRAM} -n "${seen}" -F`);
  }
  for (const name of OTHER_NAMES) lines.push(`complete -c ${name} -w ${PROGRAM}`);
  return `${lines.join("\n")}\n`;
}

function flagNames(verb: DescribedVerb): string[] {
  return Object.keys({ ...flagsOf(verb.args), ...GLOBAL_FLAGS });
}

/** What the verb's first argument names. */
function valuesOf(verb: DescribedVerb): "threads" | "names" | "files" {
  const first = positionalsOf(verb.args)[0]?.[0];
  if (first === "thread" || first === "a") return "threads";
  return first === "name" && verb.name !== "add" ? "names" : "files";
}

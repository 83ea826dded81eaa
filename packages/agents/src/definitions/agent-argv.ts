// From params to the argv that will be executed. Made when the command is admitted, so that the journal, the policy and
// whoever approves see the very arguments (N9).
import type { Preset } from "./known/preset.ts";

export type AgentParams = {
  agent?: string;
  command?: string[];
  prompt: string;
  system?: string;
  schema?: { [key: string]: unknown };
  model?: string;
  session?: string;
  access: "read" | "edit";
  maxCostUsd?: number;
  args: string[];
};

/** `{promptFile}` is left in: the file is made when the agent is started. `preset` is null for a `command`. */
export function agentArgv(params: AgentParams, preset: Preset | null): string[] {
  const { model, session, args, access, maxCostUsd } = params;
  const values = { model, session, usd: maxCostUsd?.toString() };
  if (preset === null) return filled(params.command ?? [], { ...values, prompt: promptOf(params) });
  const goOn = preset.branch.length > 0 ? preset.branch : preset.session;
  return [
    ...preset.argv,
    ...preset[access],
    ...(model === undefined ? [] : filled(preset.model, values)),
    ...(maxCostUsd === undefined ? [] : filled(preset.cap, values)),
    ...args,
    ...(session === undefined ? [] : filled(goOn, values)),
    ...preset.last,
  ];
}

/** Not every agent takes a system prompt, and in argv everybody could read it. */
export function promptOf({ system, prompt, schema }: AgentParams): string {
  const shape =
    schema === undefined
      ? []
      : [
          `When you are done, answer with JSON that fits this schema, and nothing else:\n${JSON.stringify(schema)}`,
        ];
  return [...(system === undefined ? [] : [system]), prompt, ...shape].join("\n\n");
}

const PLACE = /\{(model|session|prompt|usd)\}/g;

/**
 * In one pass: what a value holds is not looked at again. A word that is nothing but a place for which there is no value is
 * left out, and so is an option that stands before it and would take the next word instead.
 */
function filled(words: readonly string[], values: { [name: string]: string | undefined }): string[] {
  const left: string[] = [];
  for (const word of words) {
    const [, name] = /^\{(model|session|usd)\}$/.exec(word) ?? [];
    if (name !== undefined && values[name] === undefined) {
      if (left.length > 1 && /^--?[A-Za-z]/.test(left.at(-1) ?? "")) left.pop();
      continue;
    }
    left.push(word.replace(PLACE, (_, place: string) => values[place] ?? ""));
  }
  return left;
}

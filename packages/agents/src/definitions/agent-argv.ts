// From params to the argv that will be executed. Made when the command is admitted, so that the journal, the policy and
// whoever approves see the very arguments (N9).
import { PRESETS } from "./presets.ts";

export type AgentParams = {
  agent?: string;
  command?: string[];
  prompt: string;
  system?: string;
  schema?: { [key: string]: unknown };
  model?: string;
  session?: string;
  access: "read" | "edit";
  args: string[];
};

/** `{promptFile}` is left in: the file is made when the agent is started. */
export function agentArgv(params: AgentParams): string[] {
  const { model, session, args, access } = params;
  if (params.command !== undefined)
    return params.command.map((word) => fill(word, { model, session, prompt: promptOf(params) }));
  const preset = PRESETS[params.agent ?? ""];
  if (preset === undefined) return [];
  return [
    ...preset.argv,
    ...preset[access],
    ...(model === undefined ? [] : preset.model.map((word) => fill(word, { model }))),
    ...args,
    ...(session === undefined ? [] : preset.session.map((word) => fill(word, { session }))),
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

/** In one pass: what a value holds is not looked at again. */
function fill(word: string, values: { [name: string]: string | undefined }): string {
  return word.replace(/\{(model|session|prompt)\}/g, (_, name: string) => values[name] ?? "");
}

import { nearest, WorkflowError } from "@uncaged/workflow/host";
import type { Command } from "../verb/command.ts";
import { completionScript, SHELLS } from "../verb/completion.ts";

export const command: Command = {
  summary: "Prints a completion script for your shell.",
  args: { shell: { type: "positional", description: SHELLS.join(", ") } },
  example: 'eval "$(uncaged-workflow completion bash)"',
  async run({ positionals, groups }) {
    const shell = positionals[0] as string;
    if (!SHELLS.includes(shell))
      throw new WorkflowError("USAGE", `there is no completion for "${shell}"`, {
        hint: nearest(shell, SHELLS) ?? `one of ${SHELLS.join(", ")}`,
      });
    const verbs = groups.flatMap((group) => Object.entries(group.verbs));
    const described = await Promise.all(
      verbs.map(async ([name, verb]) => ({
        name,
        summary: verb.summary,
        args: (await verb.load()).command.args,
      })),
    );
    const script = completionScript(shell, described);
    return { json: { shell, script }, text: script };
  },
};

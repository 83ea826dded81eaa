import { EXIT_OF, verbs } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { escapeText } from "../render/escape.ts";

export const command: Command = {
  summary: "Checks a bundle from its syntax tree; nothing in it is run.",
  args: { file: { type: "positional", description: "a .esm.js file, or a .ts entry that is built first" } },
  example: "uncaged-workflow validate flow.esm.js",
  async run({ house, positionals, paint }) {
    const file = positionals[0] as string;
    const { validateFile } = await verbs.add();
    const { warnings: notes, ...answer } = await validateFile(house, file);
    if (answer.ok) return { json: answer, text: `${paint.green("valid")} ${answer.bundleId}`, notes };
    const lines = answer.errors.map((problem) => {
      const at = problem.line === undefined ? file : `${file}:${problem.line}:${problem.column ?? 1}`;
      const hint = problem.hint === undefined ? "" : `\n  ${paint.cyan("hint")} ${problem.hint}`;
      return `${paint.red(problem.code)} ${escapeText(`${at}: ${problem.message}`)}${hint}`;
    });
    return {
      json: answer,
      text: lines.join("\n"),
      exitCode: EXIT_OF[answer.errors[0]?.code ?? "BUNDLE_INVALID"],
    };
  },
};

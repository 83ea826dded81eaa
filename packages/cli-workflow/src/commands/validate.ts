import { EXIT_OF, type Validation, verbs, WorkflowError } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Command, CommandAnswer, Invocation } from "../verb/command.ts";

export const command: Command = {
  summary: "Checks a bundle from its syntax tree, or a JSON plan; nothing in it is run.",
  args: {
    file: {
      type: "positional",
      required: false,
      description: "a .esm.js file, a .ts entry that is built first, or a .json plan",
    },
    "workflow-path": { type: "string", valueHint: "file", description: "another way to name the file" },
    "workflow-json": {
      type: "string",
      valueHint: "-",
      description: "- reads a JSON plan from standard input",
    },
  },
  example: "uncaged-workflow validate flow.esm.js\nuncaged-workflow validate --workflow-json - < plan.json",
  async run(invocation) {
    const { file, answer } = await validate(invocation);
    return answerOf(file, answer, invocation);
  },
};

async function validate(invocation: Invocation): Promise<{ file: string; answer: Validation }> {
  const { store, positionals, flag, terminal } = invocation;
  const given = [positionals[0], flag("workflow-path"), flag("workflow-json")];
  if (given.filter((one) => one !== undefined).length !== 1)
    throw new WorkflowError("USAGE", "validate one thing: a file, --workflow-path or --workflow-json -", {
      hint: "uncaged-workflow validate --help",
    });
  const file = given[0] ?? given[1];
  if (file === undefined) {
    if (flag("workflow-json") !== "-")
      throw new WorkflowError("USAGE", "--workflow-json takes -: the plan comes on standard input");
    const { validatePlan } = await verbs.validatePlan();
    return { file: "standard input", answer: validatePlan(await terminal.readInput()) };
  }
  if (file.endsWith(".json")) {
    const { validatePlanFile } = await verbs.validatePlan();
    return { file, answer: validatePlanFile(file) };
  }
  const { validateFile } = await verbs.validate();
  return { file, answer: await validateFile(store, file) };
}

function answerOf(file: string, validation: Validation, { paint }: Invocation): CommandAnswer {
  const { warnings: notes, ...answer } = validation;
  if (answer.ok) {
    const id = answer.bundleId ?? answer.workflowHash;
    return { json: answer, text: `${paint.green("valid")} ${id}`, notes };
  }
  const lines = answer.errors.map((problem) => {
    const name = problem.file ?? file;
    const at = problem.line === undefined ? name : `${name}:${problem.line}:${problem.column ?? 1}`;
    const hint = problem.hint === undefined ? "" : `\n  ${paint.cyan("hint")} ${problem.hint}`;
    return `${paint.red(problem.code)} ${escapeText(`${at}: ${problem.message}`)}${hint}`;
  });
  return {
    json: answer,
    text: lines.join("\n"),
    exitCode: EXIT_OF[answer.errors[0]?.code ?? "BUNDLE_INVALID"],
  };
}

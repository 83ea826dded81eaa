// What fork and retry have in common.
import type { Forked, ForkRequest } from "@uncaged/workflow/host";
import type { Arg, CommandAnswer, Invocation } from "./command.ts";
import { followAndAnswer } from "./follow/follow-and-answer.ts";
import { escapeText } from "./render/escape.ts";

export const REDO_ARGS = {
  redo: {
    type: "string",
    valueHint: "step",
    multiple: true,
    description: "do this again though it is finished: n3, a command's own name, or the number of a step",
  },
  "redo-failed": {
    type: "boolean",
    description: "do every effect that failed again, though the workflow went on from it",
  },
  "same-code": {
    type: "boolean",
    description: "keep the old version, though the workflow has a newer one",
  },
} satisfies Record<string, Arg>;

export function readRedo({
  flags,
  isSet,
}: Invocation): Pick<ForkRequest, "redo" | "redoFailed" | "sameCode"> {
  return { redo: flags("redo"), redoFailed: isSet("redo-failed"), sameCode: isSet("same-code") };
}

/** Says first what the new thread keeps and which code it runs. */
export async function followFork(
  invocation: Invocation,
  fork: () => Promise<Forked>,
): Promise<CommandAnswer> {
  const begin = async () => {
    const forked = await fork();
    if (!invocation.json)
      for (const note of forked.notes)
        await invocation.terminal.err(`${invocation.paint.dim(escapeText(note))}\n`);
    return forked;
  };
  return followAndAnswer(invocation, begin, {
    began: "execution.started",
    notes: ({ warnings }) => warnings.map(escapeText),
  });
}

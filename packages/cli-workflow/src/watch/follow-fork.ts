// What fork and retry have in common.
import type { Forked, ForkRequest } from "@uncaged/workflow/host";
import { escapeText } from "../render/escape.ts";
import type { Arg, CommandAnswer, Invocation } from "../verb/command.ts";
import { ALLOW_UNPRICED } from "../verb/read-flags.ts";
import { followAndAnswer } from "./follow-and-answer.ts";

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

/** Instead of those of the origin. */
export const FORK_LIMITS = {
  "max-rounds": {
    type: "string",
    valueHint: "n",
    description: "another limit of role outputs, those kept included",
  },
  "max-cost": {
    type: "string",
    valueHint: "usd",
    description: "another budget; what the kept steps cost counts",
  },
  "max-tokens": { type: "string", valueHint: "n", description: "the same for tokens of models" },
  "allow-unpriced": ALLOW_UNPRICED,
  "timeout-ms": {
    type: "string",
    valueHint: "ms",
    description: "another limit of how long the thread may be hosted",
  },
  "max-steps": {
    type: "string",
    valueHint: "n",
    description: "another limit of steps, those kept included",
  },
} satisfies Record<string, Arg>;

export const OTHER_FOLDER = {
  type: "string",
  valueHint: "dir",
  description: "work in another folder than its origin (own: a new one), with the files that are there",
} satisfies Arg;

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

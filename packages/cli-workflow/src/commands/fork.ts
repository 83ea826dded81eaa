import { verbs } from "@uncaged/workflow/host";
import { ASK_ARGS } from "../ask/may-ask.ts";
import { planAnswer } from "../render/plan.ts";
import type { Command } from "../verb/command.ts";
import { readLimits, readNumber, readVariables } from "../verb/read-flags.ts";
import { readOptionalPrompt } from "../verb/read-prompt.ts";
import { FORK_LIMITS, followFork, OTHER_FOLDER, REDO_ARGS, readRedo } from "../watch/follow-fork.ts";
import { forkMatrix } from "./fork-matrix.ts";

export const command: Command = {
  summary: "Starts a new thread from an earlier step of another. The old one is not touched.",
  args: {
    thread: {
      type: "positional",
      description: "a thread id, 6 characters or more of its start or end, or last",
    },
    "from-role": {
      type: "string",
      valueHint: "role",
      description: "keep the steps through the first one of this role",
    },
    "from-step": {
      type: "string",
      valueHint: "n",
      description: "keep the first n steps; n6, or a command's own name: everything through that yield",
    },
    ...REDO_ARGS,
    prompt: { type: "string", valueHint: "text", description: "another prompt" },
    "prompt-file": {
      type: "string",
      valueHint: "file",
      description: "another prompt, exactly as in this file",
    },
    var: {
      type: "string",
      valueHint: "k=v",
      multiple: true,
      description: "another value of a variable, such as model=... (may be repeated)",
    },
    matrix: {
      type: "string",
      valueHint: "k=a,b,c",
      multiple: true,
      description: "one fork for every value of a variable, and a table of what came of them",
    },
    ...FORK_LIMITS,
    bundle: {
      type: "string",
      valueHint: "code",
      description: "go on with other code; finished effects are found again by what they did",
    },
    workspace: OTHER_FOLDER,
    plan: { type: "boolean", description: "only show what is kept and what would run" },
    detach: { type: "boolean", description: "print the new thread's id and do not watch" },
    ...ASK_ARGS,
  },
  more: "Without --from-role and --from-step the last step is dropped and tried again; of a thread that failed, and with --bundle, everything finished is kept (see retry).",
  example:
    'uncaged-workflow fork 01KQXKW1 --from-role planner --prompt "Try it without a cache"\nuncaged-workflow fork 01KQXKW1 --from-step 1 --matrix model=openai/gpt-5-mini,anthropic/claude-haiku-4-5',
  async run(invocation) {
    const { store, positionals, flag } = invocation;
    const request = {
      thread: positionals[0] as string,
      fromRole: flag("from-role"),
      maxRounds: readNumber(invocation, "max-rounds", 0),
      fromStep: flag("from-step"),
      ...readRedo(invocation),
      prompt: await readOptionalPrompt(invocation),
      variables: readVariables(invocation),
      bundle: flag("bundle"),
      workspace: await (await verbs.workspace()).otherFolder(flag("workspace")),
      limits: readLimits(invocation),
    };
    if (invocation.flags("matrix").length > 0) return forkMatrix(invocation, request);
    if (invocation.isSet("plan")) {
      const { planFork } = await verbs.planFork();
      return planAnswer(await planFork(store, request), invocation.paint);
    }
    const { forkThread } = await verbs.fork();
    return followFork(invocation, () => forkThread(store, request));
  },
};

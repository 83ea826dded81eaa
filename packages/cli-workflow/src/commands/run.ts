import { verbs, WorkflowError } from "@uncaged/workflow/host";
import type { Command } from "../command.ts";
import { followAndAnswer } from "../follow/follow-and-answer.ts";
import { readNumber, readVariables } from "../read-flags.ts";
import { readPrompt } from "../read-prompt.ts";
import { escapeText } from "../render/escape.ts";
import { runRequest } from "./run-request.ts";

export const command: Command = {
  summary: "Starts a thread and watches it. Ctrl-C only stops watching; the thread goes on.",
  args: {
    name: { type: "positional", required: false, description: "a workflow" },
    input: { type: "positional", required: false, description: "- reads the prompt from standard input" },
    prompt: { type: "string", valueHint: "text", description: "what the workflow is asked to do" },
    "prompt-file": { type: "string", valueHint: "file", description: "the prompt, exactly as in this file" },
    "dry-run": { type: "boolean", description: "tells the workflow that nothing shall really happen" },
    "max-rounds": {
      type: "string",
      valueHint: "n",
      description: "stop after this many role outputs (default 50)",
    },
    "max-steps": { type: "string", valueHint: "n", description: "fail beyond this many steps" },
    "timeout-ms": {
      type: "string",
      valueHint: "ms",
      description: "fail when the thread runs longer than this",
    },
    var: {
      type: "string",
      valueHint: "k=v",
      multiple: true,
      description: "a variable for the workflow (may be repeated)",
    },
    "strict-roles": {
      type: "boolean",
      description: "fail when a role's meta does not fit the descriptor's schema",
    },
    workspace: { type: "string", valueHint: "dir", description: "where effects work" },
    "request-id": { type: "string", valueHint: "id", description: "the same id again starts nothing new" },
    "max-parallel": { type: "string", valueHint: "n", description: "effects of the thread that run at once" },
    "execution-id": {
      type: "string",
      valueHint: "id",
      description: "start from a request: its JSON document is read from standard input",
    },
    "workflow-hash": {
      type: "string",
      valueHint: "sha256:..",
      description: "of a request: the code it means, which must be the code there is",
    },
    detach: { type: "boolean", description: "print the thread's id and do not watch" },
  },
  example:
    'uncaged-workflow run solve-issue --prompt "Fix the login redirect"\ngit log -1 | uncaged-workflow run review -',
  async run(invocation) {
    const { house, positionals, isSet } = invocation;
    if (invocation.flag("execution-id") !== undefined) return runRequest(invocation);
    if (positionals[0] === undefined)
      throw new WorkflowError("USAGE", '"run" needs <name>', { hint: "uncaged-workflow list" });
    const { startThread } = await verbs.start();
    const started = await startThread(house, {
      name: positionals[0] as string,
      prompt: await readPrompt(invocation, positionals[1]),
      isDryRun: isSet("dry-run"),
      maxRounds: readNumber(invocation, "max-rounds", 0),
      variables: readVariables(invocation),
      strictRoles: isSet("strict-roles"),
      limits: limitsOf(readNumber(invocation, "timeout-ms", 1), readNumber(invocation, "max-steps", 1)),
    });
    const answer = await followAndAnswer(invocation, started, { began: "execution.started" });
    const { registryWarnings } = await verbs.warnings();
    return { ...answer, notes: (await registryWarnings(house)).map(escapeText) };
  },
};

function limitsOf(
  timeoutMs: number | undefined,
  maxSteps: number | undefined,
): { timeoutMs?: number; maxSteps?: number } | undefined {
  if (timeoutMs === undefined && maxSteps === undefined) return undefined;
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  };
}

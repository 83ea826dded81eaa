// run --execution-id ...: the request on stdin, the envelope on stdout.
import { verbs, WorkflowError } from "@uncaged/workflow/host";
import type { CommandAnswer, Invocation } from "../verb/command.ts";
import { readBudget, readNumber } from "../verb/read-flags.ts";
import { followAndAnswer } from "../watch/follow-and-answer.ts";

export async function runRequest(invocation: Invocation): Promise<CommandAnswer> {
  const { store, flag } = invocation;
  const { startRequest } = await verbs.request();
  const request = {
    executionId: flag("execution-id") as string,
    workflowHash: flag("workflow-hash"),
    workspace: flag("workspace") ?? missing("workspace"),
    requestId: flag("request-id"),
    key: flag("key"),
    limits: limitsOf(invocation),
    document: parse(new TextDecoder().decode(await invocation.terminal.readInput())),
  };
  return followAndAnswer(invocation, () => startRequest(store, request), {
    began: "execution.started",
    more: ({ duplicate }) => (duplicate ? { duplicate } : {}),
    notes: ({ duplicate, place }) => (duplicate ? [`${place.threadId} was started with this id before`] : []),
  });
}

function limitsOf(invocation: Invocation): Record<string, number | true> {
  const flags = {
    timeoutMs: "timeout-ms",
    maxSteps: "max-steps",
    maxParallel: "max-parallel",
    maxOutputBytes: "max-output-bytes",
  };
  const limits: Record<string, number | true> = {};
  for (const [key, name] of Object.entries(flags)) {
    const value = readNumber(invocation, name, 1);
    if (value !== undefined) limits[key] = value;
  }
  for (const [key, value] of Object.entries(readBudget(invocation)))
    if (value !== undefined) limits[key] = value;
  return limits;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WorkflowError("INVALID_JSON", `standard input is not JSON: ${(error as Error).message}`, {
      hint: "the request is one JSON document: {workflow, variables, trigger, runtime}",
    });
  }
}

function missing(name: string): never {
  throw new WorkflowError("USAGE", `a request needs --${name}`);
}

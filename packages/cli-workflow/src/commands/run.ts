import {
  type ChosenFolder,
  type StartRequest,
  type Store,
  verbs,
  WorkflowError,
} from "@uncaged/workflow/host";
import { ASK_ARGS } from "../ask/may-ask.ts";
import { escapeText } from "../render/escape.ts";
import { plural } from "../render/plural.ts";
import type { Command, CommandAnswer, Invocation } from "../verb/command.ts";
import { ALLOW_UNPRICED, readBudget, readNumber, readVariables } from "../verb/read-flags.ts";
import { readPrompt } from "../verb/read-prompt.ts";
import { withWarnings } from "../verb/with-warnings.ts";
import { followAndAnswer } from "../watch/follow-and-answer.ts";
import { runRequest } from "./run-request.ts";

export const command: Command = {
  summary: "Starts a thread and watches it. Ctrl-C only stops watching; the thread goes on.",
  args: {
    name: { type: "positional", required: false, description: "a workflow" },
    input: { type: "positional", required: false, description: "- reads the prompt from standard input" },
    prompt: { type: "string", valueHint: "text", description: "what the workflow is asked to do" },
    "prompt-file": { type: "string", valueHint: "file", description: "the prompt, exactly as in this file" },
    "dry-run": {
      type: "boolean",
      description: "nothing really happens: effects are made up, people say yes",
    },
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
    "max-cost": {
      type: "string",
      valueHint: "usd",
      description: "stop before the next call once this much was spent",
    },
    "max-tokens": { type: "string", valueHint: "n", description: "the same for tokens of models" },
    "allow-unpriced": ALLOW_UNPRICED,
    "max-parallel": { type: "string", valueHint: "n", description: "effects at once (default 4)" },
    "max-output-bytes": {
      type: "string",
      valueHint: "n",
      description: "the largest payload of an effect (default 262144)",
    },
    workspace: {
      type: "string",
      valueHint: "dir",
      description: "where its programs run and its files are (default: the current folder; own: a new one)",
    },
    worktree: {
      type: "boolean",
      description: "work in a git worktree of its own, made from the commit the workspace is at",
    },
    receipts: {
      type: "string",
      valueHint: "file or thread",
      description: "with --dry-run: answers of the effects, from a file or a recorded thread",
    },
    "request-id": {
      type: "string",
      valueHint: "id",
      description: "start once: the same id again answers with the same thread",
    },
    var: {
      type: "string",
      valueHint: "k=v",
      multiple: true,
      description: "a variable for the workflow (may be repeated)",
    },
    key: { type: "string", valueHint: "text", description: "of a keyed workflow: what this thread is about" },
    "strict-roles": {
      type: "boolean",
      description: "fail when a role's meta does not fit the descriptor's schema",
    },
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
    ...ASK_ARGS,
  },
  example:
    'uncaged-workflow run solve-issue --prompt "Fix the login redirect"\ngit log -1 | uncaged-workflow run review -',
  jsonWith: "execution-id",
  async run(invocation) {
    const { store, positionals, isSet, flag } = invocation;
    if (flag("execution-id") !== undefined)
      return withWarnings(await runRequest(invocation), await warningsOf(store));
    if (positionals[0] === undefined)
      throw new WorkflowError("USAGE", '"run" needs <name>', { hint: "uncaged-workflow list" });
    const { workspace, note } = await readFolder(invocation);
    const request = {
      name: positionals[0],
      prompt: await readPrompt(invocation, positionals[1]),
      isDryRun: isSet("dry-run"),
      maxRounds: readNumber(invocation, "max-rounds", 0),
      variables: readVariables(invocation),
      key: flag("key"),
      strictRoles: isSet("strict-roles"),
      limits: readLimits(invocation),
      workspace,
      worktree: isSet("worktree"),
      receipts: await readReceipts(invocation),
    };
    const requestId = flag("request-id");
    const answer =
      requestId === undefined
        ? await runAnew(invocation, request)
        : await runOnce(invocation, request, requestId);
    const notes = [...(note === undefined ? [] : [note]), ...(await worktreeNotes(request))].map(escapeText);
    return withWarnings({ ...answer, notes: [...(answer.notes ?? []), ...notes] }, await warningsOf(store));
  },
};

async function warningsOf(store: Store): Promise<string[]> {
  const { storeWarnings } = await verbs.warnings();
  // The thread has run; what somebody made of the files meanwhile is another command's to tell.
  return storeWarnings(store).catch(() => []);
}

async function runAnew(invocation: Invocation, request: StartRequest): Promise<CommandAnswer> {
  const { startThread } = await verbs.start();
  return followAndAnswer(invocation, () => startThread(invocation.store, request), {
    began: "execution.started",
  });
}

async function runOnce(
  invocation: Invocation,
  request: StartRequest,
  requestId: string,
): Promise<CommandAnswer> {
  const { startOnce } = await verbs.startOnce();
  return followAndAnswer(invocation, () => startOnce(invocation.store, request, requestId), {
    began: "execution.started",
    more: ({ duplicate }) => (duplicate ? { duplicate } : {}),
    notes: ({ duplicate, place }) =>
      duplicate ? [`${place.threadId} was started with this request id before`] : [],
  });
}

function readLimits(invocation: Invocation): StartRequest["limits"] {
  const limits = {
    timeoutMs: readNumber(invocation, "timeout-ms", 1),
    maxSteps: readNumber(invocation, "max-steps", 1),
    maxParallel: readNumber(invocation, "max-parallel", 1),
    maxOutputBytes: readNumber(invocation, "max-output-bytes", 1),
    ...readBudget(invocation),
  };
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

async function readFolder({ store, flag, isSet, terminal }: Invocation): Promise<ChosenFolder> {
  const { chooseWorkspace } = await verbs.workspace();
  const folder = { typed: flag("workspace"), worktree: isSet("worktree"), env: terminal.env };
  return chooseWorkspace(store.layout, folder);
}

async function worktreeNotes({ workspace, worktree }: StartRequest): Promise<string[]> {
  if (worktree !== true || workspace === undefined) return [];
  const { uncommittedFiles } = await verbs.worktree();
  const count = await uncommittedFiles(workspace.path);
  if (count === 0) return [];
  return [
    `${plural(count, "file")} in ${workspace.path} differ from its commit; the worktree has the commit`,
  ];
}

async function readReceipts({ store, flag, isSet }: Invocation): Promise<StartRequest["receipts"]> {
  const typed = flag("receipts");
  if (typed === undefined) return undefined;
  if (!isSet("dry-run"))
    throw new WorkflowError("USAGE", "--receipts stand in for effects: give --dry-run too");
  const { readAnswers } = await verbs.answers();
  return readAnswers(store, typed);
}

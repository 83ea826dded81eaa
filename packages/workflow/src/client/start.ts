// start, retry, fork, resume: the thread is in its worker, which is told nothing more. Nobody need watch it.
import { WorkflowError } from "#contract/errors.ts";
import { ownCommand } from "#contract/own-process.ts";
import type { Store } from "#host/open/store.ts";
import type { Forked } from "#host/start/fork-thread.ts";
import type { StartRequest } from "#host/start/start-thread.ts";
import { checkKeys, checkLimits, checkText, checkVariables, checkWhole } from "./check-options.ts";
import type { ForkOptions, RetryOptions, Started, StartOptions } from "./options.ts";

const REDO = ["redo", "redoFailed", "sameCode"] as const satisfies (keyof RetryOptions)[];
const RETRY = ["maxRounds", "limits", ...REDO] as const satisfies (keyof RetryOptions)[];
const FORK = [
  ...["fromRole", "fromStep", "prompt", "variables", "maxRounds", "limits", "bundle"],
  ...REDO,
] as const;
const START = [
  ...["prompt", "variables", "key", "workspace", "worktree", "maxRounds", "limits", "strictRoles"],
  ...["isDryRun", "receipts", "requestId"],
] as const;

export async function start(store: Store, name: string, options: StartOptions): Promise<Started> {
  assertCanStart(store);
  checkKeys(options, START);
  const request = await requestOf(name, options);
  const { requestId } = options;
  if (requestId === undefined) {
    const { startThread } = await import("#host/start/start-thread.ts");
    return left(await startThread(store, request));
  }
  const { startOnce } = await import("#host/start/start-once.ts");
  const started = await startOnce(store, request, checkText(requestId, "requestId"));
  return { ...left(started), ...(started.duplicate ? { duplicate: true } : {}) };
}

export async function fork(store: Store, thread: string, options: ForkOptions): Promise<Started> {
  assertCanStart(store);
  checkKeys(options, FORK);
  const { forkThread } = await import("#host/start/fork-thread.ts");
  const forked = await forkThread(store, {
    ...options,
    thread,
    fromStep: pointOf(options.fromStep),
    redo: checkRedo(options.redo),
    maxRounds: checkWhole(options.maxRounds, "maxRounds", 0),
    variables: checkVariables(options.variables),
    limits: checkLimits(options.limits),
  });
  return leftFork(forked);
}

export async function retry(store: Store, thread: string, options: RetryOptions): Promise<Started> {
  assertCanStart(store);
  checkKeys(options, RETRY);
  const { retryThread } = await import("#host/repeat/retry-thread.ts");
  const { redoFailed, sameCode } = options;
  const forked = await retryThread(store, {
    ...{ thread, redoFailed, sameCode },
    redo: checkRedo(options.redo),
    maxRounds: checkWhole(options.maxRounds, "maxRounds", 0),
    limits: checkLimits(options.limits),
  });
  return leftFork(forked);
}

function leftFork(forked: Forked): Started {
  const { warnings } = forked;
  return { ...left(forked), ...(warnings.length === 0 ? {} : { warnings }) };
}

function pointOf(fromStep: number | string | undefined): number | string | undefined {
  return typeof fromStep === "string" ? checkText(fromStep, "fromStep") : checkWhole(fromStep, "fromStep", 0);
}

function checkRedo(redo: unknown): string[] | undefined {
  if (redo === undefined) return undefined;
  if (Array.isArray(redo)) return redo.map((one) => checkText(one, "redo"));
  throw new WorkflowError("USAGE", "redo must be a list of steps", { details: { option: "redo" } });
}

export async function resume(store: Store, thread: string): Promise<Started> {
  assertCanStart(store);
  const { resumeThread } = await import("#host/start/resume-thread.ts");
  return left(await resumeThread(store, thread));
}

/** Before anything is written: a thread nobody can host would be left interrupted. */
export function assertCanStart({ worker }: Store): void {
  ownCommand("worker", worker);
}

async function requestOf(name: string, options: StartOptions): Promise<StartRequest> {
  const { requestId: _requestId, workspace, receipts, isDryRun, ...rest } = options;
  if (receipts !== undefined && isDryRun !== true)
    throw new WorkflowError("USAGE", "receipts stand in for effects: give isDryRun too");
  if (receipts !== undefined && !Array.isArray(receipts))
    throw new WorkflowError("USAGE", "receipts must be a list: one payload per effect, in order");
  return {
    ...rest,
    name,
    prompt: checkText(options.prompt ?? "", "the prompt"),
    isDryRun,
    receipts,
    maxRounds: checkWhole(options.maxRounds, "maxRounds", 0),
    variables: checkVariables(options.variables),
    limits: checkLimits(options.limits),
    workspace: workspace === undefined ? undefined : await folderOf(workspace),
  };
}

async function folderOf(workspace: string): Promise<StartRequest["workspace"]> {
  const { readWorkspace } = await import("#host/start/read-workspace.ts");
  return readWorkspace(checkText(workspace, "workspace"));
}

type Connected = { place: { threadId: string }; client: { close(): void } | null };

/** The connection would only tell what nobody asked for. */
function left({ place, client }: Connected): Started {
  client?.close();
  return { threadId: place.threadId };
}

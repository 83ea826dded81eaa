// run: the start line is on disk before anything of the bundle runs.

import { refuseReferences } from "#codec/secret-reference.ts";
import type { Json } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { ControlRecord, StartRecord, Unstamped, Workspace } from "#contract/record.ts";
import { reachWorker } from "#control/start-worker.ts";
import type { WorkerClient } from "#control/worker-client.ts";
import { ensureDirectory } from "#disk/directory.ts";
import { createJournal } from "#journal/file-journal.ts";
import type { ReadLine } from "#journal/read-journal.ts";
import { emptyFold, foldRecord, foldStep, type ThreadFold } from "#replay/fold-thread.ts";
import { getBundle } from "#store/bundle-store.ts";
import { FROM_THE_BEGINNING, type Since } from "../look/follow-thread.ts";
import { checkCanonical } from "../open/check-canonical.ts";
import type { ThreadPlace } from "../open/find-thread.ts";
import { assertRuntimeEnabled } from "../open/runtime-enabled.ts";
import type { Store } from "../open/store.ts";
import { assertStoreFiles } from "../open/store-files.ts";
import { findWorkflow } from "../workflows/find-workflow.ts";
import { assertPerformable } from "./assert-performable.ts";
import { checkKey } from "./check-key.ts";
import { hostThread } from "./host-thread.ts";

export type StartRequest = {
  name: string;
  prompt: string;
  isDryRun?: boolean | undefined;
  maxRounds?: number | undefined;
  variables?: Record<string, string> | undefined;
  /** Of a keyed workflow, and only of one. */
  key?: string | undefined;
  strictRoles?: boolean | undefined;
  limits?: StartRecord["parameters"]["limits"];
  /** Without one the thread has a folder of its own in the store. */
  workspace?: Workspace | undefined;
  /** In a git worktree of its own, made from the workspace. */
  worktree?: boolean | undefined;
  /** In a dry run: what the effects answer. */
  receipts?: Json[] | undefined;
  trigger?: StartRecord["trigger"];
};

async function indexThread(store: Store, place: ThreadPlace): Promise<void> {
  const { indexPlace } = await import("../open/heal-index.ts");
  indexPlace(store, place);
}

/**
 * A thread in a worker, the connection that tells about it, and where in the journal its news begin: asked for by those
 * who watch, since it takes a while of a fork with thousands of lines.
 */
export type StartedThread = {
  place: ThreadPlace;
  client: WorkerClient;
  since: () => Since;
  /** Of a thread that was made just now. */
  start?: StartRecord;
};

export async function startThread(store: Store, request: StartRequest): Promise<StartedThread> {
  const start = await prepareStart(store, request);
  const reaching = reachWorker(store, start.hash);
  reaching.catch(() => {});
  return launch(store, start, NOTHING, reaching);
}

/** Everything about a start that can be known before anything is written. */
export async function prepareStart(store: Store, request: StartRequest): Promise<StartRecord> {
  await assertRuntimeEnabled(store);
  checkPrompt(request.prompt);
  if (request.receipts !== undefined) checkCanonical(request.receipts, "the receipts");
  const entry = await findWorkflow(store, request.name);
  const bundle = getBundle(store.layout, entry.hash, entry.sha256);
  await checkKey(store, request.name, bundle, request.key);
  await assertPerformable(store, bundle);
  const threadId = store.newThreadId();
  const workspace = await workspaceFor(store, threadId, request);
  return {
    name: request.name,
    hash: bundle.id,
    sha256: bundle.sha256,
    threadId,
    parameters: parametersOf({ ...request, workspace }),
    initiator: { type: "manual", actor: store.actor },
    ...(request.trigger === undefined ? {} : { trigger: request.trigger }),
    timestamp: store.clock.now(),
  };
}

async function workspaceFor(
  { layout }: Store,
  threadId: ThreadId,
  { workspace, worktree }: StartRequest,
): Promise<Workspace | undefined> {
  if (workspace === undefined) {
    if (worktree !== true) return undefined;
    throw new WorkflowError("USAGE", "--worktree needs the checkout it is made from: --workspace <dir>", {
      hint: "--workspace . --worktree",
    });
  }
  const { assertOutsideStore } = await import("./read-workspace.ts");
  assertOutsideStore(layout, workspace);
  if (worktree !== true) return workspace;
  const { planWorktree } = await import("./thread-worktree.ts");
  return planWorktree(threadId, workspace);
}

/** The lines a fork takes with it. */
export type Taken = {
  lines: readonly ReadLine[];
  /** Lines of its own behind them. */
  added?: readonly Unstamped<ControlRecord>[];
};
const NOTHING: Taken = { lines: [] };

/** Writes the journal and hands the thread over. */
export async function launch(
  store: Store,
  start: StartRecord,
  taken: Taken = NOTHING,
  reaching?: Promise<WorkerClient>,
): Promise<StartedThread> {
  checkReferences(start.parameters);
  await assertStoreFiles(store);
  const { place, since } = await makeThread(store, start, taken);
  try {
    return { place, client: await hostThread(store, place, "start", reaching), since, start };
  } catch (error) {
    // The worker would have put it into the index; now that none took it, it must still be listed.
    await indexThread(store, place);
    throw error;
  }
}

/** Its folder, if it gets one here, and its journal. */
async function makeThread(store: Store, start: StartRecord, taken: Taken): Promise<Recorded> {
  if (start.parameters.workspace?.worktreeOf === undefined) return recordStart(store, start, taken);
  const { makeWorktree } = await import("./thread-worktree.ts");
  return whileStarting(store, start.threadId, async () => {
    await makeWorktree(store, start);
    return recordStart(store, start, taken);
  });
}

/** The thread has files and no journal yet: meanwhile nobody takes them for left behind. */
export async function whileStarting<T>(
  { layout }: Store,
  threadId: ThreadId,
  work: () => Promise<T>,
): Promise<T> {
  const { writeStarting } = await import("#disk/process/starting-file.ts");
  const done = writeStarting(layout.starting(threadId), [layout.root, layout.workspaces]);
  try {
    return await work();
  } finally {
    done();
  }
}

type Recorded = { place: ThreadPlace; since: () => Since };

function recordStart(store: Store, start: StartRecord, { lines, added = [] }: Taken): Recorded {
  const { threadId, hash } = start;
  const path = store.layout.journal(hash, threadId);
  ensureDirectory(store.layout.root);
  ensureDirectory(store.layout.logs);
  const at = createJournal(path, start, lines, added);
  const place = { threadId, hash, path };
  if (lines.length === 0) return { place, since: () => FROM_THE_BEGINNING };
  return { place, since: () => ({ at, fold: foldTaken(start, { lines, added }, at.lines) }) };
}

function foldTaken(start: StartRecord, { lines, added = [] }: Taken, lastSeq: number): ThreadFold {
  const fold = { ...emptyFold(), start };
  for (const [index, line] of lines.entries()) {
    if (line.isRole && !line.mentionsCost) foldStep(fold, line.timestamp, index + 2);
    else foldRecord(fold, line.record, index + 2);
  }
  for (const record of added) foldRecord(fold, { ...record, timestamp: start.timestamp }, lastSeq);
  return { ...fold, updatedAt: start.timestamp };
}

function parametersOf(request: StartRequest): StartRecord["parameters"] {
  return {
    prompt: request.prompt,
    options: { isDryRun: request.isDryRun ?? false, maxRounds: request.maxRounds ?? LIMITS.roundsMax },
    ...(request.variables === undefined ? {} : { variables: request.variables }),
    ...(request.key === undefined ? {} : { key: request.key }),
    ...(request.strictRoles ? { strictRoles: true as const } : {}),
    ...(request.limits === undefined ? {} : { limits: request.limits }),
    ...(request.workspace === undefined ? {} : { workspace: request.workspace }),
    ...(request.receipts === undefined ? {} : { receipts: request.receipts }),
  };
}

/** What people hand in names no secrets. */
export function checkReferences({
  prompt = "",
  variables = {},
}: {
  prompt?: string | undefined;
  variables?: Record<string, string> | undefined;
}): void {
  refuseReferences("the prompt", prompt);
  for (const [name, value] of Object.entries(variables)) refuseReferences(`the variable ${name}`, value);
}

export function checkPrompt(prompt: string): void {
  if (Buffer.byteLength(prompt) > LIMITS.promptBytes)
    throw new WorkflowError("USAGE", `the prompt is longer than ${LIMITS.promptBytes} bytes`, {
      hint: "put the bulk into a file and name it in the prompt",
    });
  if (!prompt.isWellFormed())
    throw new WorkflowError("USAGE", "the prompt holds a lone surrogate; it cannot be stored as it is");
}

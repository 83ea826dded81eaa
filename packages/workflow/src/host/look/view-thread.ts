// thread: everything known about one thread, from its journal.

import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { ForkOrigin, Initiator, ResultRecord, StartRecord, Unkept } from "#contract/record.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import { workFolder } from "#disk/workspace/work-folder.ts";
import { readRaw } from "#journal/read-journal.ts";
import type { CommandEntry, CommandLog } from "#replay/command-log.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { type Step, unkeptIn } from "#replay/fold-thread.ts";
import { forksOf } from "../open/current-rows.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import { readWithWorker } from "../open/is-live.ts";
import { needsItsWorker } from "../open/lost-thread.ts";
import { type LegacyLine, type ReadOutline, readOutline, readThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { type Waiting, waitingAt } from "./read-waiting.ts";
import { type SpentView, viewSpent } from "./view-spent.ts";

export type ThreadView = {
  threadId: string;
  name: string;
  hash: string;
  sha256: string;
  status: ThreadStatus;
  waitingOn: WaitingOn | null;
  /** ISO 8601: when the time brings it on. */
  wakeAt: string | null;
  parameters: StartRecord["parameters"];
  /** Of its files: what is in no state of them, and why no state could be kept the last time. */
  unkept?: Unkept[];
  filesLost?: string;
  steps: Omit<Step, "n">[];
  /** Commands without an answer. */
  inflight: Inflight[];
  commands: CommandEntry[];
  annotations: CommandLog["annotations"];
  /** Lines of an older design, if there are any. Nothing follows from them. */
  legacy?: LegacyLine[];
  waiting: Waiting[];
  /** Its worker is gone and it cannot come back: nothing brings it on. */
  lost?: true;
  spent: SpentView;
  initiator: Initiator | null;
  /** Of a request: what set it off, its key, and what its caller calls it. */
  trigger: StartRecord["trigger"] | null;
  idempotencyKey: string | null;
  executionId: string;
  /** What envelopes call it: the same. */
  sessionId: string;
  /** Of a request: which attempt of its caller's it is. */
  runtime: StartRecord["runtime"] | null;
  /** How often it was taken up. */
  attempts: number;
  result: Omit<ResultRecord, "kind" | "error"> | null;
  error: ErrorReport | null;
  forkFrom: ForkOrigin | null;
  forks: string[];
  lastSeq: number;
  startedAt: number;
  updatedAt: number;
};

/** The same without what the steps hold: its size does not depend on how many there are. */
export type ThreadOutline = Omit<ThreadView, "steps"> & { steps: number };

export async function viewThread(store: Store, typed: string): Promise<ThreadView> {
  const place = findThread(store, typed);
  const read = await readWithWorker(store, place, readThread);
  const steps = read.steps.map(({ n: _n, ...step }) => step);
  return { ...outline(store, place, read), steps };
}

export async function outlineThread(store: Store, typed: string): Promise<ThreadOutline> {
  const place = findThread(store, typed);
  return outline(store, place, await readWithWorker(store, place, (at) => readOutline(at)));
}

function outline(store: Store, place: ThreadPlace, read: ReadOutline & { live: boolean }): ThreadOutline {
  const { fold, commands, legacy, live } = read;
  const { start, result } = fold;
  if (start === null)
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} has no start line; nothing ever ran`,
      {
        hint: `uncaged-workflow thread rm ${place.threadId}`,
        details: { status: "empty" },
      },
    );
  const status = deriveStatus(fold, live);
  const wait = status === "waiting" ? deriveWait(fold) : null;
  return {
    threadId: place.threadId,
    name: start.name,
    hash: start.hash,
    sha256: start.sha256,
    status,
    waitingOn: wait?.on ?? null,
    wakeAt: wait === null || wait.wakeAt === null ? null : new Date(wait.wakeAt).toISOString(),
    parameters: parametersOf(store, start),
    ...unkeptIn(fold),
    steps: fold.steps,
    inflight: result === null ? inflightOf(commands.entries) : [],
    commands: commands.entries,
    annotations: commands.annotations,
    ...(legacy.length === 0 ? {} : { legacy }),
    waiting: waitingAt(place, fold),
    ...(needsItsWorker(store, fold) && !live ? { lost: true } : {}),
    spent: viewSpent(fold.spent),
    initiator: start.initiator ?? null,
    trigger: start.trigger ?? null,
    idempotencyKey: start.idempotencyKey ?? null,
    executionId: start.executionId ?? place.threadId,
    sessionId: start.executionId ?? place.threadId,
    runtime: start.runtime ?? null,
    attempts: fold.attempts,
    result: result === null ? null : withoutKind(result),
    error: result?.error ?? null,
    forkFrom: start.forkFrom ?? null,
    forks: forksOf(store, place.threadId),
    lastSeq: fold.lastSeq,
    startedAt: start.timestamp,
    updatedAt: fold.updatedAt,
  };
}

/** What is in the store is named from there in the journal, and in full to whoever asks. */
function parametersOf({ layout }: Store, start: StartRecord): StartRecord["parameters"] {
  const { workspace } = start.parameters;
  if (workspace?.worktreeOf === undefined) return start.parameters;
  return { ...start.parameters, workspace: { ...workspace, path: workFolder(layout, start) } };
}

export type Inflight = {
  stepId: string;
  intent: string | null;
  do: string;
  effect?: string;
  status: CommandEntry["status"];
  attempt: number;
  startedAt: number;
};

function inflightOf(entries: readonly CommandEntry[]): Inflight[] {
  return entries
    .filter((entry) => entry.completedAt === null && entry.status !== "failed")
    .map(({ stepId, intent, do: what, effect, status, attempts, startedAt }) => ({
      stepId,
      intent,
      do: what,
      ...(effect === undefined ? {} : { effect }),
      status,
      attempt: attempts.at(-1)?.attempt ?? 0,
      startedAt,
    }));
}

/** The journal's bytes as they are, in pieces. */
export function rawJournal(store: Store, typed: string): Iterable<Uint8Array> {
  return readRaw(findThread(store, typed).path);
}

function withoutKind(result: ResultRecord): Omit<ResultRecord, "kind" | "error"> {
  const { kind: _kind, error: _error, ...rest } = result;
  return rest;
}

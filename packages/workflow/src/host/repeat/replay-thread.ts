// replay and check: recorded threads repeated by their own code, or by new code. Nothing is executed, nothing written.
import { errorFromReport, WorkflowError } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { spawnReplay } from "#control/start-worker.ts";
import { checkHeader } from "#journal/check-header.ts";
import type { ReplayAnswer, ReplayedThread, ReplayRequest } from "#protocol/repeat-messages.ts";
import { getBundle, getFacts, type StoredBundle } from "#store/bundle-store.ts";
import { currentRows } from "../open/current-rows.ts";
import { findThread, placeOfRow, type ThreadPlace } from "../open/find-thread.ts";
import { foldThread } from "../open/read-thread.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { findWorkflow } from "../workflows/find-workflow.ts";

export async function replayThread(store: Store, typed: string): Promise<ReplayedThread> {
  const place = findThread(store, typed);
  const { threadId, hash, path } = place;
  const start = checkHeader(foldThread(place).fold.start, { threadId, hash, path });
  const bundle = getBundle(store.layout, start.hash, start.sha256);
  if (!isStrict(store, bundle)) throw notStrict(place, start.name);
  const [answer] = await repeatThreads(store, bundle.id, [place]);
  if (answer === undefined) throw new WorkflowError("INTERNAL", "the replay gave no answer");
  if (!answer.ok) throw errorFromReport(answer.error);
  return answer.thread as ReplayedThread;
}

export type Checked = {
  name: string;
  hash: BundleId;
  threads: number;
  identical: number;
  diverged: ReplayedThread[];
  /** Threads that could not be repeated: damaged, or of another kind. */
  failed: { threadId: ThreadId; error: { code: string; message: string } }[];
};

/** Repeats every recorded thread of a workflow with the code in a file, before that is given the name. */
export async function checkWorkflow(store: Store, name: string, file: string): Promise<Checked> {
  await findWorkflow(store, name);
  const { findBundle } = await import("../workflows/find-bundle.ts");
  const bundle = await findBundle(store, file);
  if (!isStrict(store, bundle))
    throw new WorkflowError("STATE_INVALID", `${file} is not strict: nothing says that it repeats itself`, {
      hint: 'descriptor.determinism: "strict"',
    });
  const places = [...currentRows(store, { name })].map((row) => placeOfRow(store, row)).reverse();
  const answers = places.length === 0 ? [] : await repeatThreads(store, bundle.id, places);
  const seen = answers.flatMap((answer) => (answer.ok && answer.thread !== undefined ? [answer.thread] : []));
  return {
    name,
    hash: bundle.id,
    threads: places.length,
    identical: seen.filter(({ status }) => status === "identical").length,
    diverged: seen.filter(({ status }) => status === "diverged"),
    failed: answers.flatMap((answer) =>
      answer.ok
        ? []
        : [{ threadId: answer.threadId, error: answer.error as { code: string; message: string } }],
    ),
  };
}

export async function repeatThreads(
  store: Store,
  bundle: BundleId,
  threads: ReplayRequest["threads"],
): Promise<ReplayAnswer[]> {
  const request: ReplayRequest = { bundle, threads };
  const child = spawnReplay(store, JSON.stringify(request));
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) throw failed(err, exitCode);
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ReplayAnswer);
}

function isStrict(store: Store, bundle: StoredBundle): boolean {
  return getFacts(databaseOf(store), bundle)?.descriptor?.determinism === "strict";
}

function notStrict(place: ThreadPlace, name: string): WorkflowError {
  return new WorkflowError(
    "STATE_INVALID",
    `the thread ${place.threadId} of ${name} is not strict: its code may do more than it yields, so it is not run again`,
    { hint: `uncaged-workflow fork ${place.threadId}` },
  );
}

function failed(err: string, exitCode: number): WorkflowError {
  const lines = err.trim().split("\n");
  try {
    const { error } = JSON.parse(lines.at(-1) ?? "");
    return errorFromReport(error);
  } catch {
    return new WorkflowError("INTERNAL", `the replay ended with ${exitCode}: ${lines.slice(-8).join("\n")}`);
  }
}

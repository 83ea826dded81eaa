// fork: a new thread with a copied prefix, from which it goes its own way.
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { type JournalRecord, type KeptState, type StartRecord, startersOf } from "#contract/record.ts";
import { reachWorker } from "#control/start-worker.ts";
import type { WorkerClient } from "#control/worker-client.ts";
import { assertReceipts } from "#journal/check-receipts.ts";
import { type ReadLine, readJournal } from "#journal/read-journal.ts";
import { type ForkPoint, stepsToKeep } from "#replay/choose-steps.ts";
import { ForkLines } from "#replay/fork-lines.ts";
import { getBundle, getFacts, type StoredBundle } from "#store/bundle-store.ts";
import { findThread, type ThreadPlace } from "./find-thread.ts";
import {
  forkWorkspace,
  limitFiles,
  type PreparedFiles,
  prepareFiles,
  putFiles,
  takeStates,
} from "./fork-files.ts";
import { assertDoubtsKept, findAskedAgain, type Reasked } from "./fork-rules.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { assertRuntimeEnabled } from "./runtime-enabled.ts";
import { checkPrompt, launch, type StartedThread, whileStarting } from "./start-thread.ts";

export type ForkRequest = ForkPoint & {
  thread: string;
  prompt?: string | undefined;
  maxRounds?: number | undefined;
  /** These instead of the origin's, or besides them. */
  variables?: Record<string, string> | undefined;
  /** Other code: a workflow's name, a bundle's id, or a file. */
  bundle?: string | undefined;
  /** Instead of those of its origin. */
  limits?: StartRecord["parameters"]["limits"] | undefined;
};
export type Forked = StartedThread & { kept: number; warnings: string[] };

export async function forkThread(house: House, request: ForkRequest): Promise<Forked> {
  await assertRuntimeEnabled(house);
  // It boots while we read and copy; with other code it is another's.
  const reaching =
    request.bundle === undefined ? reachWorker(house, findThread(house, request.thread).hash) : undefined;
  reaching?.catch(() => {});
  try {
    return await forkFrom(house, request, reaching);
  } catch (error) {
    // It was started for nothing, and leaves when it is told.
    (await reaching?.catch(() => null))?.close();
    throw error;
  }
}

async function forkFrom(
  house: House,
  request: ForkRequest,
  reaching: Promise<WorkerClient> | undefined,
): Promise<Forked> {
  const prepared = await prepareFork(house, request);
  const threadId = house.newThreadId();
  const launchIt = () => launchFork(house, threadId, prepared, request, reaching);
  const { from } = prepared.files.files;
  return from === "user" || from === "none" ? launchIt() : whileStarting(house, threadId, launchIt);
}

async function launchFork(
  house: House,
  threadId: ThreadId,
  prepared: PreparedFork,
  request: ForkRequest,
  reaching: Promise<WorkerClient> | undefined,
): Promise<Forked> {
  const { source, start, history, kept, yields, bundle, changed, isBranch } = prepared;
  const { startsOver, reasked, files } = prepared;
  const trees = await takeStates(house, threadId, source, start, files, Math.max(yields, prepared.touched));
  const state = trees.at(-1);
  const workspace = forkWorkspace(house, threadId, start, state);
  const others = startersOf(start).filter((actor) => actor !== house.actor);
  const forked: StartRecord = {
    name: start.name,
    hash: bundle.id,
    sha256: bundle.sha256,
    threadId,
    parameters: {
      ...parametersOf(start, request),
      ...(workspace === undefined ? {} : { workspace }),
    },
    initiator: { type: "manual", actor: house.actor },
    timestamp: house.clock.now(),
    forkFrom: {
      threadId: start.threadId,
      hash: start.hash,
      steps: kept,
      ...(history.length === kept ? {} : { lines: history.length }),
      ...(changed ? { changed: true as const } : {}),
      ...(others.length === 0 ? {} : { startedBy: others }),
    },
  };
  const branch = { kind: "control" as const, action: "branch" as const, at: yields + 1, steps: kept };
  const known = trees.map(({ timestamp: _timestamp, ...tree }) => tree);
  const taken = { lines: history, added: isBranch ? [...known, branch] : known };
  await putFiles(house, threadId, state);
  const started = await launch(house, forked, taken, reaching);
  const warnings = [
    ...(startsOver ? [STARTS_OVER] : []),
    ...missing(state),
    ...(reasked === null ? [] : [`${reasked.stepId} is asked again: ${reasked.why}`]),
  ];
  return { ...started, kept, warnings };
}

/** Files the origin had and the fork has not. */
function missing(state: KeptState | undefined): string[] {
  return (state?.unkept ?? []).map(({ path, why }) => `not among the files of the fork: ${path} (${why})`);
}

export type PreparedFork = {
  source: ThreadPlace;
  start: StartRecord;
  /** The lines it takes over, how many of them are steps, and the yields they stand for. */
  history: ReadLine[];
  kept: number;
  yields: number;
  lines: ForkLines<ReadLine>;
  /** What it begins with, and the last yield among its lines that may have changed files. */
  files: PreparedFiles;
  touched: number;
  /** Finished effects are among them that are found again by what they did. */
  isBranch: boolean;
  bundle: StoredBundle;
  isStrict: boolean;
  /** It keeps steps, and its code begins with the first of them all the same. */
  startsOver: boolean;
  changed: boolean;
  reasked: Reasked | null;
};

/** Everything about a fork that can be known before anything is written. */
export async function prepareFork(house: House, request: ForkRequest): Promise<PreparedFork> {
  if (request.prompt !== undefined) checkPrompt(request.prompt);
  const source = findThread(house, request.thread);
  const { start, lines, ranOut } = readSource(source);
  const wanted = keptOf(lines, request, ranOut);
  const bundle = await bundleOf(house, start, request.bundle);
  const facts = getFacts(databaseOf(house), bundle);
  const isStrict = facts?.descriptor?.determinism === "strict";
  const startsOver = facts?.readsSteps === false && !isStrict && wanted > 0;
  const isOther = bundle.id !== start.hash;
  const changed = isOther || isAskedOtherwise(start, request);
  const asked = findAskedAgain(lines, wanted, {
    changed,
    isStrict,
    starters: [house.actor, ...startersOf(start)],
  });
  assertDoubtsKept(source.threadId, lines, wanted, { isOther, isCut: asked !== null, startsOver });
  const kept = asked?.at.steps ?? wanted;
  const point = { kept, before: asked?.at.n ?? null };
  await limitFiles(house, source, start, lines, point);
  const taken = asked === null ? lines.takenOver(wanted, isOther) : lines.takenOverBefore(asked.at, wanted);
  const { lines: history, yields, isBranch } = taken;
  // What was answered there is not asked again, so it has to be true.
  if (history.length > kept) await assertReceipts(source.path, house.layout.sealKey);
  const files = await prepareFiles(house, source, start, lines, { ...point, history, yields });
  const touched = lines.lastTouch(history);
  const reasked = asked?.reasked ?? null;
  const prepared = { source, start, history, kept, yields, lines, files, touched, isBranch };
  return { ...prepared, bundle, isStrict, startsOver, changed, reasked };
}

function isAskedOtherwise({ parameters }: StartRecord, { prompt, variables }: ForkRequest): boolean {
  if (prompt !== undefined && prompt !== parameters.prompt) return true;
  return Object.entries(variables ?? {}).some(([name, value]) => parameters.variables?.[name] !== value);
}

const STARTS_OVER =
  "this bundle never reads `input.steps`: the fork keeps the steps in its journal, but the code starts from the beginning";

/**
 * With other code, of a thread whose budget was used up, and while nobody knows what became of an effect, there is no step
 * to try again: everything finished is kept unless a point is named.
 */
function keptOf(lines: ForkLines<ReadLine>, request: ForkRequest, ranOut: boolean): number {
  const hasPoint = request.fromRole !== undefined || request.fromStep !== undefined;
  const isWhole = request.bundle !== undefined || ranOut || lines.doubts.length > 0;
  if (isWhole && !hasPoint) return lines.steps.length;
  return stepsToKeep(lines.steps, request);
}

/** `ranOut`: its budget ended it. */
type Source = { start: StartRecord; lines: ForkLines<ReadLine>; ranOut: boolean };

function readSource(place: ThreadPlace): Source {
  const lines = new ForkLines<ReadLine>();
  let start: StartRecord | undefined;
  let ranOut = false;
  readJournal(place.path, (line) => {
    if (line.seq === 1) start = line.record as StartRecord;
    else lines.take(line);
    if (!line.isRole && isOutOfBudget(line.record)) ranOut = true;
  });
  if (start === undefined)
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} has no start line; nothing ever ran`,
    );
  return { start, lines, ranOut };
}

function isOutOfBudget(record: JournalRecord): boolean {
  return "kind" in record && record.kind === "result" && record.error?.code === "WORKFLOW_BUDGET_EXCEEDED";
}

async function bundleOf(house: House, start: StartRecord, asked: string | undefined): Promise<StoredBundle> {
  if (asked === undefined) return getBundle(house.layout, start.hash, start.sha256);
  const { findBundle } = await import("./find-bundle.ts");
  return findBundle(house, asked);
}

function parametersOf({ parameters }: StartRecord, request: ForkRequest): StartRecord["parameters"] {
  const { prompt, options, variables } = parameters;
  const isSame = request.variables === undefined;
  return {
    ...parameters,
    ...(isSame ? {} : { variables: { ...variables, ...request.variables } }),
    prompt: request.prompt ?? prompt,
    options: { ...options, maxRounds: request.maxRounds ?? options.maxRounds },
    ...limitsOf(parameters, request),
  };
}

function limitsOf(
  { limits }: StartRecord["parameters"],
  request: ForkRequest,
): Pick<StartRecord["parameters"], "limits"> {
  const given = request.limits ?? {};
  return Object.keys(given).length === 0 ? {} : { limits: { ...limits, ...given } };
}

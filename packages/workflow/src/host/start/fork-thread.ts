// fork: a new thread with a copied prefix, from which it goes its own way.
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { type KeptState, type ResultRecord, type StartRecord, startersOf } from "#contract/record.ts";
import { reachWorker } from "#control/start-worker.ts";
import type { WorkerClient } from "#control/worker-client.ts";
import { assertReceipts } from "#journal/check-receipts.ts";
import { type ReadLine, readJournal } from "#journal/read-journal.ts";
import { chooseCut, type ForkPoint } from "#replay/choose-cut.ts";
import { type Cut, ForkLines, type TakenOver } from "#replay/fork-lines.ts";
import { getFacts, type StoredBundle } from "#store/bundle-store.ts";
import { findThread, type ThreadPlace } from "../open/find-thread.ts";
import { assertRuntimeEnabled } from "../open/runtime-enabled.ts";
import type { Store } from "../open/store.ts";
import { databaseOf } from "../open/store-database.ts";
import { assertPerformable } from "./assert-performable.ts";
import { describeFork, keptFailures, leftDoubts } from "./describe-fork.ts";
import { codeOf } from "./fork-code.ts";
import { ELSEWHERE, elsewhere, filesElsewhere, withFolder } from "./fork-elsewhere.ts";
import {
  forkWorkspace,
  limitFiles,
  type PreparedFiles,
  prepareFiles,
  putFiles,
  takeStates,
} from "./fork-files.ts";
import { assertDoubtsKept, findAskedAgain, type Reasked } from "./fork-rules.ts";
import { assertOutsideStore, type OtherFolder } from "./read-workspace.ts";
import { checkPrompt, checkReferences, launch, type StartedThread, whileStarting } from "./start-thread.ts";

export type ForkRequest = ForkPoint & {
  thread: string;
  prompt?: string | undefined;
  maxRounds?: number | undefined;
  /** These instead of the origin's, or besides them. */
  variables?: Record<string, string> | undefined;
  /** Other code: a workflow's name, a bundle's id, or a file. */
  bundle?: string | undefined;
  /** Not the newer version of its workflow, where a thread that failed would take that. */
  sameCode?: boolean | undefined;
  /** Everything finished is kept, however its origin ended. */
  isRetry?: boolean | undefined;
  /** Instead of those of its origin. */
  limits?: StartRecord["parameters"]["limits"] | undefined;
  /** Another folder than its origin's. */
  workspace?: OtherFolder | undefined;
};
export type Forked = StartedThread & { kept: number; warnings: string[]; notes: string[] };

export async function forkThread(
  store: Store,
  request: ForkRequest,
  threadId: ThreadId = store.newThreadId(),
): Promise<Forked> {
  await assertRuntimeEnabled(store);
  const prepared = await prepareFork(store, request);
  await assertPerformable(store, prepared.bundle);
  // It boots while we copy.
  const reaching = reachWorker(store, prepared.bundle.id);
  reaching.catch(() => {});
  try {
    const launchIt = () => launchFork(store, threadId, prepared, request, reaching);
    const { from } = prepared.files.files;
    return await (from === "user" || from === "none" ? launchIt() : whileStarting(store, threadId, launchIt));
  } catch (error) {
    // It was started for nothing, and leaves when it is told.
    (await reaching.catch(() => null))?.close();
    throw error;
  }
}

async function launchFork(
  store: Store,
  threadId: ThreadId,
  prepared: PreparedFork,
  request: ForkRequest,
  reaching: Promise<WorkerClient>,
): Promise<Forked> {
  const { source, start, taken, bundle, changed, reasked, files, other } = prepared;
  const { lines: history, steps: kept, yields, isBranch } = taken;
  const trees = await takeStates(store, threadId, source, start, files, Math.max(yields, prepared.touched));
  const state = trees.at(-1);
  const workspace =
    other === null ? forkWorkspace(store, threadId, start, state) : other === "own" ? undefined : other;
  const others = startersOf(start).filter((actor) => actor !== store.actor);
  const forked: StartRecord = {
    name: start.name,
    hash: bundle.id,
    sha256: bundle.sha256,
    threadId,
    parameters: withFolder(parametersOf(start, request), workspace),
    initiator: { type: "manual", actor: store.actor },
    timestamp: store.clock.now(),
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
  // What the fork begins with is its state before its first yield, wherever its origin kept it.
  const known = trees.map(({ timestamp: _timestamp, ...tree }) => ({
    ...tree,
    at: Math.min(tree.at, yields),
  }));
  const copied = { lines: history, added: isBranch ? [...known, branch] : known };
  await putFiles(store, threadId, state);
  const started = await launch(store, forked, copied, reaching);
  const warnings = [
    ...(prepared.startsOver ? [STARTS_OVER] : []),
    ...(prepared.beginsAnew ? [BEGINS_ANEW] : []),
    ...missing(state),
    ...(other === null ? [] : [ELSEWHERE]),
    ...(reasked === null ? [] : [`${reasked.stepId} is asked again: ${reasked.why}`]),
    ...keptFailures(prepared),
    ...leftDoubts(prepared),
  ];
  return { ...started, kept, warnings, notes: describeFork(prepared) };
}

/** Files the origin had and the fork has not. */
function missing(state: KeptState | undefined): string[] {
  return (state?.unkept ?? []).map(({ path, why }) => `not among the files of the fork: ${path} (${why})`);
}

export type PreparedFork = {
  source: ThreadPlace;
  start: StartRecord;
  /** How its origin ended. */
  ended: ResultRecord["status"] | null;
  lines: ForkLines<ReadLine>;
  cut: Cut;
  /** The lines it takes over. */
  taken: TakenOver<ReadLine>;
  /** What it begins with, and the last yield among its lines that may have changed files. */
  files: PreparedFiles;
  touched: number;
  bundle: StoredBundle;
  /** Its code is a newer version of the workflow, taken because the origin failed with the older one. */
  isNewer: boolean;
  /** The folder it works in, when that is not its origin's. */
  other: ReturnType<typeof elsewhere>;
  /** It keeps steps, and its code begins with the first of them all the same. */
  startsOver: boolean;
  /** It cannot go on behind steps, so it keeps none, and finds again what was finished. */
  beginsAnew: boolean;
  changed: boolean;
  reasked: Reasked | null;
};

/** Everything about a fork that can be known before anything is written. */
export async function prepareFork(store: Store, request: ForkRequest): Promise<PreparedFork> {
  if (request.prompt !== undefined) checkPrompt(request.prompt);
  checkReferences(request);
  const source = findThread(store, request.thread);
  const { start, lines, ended, ranOut } = readSource(source);
  // What failed is tried again; see C38 of the requirements.
  const hasPoint = request.fromRole !== undefined || request.fromStep !== undefined;
  const isRetry = request.isRetry === true || (ended === "failed" && !hasPoint);
  const { bundle, isNewer } = await codeOf(store, start, request, isRetry);
  const isOther = bundle.id !== start.hash;
  const isWhole = isRetry || request.bundle !== undefined || ranOut || lines.doubts.length > 0;
  const wanted = within(chooseCut(lines, request, isWhole), isOther);
  const facts = getFacts(databaseOf(store), bundle);
  const isStrict = facts?.descriptor?.determinism === "strict";
  const startsOver = facts?.readsSteps === false && !isStrict && lines.takenOver(wanted).steps > 0;
  const isOtherwise = isAskedOtherwise(start, request);
  const other = elsewhere(start, request.workspace);
  const asked = findAskedAgain(lines, wanted.keep, {
    changed: isOtherwise || (isOther && !isNewer),
    isStrict,
    isElsewhere: other !== null,
    starters: [store.actor, ...startersOf(start)],
  });
  assertDoubtsKept(source.threadId, lines, wanted, { isOther, isCut: asked !== null, startsOver });
  const beginsAnew = startsOver && isRetry;
  const chosen = beginsAnew ? { ...wanted, keep: 0, find: Infinity } : wanted;
  const cut = asked === null || beginsAnew ? chosen : before(asked.at.n, wanted, lines);
  if (other !== null && other !== "own") assertOutsideStore(store.layout, other);
  if (other === null) await limitFiles(store, source, start, lines, cut);
  const taken = lines.takenOver(cut);
  // What was answered there is not asked again, so it has to be true.
  if (taken.lines.length > taken.steps) await assertReceipts(source.path, store.layout.sealKey);
  const files =
    other === null ? await prepareFiles(store, source, start, lines, cut, taken) : filesElsewhere(other);
  return {
    ...{ source, start, ended, lines, cut, taken, files, bundle, isNewer, other },
    startsOver: startsOver && !beginsAnew,
    beginsAnew,
    touched: lines.files.lastTouch(taken.lines),
    changed: isOther || isOtherwise,
    reasked: asked?.reasked ?? null,
  };
}

/** Other code finds again whatever was finished, wherever that stands. */
function within(cut: Cut, isOther: boolean): Cut {
  return isOther ? { ...cut, find: Infinity } : cut;
}

/** The question at that yield is asked again: of what was to be kept behind it, only what was read is found again. */
function before(n: number, { keep, find, redo }: Cut, lines: ForkLines<ReadLine>): Cut {
  const isLess = find === Infinity ? Infinity : Math.max(keep, find);
  return { keep: n - 1, find: Math.min(isLess, lines.last), ...(redo === undefined ? {} : { redo }) };
}

function isAskedOtherwise({ parameters }: StartRecord, { prompt, variables }: ForkRequest): boolean {
  if (prompt !== undefined && prompt !== parameters.prompt) return true;
  return Object.entries(variables ?? {}).some(([name, value]) => parameters.variables?.[name] !== value);
}

const STARTS_OVER =
  "this bundle never reads `input.steps`: the fork keeps the steps in its journal, but the code starts from the beginning";
const BEGINS_ANEW =
  "this bundle never reads `input.steps`: its code begins anew. Its finished effects are found again, but what stands behind a question is done again";

/** `ranOut`: its budget ended it. */
type Source = Pick<PreparedFork, "start" | "lines" | "ended"> & { ranOut: boolean };

function readSource(place: ThreadPlace): Source {
  const lines = new ForkLines<ReadLine>();
  let start: StartRecord | undefined;
  let result: ResultRecord | null = null as ResultRecord | null;
  readJournal(place.path, (line) => {
    if (line.seq === 1) start = line.record as StartRecord;
    else lines.take(line);
    if (!line.isRole && "kind" in line.record && line.record.kind === "result") result = line.record;
  });
  if (start === undefined)
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} has no start line; nothing ever ran`,
    );
  const ranOut = result?.error?.code === "WORKFLOW_BUDGET_EXCEEDED";
  return { start, lines, ended: result?.status ?? null, ranOut };
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

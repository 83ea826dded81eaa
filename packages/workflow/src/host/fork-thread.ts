// fork: a new thread with a copied prefix, from which it goes its own way.
import { WorkflowError } from "#contract/errors.ts";
import type { StartRecord } from "#contract/record.ts";
import { reachWorker } from "#control/start-worker.ts";
import type { WorkerClient } from "#control/worker-client.ts";
import { type ReadLine, readJournal } from "#journal/read-journal.ts";
import { type ForkPoint, stepsToKeep } from "#replay/choose-steps.ts";
import { collectSteps } from "#replay/fold-thread.ts";
import { getBundle, getFacts } from "#store/bundle-store.ts";
import { findThread, type ThreadPlace } from "./find-thread.ts";
import type { House } from "./house.ts";
import { databaseOf } from "./house-database.ts";
import { checkPrompt, launch, type StartedThread } from "./start-thread.ts";

export type ForkRequest = ForkPoint & {
  thread: string;
  prompt?: string | undefined;
  maxRounds?: number | undefined;
};
export type Forked = StartedThread & { kept: number; warnings: string[] };

export async function forkThread(house: House, request: ForkRequest): Promise<Forked> {
  if (request.prompt !== undefined) checkPrompt(request.prompt);
  const source = findThread(house, request.thread);
  // It boots while we read and copy.
  const reaching = reachWorker(house, source.hash);
  try {
    return await forkFrom(house, source, request, reaching);
  } catch (error) {
    // It was started for nothing, and leaves when it is told.
    (await reaching.catch(() => null))?.close();
    throw error;
  }
}

async function forkFrom(
  house: House,
  source: ThreadPlace,
  request: ForkRequest,
  reaching: Promise<WorkerClient>,
): Promise<Forked> {
  const { start, lines } = readSource(source);
  const kept = stepsToKeep(lines, request);
  const bundle = getBundle(house.layout, start.hash, start.sha256);
  const facts = getFacts(databaseOf(house), bundle);
  const forked: StartRecord = {
    name: start.name,
    hash: start.hash,
    sha256: start.sha256,
    threadId: house.newThreadId(),
    parameters: parametersOf(start, request),
    timestamp: house.clock.now(),
    forkFrom: { threadId: source.threadId, hash: start.hash, steps: kept },
  };
  const started = await launch(house, forked, lines.slice(0, kept), reaching);
  return { ...started, kept, warnings: facts?.readsSteps === false && kept > 0 ? [STARTS_OVER] : [] };
}

const STARTS_OVER =
  "this bundle never reads `input.steps`: the fork keeps the steps in its journal, but the code starts from the beginning";

/** The start record and the lines of the steps that count. */
function readSource(place: ThreadPlace): { start: StartRecord; lines: ReadLine[] } {
  const lines: ReadLine[] = [];
  let start: StartRecord | undefined;
  readJournal(place.path, (line) => {
    if (line.seq === 1) start = line.record as StartRecord;
    collectSteps(lines, line, () => line);
  });
  if (start === undefined)
    throw new WorkflowError(
      "STATE_INVALID",
      `the thread ${place.threadId} has no start line; nothing ever ran`,
    );
  return { start, lines };
}

function parametersOf({ parameters }: StartRecord, request: ForkRequest): StartRecord["parameters"] {
  const { prompt, options } = parameters;
  return {
    ...parameters,
    prompt: request.prompt ?? prompt,
    options: { ...options, maxRounds: request.maxRounds ?? options.maxRounds },
  };
}

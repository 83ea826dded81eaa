// Runs a thread's code once more against its record: no executor, no journal, nothing is written.
import { plainJson } from "#codec/plain-json.ts";
import type { BundleFacts } from "#contract/descriptor.ts";
import type { Divergence } from "#contract/divergence.ts";
import { errorFromReport, WorkflowError } from "#contract/errors.ts";
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { Opened, Replayed, Routine, Turn } from "#contract/ports.ts";
import type { ResultRecord, StartRecord } from "#contract/record.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
import { outcomeOfReturn } from "#engine/check-result.ts";
import { pairUp, shapeOfTurn } from "#engine/compare-yield.ts";
import { divergence } from "#engine/divergence.ts";
import { answeredYields, replayedOf } from "#engine/repeat-list.ts";
import { assertReceipts } from "#journal/check-receipts.ts";
import { readJournal } from "#journal/read-journal.ts";
import type { PlannedFork, ReplayedThread } from "#protocol/repeat-messages.ts";
import { BundlePool } from "#realm/bundle-pool.ts";
import { answerOf } from "#replay/answer-of.ts";
import { emptyFold, type ThreadFold } from "#replay/fold-thread.ts";
import { type RecordedEpoch, RecordedEpochs } from "#replay/recorded-epochs.ts";
import type { RecordedYield } from "#replay/recorded-yields.ts";
import { inputOf, optionsOf } from "#thread/routine-input.ts";

export type ReplayBundle = { file: string; facts: BundleFacts; booted: Worker | null };

export async function replayThread(
  path: string,
  sealKey: string,
  bundle: ReplayBundle,
  rules: AdmissionRules,
): Promise<ReplayedThread> {
  const { fold, epochs } = readRecorded(path);
  if (fold.receipts > 0) await assertReceipts(path, sealKey);
  const start = fold.start as StartRecord;
  const { threadId } = start;
  const pool = openPool(bundle);
  let yields = 0;
  try {
    for (const [index, epoch] of epochs.entries()) {
      const repeat = answeredYields(epoch.yields);
      yields += repeat.length + (epoch.handedOn === undefined ? 0 : 1);
      const input = inputOf(start, noSteps(), epoch.state);
      const opened = await pool.open(index, input, optionsOf(start), repeat.map(replayedOf));
      const routine = routineIn(opened);
      const found = await compareAll(routine, repeat, rules, epoch, fold);
      if (found !== null) return { threadId, status: "diverged", yields, divergence: inEpoch(epoch, found) };
      pool.drop(index);
    }
    return { threadId, status: "identical", yields, divergence: null };
  } finally {
    pool.endAll();
  }
}

function inEpoch({ epoch }: RecordedEpoch, found: Divergence): Divergence {
  return epoch === 0 ? found : { ...found, epoch };
}

/** The thread's code, about to repeat; `end` ends it. */
export async function openReplayRoutine(
  bundle: ReplayBundle,
  fold: ThreadFold,
  replay: Replayed[],
  { prompt, variables }: Partial<PlannedFork> = {},
): Promise<{ routine: Routine; end: () => void }> {
  const pool = openPool(bundle);
  const start = fold.start as StartRecord;
  const input = inputOf(start, noSteps(), fold.epochState);
  const asked = {
    ...input,
    ...(prompt === undefined ? {} : { prompt }),
    ...(variables === undefined ? {} : { variables: { ...input.variables, ...variables } }),
  };
  const routine = routineIn(await pool.open(1, asked, optionsOf(start), replay));
  return { routine, end: () => pool.endAll() };
}

/** Throws when there is none: code that does not load repeats nothing. */
function routineIn(opened: Opened): Routine {
  if ("routine" in opened) return opened.routine;
  if ("failed" in opened) throw errorFromReport(opened.failed);
  throw new WorkflowError("WORKFLOW_FAILED", "the Worker of the code ended while it was opened");
}

/** Null when everything that was recorded came again. */
async function compareAll(
  routine: Routine,
  repeat: RecordedYield[],
  rules: AdmissionRules,
  epoch: RecordedEpoch,
  fold: ThreadFold,
): Promise<Divergence | null> {
  const stepsBefore = (count: number) => repeat.slice(0, count).filter((item) => "body" in item).length;
  let answer: unknown;
  for (;;) {
    const turn = await withDeadline(routine.next(answer));
    if (turn.at === undefined)
      return compareEnd(turn, epoch.yields[repeat.length], epoch, rules, fold.result, {
        n: repeat.length + 1,
        steps: stepsBefore(repeat.length),
      });
    const recorded = repeat[turn.at] as RecordedYield;
    const { expected, actual, isSame } = await pairUp(recorded, turn, rules);
    if (!isSame || !("state" in recorded))
      return divergence(recorded.n, stepsBefore(turn.at), expected, actual);
    answer = answerOf(recorded.state);
  }
}

/** What follows the last answered yield: the one that is open, `continue`, the result, or (interrupted) whatever comes. */
async function compareEnd(
  turn: Turn,
  open: RecordedYield | undefined,
  { handedOn }: RecordedEpoch,
  rules: AdmissionRules,
  result: ResultRecord | null,
  { n, steps }: { n: number; steps: number },
): Promise<Divergence | null> {
  if (open !== undefined) {
    const { expected, actual, isSame } = await pairUp(open, turn, rules);
    return isSame ? null : divergence(n, steps, expected, actual);
  }
  const expected = handedOn === undefined ? endOf(result) : { do: "continue", state: handedOn };
  if (expected === null) return null;
  const actual = handedOn === undefined ? turnEnd(turn) : shapeOfTurn(turn);
  return plainJson(expected) === plainJson(actual) ? null : divergence(n, steps, expected, actual);
}

type End = { returnCode: number; summary: string } | { threw: string } | { yielded: string };

/** How the generator ended by itself; null when somebody, or a limit, ended it. */
function endOf(result: ResultRecord | null): End | null {
  if (result === null || result.reachedMaxRounds) return null;
  const { status, returnCode, summary, error } = result;
  if (status === "completed" || error?.details?.returnCode !== undefined) return { returnCode, summary };
  return status === "failed" && error?.code === "WORKFLOW_FAILED" ? { threw: error.message } : null;
}

function turnEnd(turn: Turn): End {
  if (turn.type === "yield") return { yielded: turn.json };
  if (turn.type === "gone") return { threw: "its Worker ended" };
  if (turn.type !== "return") return { threw: turn.error.message };
  const { returnCode, summary } = outcomeOfReturn(JSON.parse(turn.json));
  return { returnCode, summary };
}

function readRecorded(path: string): { fold: ThreadFold; epochs: RecordedEpoch[] } {
  const fold = emptyFold();
  const epochs = new RecordedEpochs(fold);
  readJournal(path, (line) => epochs.take(line));
  return { fold, epochs: epochs.all };
}

/** Made anew each time: its bytes go over to the Worker for good. */
function noSteps(): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode("[]");
}

function openPool(bundle: ReplayBundle): BundlePool {
  const { file, facts, booted } = bundle;
  // It serves the first thread; those after it get one of their own.
  bundle.booted = null;
  const stepBytes = facts.descriptor?.limits?.stepBytes ?? LIMITS.stepBytes;
  const ignore = () => {};
  return new BundlePool(
    { file, stepBytes },
    { exited: ignore, said: ignore, guilty: ignore, bereft: ignore },
    booted,
  );
}

/** Code that waits for something else than its yields is not strict; it is not waited for for ever. */
export async function withDeadline(turn: Promise<Turn>): Promise<Turn> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new WorkflowError("TIMEOUT", `the code did not come back within ${TIMES.blockedMs} ms`)),
      TIMES.blockedMs,
    );
  });
  try {
    const taken = await Promise.race([turn, late]);
    if (taken.type === "gone") throw new WorkflowError("WORKFLOW_FAILED", "the code ended its Worker");
    return taken;
  } finally {
    clearTimeout(timer);
  }
}

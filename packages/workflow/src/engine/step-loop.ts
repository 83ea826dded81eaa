// The only loop: asks the generator for its next yield, makes it durable, asks again. It knows no file and no process.
//
// LOOP-1. A step is durable before the generator is asked for the next one; so is the answer to a command.
// LOOP-2. Rounds, then steps, then the budget are checked before the generator runs on, so nothing is paid for beyond a limit.
// LOOP-3. A throw, a bad yield and a bad return are each a typed outcome. How the loop is left, too, is a value: it rejects only
//     with an error.
// LOOP-4. A yield that was recorded before is not done again: the generator repeats it and is given the recorded answer.
import type { ErrorReport } from "#contract/errors.ts";
import type { Clock, Durable, Left, Routine, Turn } from "#contract/ports.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import { after } from "./after.ts";
import { outcomeOfReturn } from "./check-result.ts";
import { classifyYield } from "./classify-yield.ts";
import { endedAtRounds, failedWith, type Outcome } from "./outcome.ts";

export type Bounds = {
  /** Role outputs already there, from before a resume or taken over by a fork. */
  rounds: number;
  /** Yields already there: what the generator does next is counted from here. */
  yields: number;
  roundsMax: number;
  /** Yields in all. */
  stepsMax: number;
  /** How the thread ends when it has spent what it may. */
  over?(): Outcome | null;
  /** Whether a role output fits; the check may take long, and the thread be stopped meanwhile. */
  checkRole?: ((output: RoleOutput) => Promise<ErrorReport | Left | null>) | undefined;
  /** How long `finally` blocks may run when the loop ends the generator itself. */
  closeMs: number;
  clock?: Clock | undefined;
};

export type LoopEnd = { ends: Outcome } | Left;

export async function stepLoop(routine: Routine, durable: Durable, bounds: Bounds): Promise<LoopEnd> {
  let { rounds, yields } = bounds;
  let answer: unknown;
  let isLive = false;
  for (;;) {
    const wait = durable.gate();
    if (wait !== undefined) {
      const left = await wait;
      if (left !== undefined) return left;
    }
    if (rounds >= bounds.roundsMax) return endAtRounds(routine, durable, bounds);
    if (yields >= bounds.stepsMax) return failAtSteps(routine, durable, bounds);
    const spent = bounds.over?.() ?? null;
    if (spent !== null) return close(routine, durable, bounds, spent);
    const turn = await routine.next(answer, isLive);
    if (turn.at !== undefined) {
      const compared = await durable.compare(turn);
      if ("answer" in compared) {
        answer = compared.answer;
        continue;
      }
      if (!("yields" in compared)) return compared;
      yields = compared.yields;
      rounds = compared.steps;
      isLive = true;
    }
    if (turn.type !== "yield") return endOf(turn, yields + 1, durable);
    const yielded = classifyYield(JSON.parse(turn.json));
    if (yielded.type === "refused") {
      const left = durable.ended(yields + 1, turn);
      return left ?? reject(routine, durable, bounds, { n: yields + 1, error: yielded.error });
    }
    yields += 1;
    if (yielded.type === "role") {
      const misfit = (await bounds.checkRole?.(yielded.output)) ?? null;
      if (misfit !== null && !("code" in misfit)) return misfit;
      if (misfit !== null) return reject(routine, durable, bounds, { n: yields, error: misfit });
      const left = await durable.step(turn.json, yields);
      if (left !== undefined) return left;
      rounds += 1;
      answer = undefined;
    } else {
      const performed = await durable.perform(turn.json, yields);
      if ("answer" in performed) answer = performed.answer;
      else if ("ends" in performed) return close(routine, durable, bounds, performed.ends);
      else return performed;
    }
  }
}

/** The generator returned, threw, or is gone. */
function endOf(turn: Exclude<Turn, { type: "yield" }>, n: number, durable: Durable): LoopEnd {
  if (turn.type === "gone") return goneBy(turn);
  const left = durable.ended(n, turn);
  if (left !== undefined) return left;
  return { ends: turn.type === "return" ? outcomeOfReturn(JSON.parse(turn.json)) : failedWith(turn.error) };
}

function goneBy({ how }: Turn & { type: "gone" }): Left {
  return how === "lost" ? { lost: true } : { stopped: true };
}

/**
 * Lets `finally` blocks run; role outputs they yield are recorded, commands are refused. Bounded in time and number.
 * Returns how the thread is left, when that came in between.
 */
export async function closeRoutine(
  routine: Routine,
  durable: Durable,
  closeMs: number,
  clock?: Clock,
  rejected?: Rejected,
): Promise<Left | undefined> {
  durable.rest();
  const closing: Closing = { rejected: rejected ?? null, isOver: false };
  const end = Promise.withResolvers<undefined>();
  const disarm = after(clock, closeMs, () => end.resolve(undefined));
  try {
    return await Promise.race([drain(routine, durable, closing), end.promise]);
  } finally {
    closing.isOver = true;
    disarm();
  }
}

const FINALLY_YIELDS_MAX = 16;
const NO_POSITION = 0;

/** A yield that ends the thread, and that no line tells of. */
type Rejected = { n: number; error: ErrorReport };
type Closing = { rejected: Rejected | null; isOver: boolean };

async function drain(routine: Routine, durable: Durable, closing: Closing): Promise<Left | undefined> {
  let turn: Turn = await routine.close();
  for (let count = 0; turn.type === "yield" && count < FINALLY_YIELDS_MAX; count++) {
    const yielded = classifyYield(JSON.parse(turn.json));
    // The thread ends meanwhile: nothing may stand behind its result.
    if (closing.isOver) return undefined;
    if (yielded.type === "role") {
      const { rejected } = closing;
      closing.rejected = null;
      // Without it a thread that dies now would go on behind the step.
      if (rejected !== null) await durable.reject(rejected.n, rejected.error);
      if (closing.isOver) return undefined;
      const left = await durable.step(turn.json, NO_POSITION);
      if (left !== undefined) return left;
    }
    turn = await routine.next(undefined, true);
  }
  return turn.type === "gone" ? goneBy(turn) : undefined;
}

function endAtRounds(routine: Routine, durable: Durable, bounds: Bounds): Promise<LoopEnd> {
  return close(routine, durable, bounds, endedAtRounds(bounds.roundsMax));
}

function failAtSteps(routine: Routine, durable: Durable, bounds: Bounds): Promise<LoopEnd> {
  const message = `the thread reached its limit of ${bounds.stepsMax} steps`;
  return close(routine, durable, bounds, failedWith({ code: "MAX_STEPS_EXCEEDED", message }));
}

async function reject(
  routine: Routine,
  durable: Durable,
  bounds: Bounds,
  rejected: Rejected,
): Promise<LoopEnd> {
  const left = await closeRoutine(routine, durable, bounds.closeMs, bounds.clock, rejected);
  return left ?? { ends: failedWith(rejected.error) };
}

async function close(routine: Routine, durable: Durable, bounds: Bounds, outcome: Outcome): Promise<LoopEnd> {
  const left = await closeRoutine(routine, durable, bounds.closeMs, bounds.clock);
  return left ?? { ends: outcome };
}

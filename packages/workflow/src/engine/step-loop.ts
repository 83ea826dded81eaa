// The only loop: asks the generator for its next yield, makes it durable, asks again. It knows no file and no process.
//
// L1. A step is durable before the generator is asked for the next one.
// L2. Rounds, then steps, are checked before the generator runs on, so nothing is paid for beyond a limit.
// L3. A throw, a bad yield and a bad return are each a typed outcome; the loop rejects only when stopped from outside.
import type { Durable, Routine, Turn } from "#contract/ports.ts";
import { outcomeOfReturn } from "./check-result.ts";
import type { CheckRole } from "./check-role.ts";
import { classifyYield } from "./classify-yield.ts";
import { endedAtRounds, failedWith, type Outcome } from "./outcome.ts";

export type Bounds = {
  /** Role outputs already there, from before a resume or taken over by a fork. */
  rounds: number;
  roundsMax: number;
  stepsMax: number;
  checkRole?: CheckRole | undefined;
  /** How long `finally` blocks may run when the loop ends the generator itself. */
  closeMs: number;
};

export async function stepLoop(routine: Routine, durable: Durable, bounds: Bounds): Promise<Outcome> {
  let rounds = bounds.rounds;
  for (;;) {
    const wait = durable.gate();
    if (wait !== undefined) await wait;
    if (rounds >= bounds.roundsMax) return endAtRounds(routine, durable, bounds);
    if (rounds >= bounds.stepsMax) return failAtSteps(routine, durable, bounds);
    const turn = await routine.next(undefined);
    if (turn.type === "return") return outcomeOfReturn(JSON.parse(turn.json));
    if (turn.type !== "yield") return failedWith(turn.error);
    const refusal = await record(turn, durable, bounds.checkRole);
    if (refusal !== null) return close(routine, durable, bounds, refusal);
    rounds += 1;
  }
}

/** Lets `finally` blocks run; role outputs they yield are recorded, commands are refused. Bounded in time and number. */
export async function closeRoutine(routine: Routine, durable: Durable, closeMs: number): Promise<void> {
  durable.rest();
  const end = Promise.withResolvers<void>();
  const timer = setTimeout(end.resolve, closeMs);
  try {
    await Promise.race([drain(routine, durable), end.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const FINALLY_YIELDS_MAX = 16;

async function drain(routine: Routine, durable: Durable): Promise<void> {
  let turn = await routine.close();
  for (let count = 0; turn.type === "yield" && count < FINALLY_YIELDS_MAX; count++) {
    await record(turn, durable);
    turn = await routine.next(undefined);
  }
}

async function record(
  turn: Turn & { type: "yield" },
  durable: Durable,
  checkRole?: CheckRole,
): Promise<Outcome | null> {
  const yielded = classifyYield(JSON.parse(turn.json));
  if (yielded.type === "refused") return failedWith(yielded.error);
  if (yielded.type === "command") return failedWith(notYet(yielded.command.do));
  const misfit = checkRole?.(yielded.output) ?? null;
  if (misfit !== null) return failedWith(misfit);
  await durable.step(turn.json);
  return null;
}

function notYet(command: string): Parameters<typeof failedWith>[0] {
  return {
    code: "RUNTIME_DISABLED",
    message: `the command "${command.slice(0, 80)}" is not supported by this version of the engine`,
    details: { field: "do" },
  };
}

async function endAtRounds(routine: Routine, durable: Durable, bounds: Bounds): Promise<Outcome> {
  return close(routine, durable, bounds, endedAtRounds(bounds.roundsMax));
}

async function failAtSteps(routine: Routine, durable: Durable, bounds: Bounds): Promise<Outcome> {
  const message = `the thread reached its limit of ${bounds.stepsMax} steps`;
  return close(routine, durable, bounds, failedWith({ code: "MAX_STEPS_EXCEEDED", message }));
}

async function close(routine: Routine, durable: Durable, bounds: Bounds, outcome: Outcome): Promise<Outcome> {
  await closeRoutine(routine, durable, bounds.closeMs);
  return outcome;
}

// Drives a workflow in a unit test: no engine, no files, the same refusals.
//
//   flow yields      a role output -> a step           a command -> `answers`, or a default
//   the drive ends   completed, failed, cancelled (a no), waiting (nobody knows an outcome)
import type { Json } from "#contract/command.ts";
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Options, RoleOutput, ThreadInput, WorkflowResult } from "#contract/workflow.ts";
import { endedAtRounds } from "#engine/outcome.ts";
import { answering } from "./answering.ts";
import { checkCommands, checkResult, checkRoleOutput, isAsking, recordedYield } from "./check-turn.ts";
import type { Answers } from "./find-answer.ts";
import { THREAD_ID } from "./receipts.ts";
import type { DriveEnd } from "./settle.ts";

/** Any function that returns an iterator; an async generator is one. */
export type Flow = (input: ThreadInput, options: Options) => AnyIterator;
type AnyIterator = AsyncIterator<unknown, unknown, unknown> | Iterator<unknown, unknown, unknown>;

export type Drive = {
  prompt: string;
  /** Steps already done: what a resume or a fork would hand over. */
  steps?: readonly RoleOutput[];
  variables?: Record<string, string>;
  state?: Json;
  key?: string;
  maxRounds?: number;
  isDryRun?: boolean;
  answers?: Answers;
};

export type Driven = {
  /** waiting: an outcome nobody knows parked the thread; `result` then says why it waits. */
  status: DriveEnd["status"];
  /** The steps of the thread, the given ones included. Pass some of them to another drive to try a fork. */
  steps: RoleOutput[];
  result: WorkflowResult;
  /** What the generator yielded in this drive, commands included, in order. */
  yields: unknown[];
  /** Why the engine ended it: a denial, a payload that does not fit. */
  error?: ErrorReport;
};

/** A flow that asks for ever would hang the test. */
const YIELDS_MAX = 10_000;

export async function driveWorkflow(flow: Flow, drive: Drive): Promise<Driven> {
  const { maxRounds = LIMITS.roundsMax, isDryRun = false } = drive;
  const options = { isDryRun, maxRounds, threadId: THREAD_ID };
  const steps = (drive.steps ?? []).map((step, i) => checkRoleOutput(step, `given step ${i + 1}`));
  const log: Log = { steps, yields: [] };
  const answer = answering(drive.answers, drive.key);

  let generator = flow(inputOf(drive, structuredClone(steps), drive.state), options);
  let received: unknown;
  for (;;) {
    if (steps.length >= maxRounds) return ended(generator, log, endAtRounds(maxRounds));
    const turn = await generator.next(received);
    if (turn.done) return { ...log, ...checkResult(turn.value) };

    const value = note(turn.value, log);
    received = undefined;
    if (!isAsking(value)) continue;
    if (!Array.isArray(value) && value.do === "continue") {
      await close(generator, log);
      generator = flow(inputOf(drive, [], value.state), options);
      continue;
    }
    const settled = await answer(value, log.yields.length);
    if ("end" in settled) return ended(generator, log, settled.end);
    received = settled.answer;
  }
}

type Log = { steps: RoleOutput[]; yields: unknown[] };

/** As in a thread: a plain one sees exactly `prompt` and `steps`. */
function inputOf({ prompt, variables, key }: Drive, steps: RoleOutput[], state?: Json): ThreadInput {
  return {
    prompt,
    steps,
    ...(variables === undefined ? {} : { variables }),
    ...(key === undefined ? {} : { key }),
    ...(state === undefined ? {} : { state }),
  };
}

/** Checks a yield and keeps a copy of it, as it is now. */
function note(yielded: unknown, { steps, yields }: Log): unknown {
  const what = `yield ${yields.length + 1}`;
  if (yields.length >= YIELDS_MAX)
    throw new WorkflowError("MAX_STEPS_EXCEEDED", `the drive stopped after ${YIELDS_MAX} yields`);
  const value = recordedYield(yielded, what);
  yields.push(value);
  if (isAsking(value)) checkCommands(value, what);
  else steps.push(checkRoleOutput(value, what));
  return value;
}

function endAtRounds(maxRounds: number): DriveEnd {
  const { returnCode, summary } = endedAtRounds(maxRounds);
  return { status: "completed", returnCode, summary, isParked: false };
}

async function ended(generator: AnyIterator, log: Log, end: DriveEnd): Promise<Driven> {
  const { status, returnCode, summary, error, isParked } = end;
  if (!isParked) await close(generator, log);
  return { ...log, status, result: { returnCode, summary }, ...(error === undefined ? {} : { error }) };
}

/** As many as the engine takes from `finally` blocks. */
const FINALLY_YIELDS_MAX = 16;

/** Lets `finally` blocks run. Their role outputs are steps; their commands get no answer. */
async function close(generator: AnyIterator, log: Log): Promise<void> {
  let turn = await generator.return?.();
  for (let count = 0; turn !== undefined && !turn.done && count < FINALLY_YIELDS_MAX; count++) {
    note(turn.value, log);
    turn = await generator.next(undefined);
  }
}

// Drives a workflow in a unit test: no engine, no files, the same refusals.
import type { Command, Commands } from "#contract/command.ts";
import { WorkflowError } from "#contract/errors.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Options, RoleOutput, ThreadInput, WorkflowResult } from "#contract/workflow.ts";
import { endedAtRounds } from "#engine/outcome.ts";
import { checkResult, checkRoleOutput, recorded } from "./check-turn.ts";

/** Any function that returns an iterator; an async generator is one. */
export type Flow = (
  input: ThreadInput,
  options: Options,
) => AsyncIterator<unknown, unknown, unknown> | Iterator<unknown, unknown, unknown>;

export type Drive = {
  prompt: string;
  /** Steps already done: what a resume or a fork would hand over. */
  steps?: readonly RoleOutput[];
  variables?: Record<string, string>;
  maxRounds?: number;
  isDryRun?: boolean;
  /** Answers the n-th command, counted from 0; undefined is no answer. */
  answers?: (command: Command, n: number) => unknown;
};

export type Driven = {
  /** The steps of the thread, the given ones included. Pass some of them to another drive to try a fork. */
  steps: RoleOutput[];
  result: WorkflowResult;
  /** What the generator yielded in this drive, commands included, in order. */
  yields: unknown[];
};

const THREAD_ID = "01KQXKW18CT8G75T53R8F4G7YG";

export async function driveWorkflow(flow: Flow, drive: Drive): Promise<Driven> {
  const { prompt, variables, maxRounds = LIMITS.roundsMax, isDryRun = false } = drive;
  const steps = (drive.steps ?? []).map((step, i) => checkRoleOutput(step, `given step ${i + 1}`));
  const yields: unknown[] = [];
  const answer = answering(drive.answers);

  const input = { prompt, steps: structuredClone(steps), ...(variables === undefined ? {} : { variables }) };
  const generator = flow(input, { isDryRun, maxRounds, threadId: THREAD_ID });
  let stopped: WorkflowResult | undefined;
  let received: unknown;
  while (true) {
    const isAtLimit = steps.length >= maxRounds && stopped === undefined;
    if (isAtLimit) stopped = stoppedAt(maxRounds);
    const turn = isAtLimit ? await generator.return?.(stopped) : await generator.next(received);
    if (turn === undefined || turn.done)
      return { steps, result: stopped ?? checkResult(turn?.value), yields };

    const what = `yield ${yields.length + 1}`;
    const value = recorded(turn.value, what);
    yields.push(value);
    received = isAsking(value) ? await answer(value) : undefined;
    if (!isAsking(value)) steps.push(checkRoleOutput(value, what));
  }
}

function stoppedAt(maxRounds: number): WorkflowResult {
  const { returnCode, summary } = endedAtRounds(maxRounds);
  return { returnCode, summary };
}

function isAsking(value: unknown): value is Commands {
  return Array.isArray(value) ? value.every(isCommand) : isCommand(value);
}

function isCommand(value: unknown): value is Command {
  return typeof value === "object" && value !== null && "do" in value && typeof value.do === "string";
}

/** A list of commands is answered with the list of their answers. */
function answering(answers: Drive["answers"]): (asked: Commands) => Promise<unknown> {
  let n = 0;
  const answer = async (command: Command): Promise<unknown> => {
    const received = await answers?.(command, n++);
    if (received !== undefined) return received;
    throw new WorkflowError("USAGE", `no answer to the command ${JSON.stringify(command)}`, {
      hint: "driveWorkflow(flow, { prompt, answers: (command, n) => ... })",
    });
  };
  return (asked) => (isCommand(asked) ? answer(asked) : Array.fromAsync(asked, answer));
}

// What a thread's generator is given when it is made.
import type { StartRecord } from "#contract/record.ts";
import type { Options } from "#contract/workflow.ts";
import type { ThreadFold } from "#replay/fold-thread.ts";
import type { RoutineInput } from "./messages.ts";

export function inputOf(
  { parameters }: StartRecord,
  { state, epochState }: ThreadFold,
  stepsJson: RoutineInput["stepsJson"],
  isStrict: boolean,
): RoutineInput {
  const { prompt, variables, key } = parameters;
  // What repeats everything begins as it did; what goes on from its steps is given the last checkpoint.
  const known = isStrict ? epochState : state;
  return {
    prompt,
    stepsJson,
    ...(variables === undefined ? {} : { variables }),
    ...(key === undefined ? {} : { key }),
    ...(known === undefined ? {} : { state: known }),
  };
}

export function optionsOf({ threadId, parameters }: StartRecord): Options {
  const { isDryRun, maxRounds } = parameters.options;
  return { isDryRun, maxRounds, threadId };
}

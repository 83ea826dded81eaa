// What a thread's generator is given when it is made.
import type { Json } from "#contract/command.ts";
import type { RoutineInput } from "#contract/ports.ts";
import type { StartRecord } from "#contract/record.ts";
import type { Options } from "#contract/workflow.ts";

export function inputOf(
  { parameters }: StartRecord,
  stepsJson: RoutineInput["stepsJson"],
  state: Json | undefined,
): RoutineInput {
  const { prompt, variables, key } = parameters;
  return {
    prompt,
    stepsJson,
    ...(variables === undefined ? {} : { variables }),
    ...(key === undefined ? {} : { key }),
    ...(state === undefined ? {} : { state }),
  };
}

export function optionsOf({ threadId, parameters }: StartRecord): Options {
  const { isDryRun, maxRounds } = parameters.options;
  return { isDryRun, maxRounds, threadId };
}

// A dry run touches nothing: effects are answered with values of the right shape. What stands in for the answers of other
// commands is in their files.
import type { Stub } from "#commands/command.ts";
import { stubSchema } from "#commands/effect.ts";
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, Executor } from "#contract/effect.ts";
import { givenAnswers } from "./given-answers.ts";

/** `given`: what the user wants the effects to answer; the others get values shaped by their schemas. */
export function simulatedExecutors(
  given: Json[],
  stub: Stub,
): (definition: EffectDefinition) => Promise<Executor> {
  const answers = givenAnswers(given);
  return async (definition) => async (call) => {
    const answer = answers(call);
    if (answer !== undefined) return answer;
    const payload = await stub(stubSchema(definition, call.params));
    return payload === undefined
      ? { status: "error", error: noStub(definition.name) }
      : { status: "ok", payload };
  };
}

export function noStub(what: string) {
  return {
    code: "STUB_NOT_FOUND" as const,
    message: `no value was found that fits the schema of the answer to ${what}: give one with --receipts`,
    retryable: false,
  };
}

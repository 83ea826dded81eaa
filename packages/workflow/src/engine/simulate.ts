// A dry run touches nothing: people say yes, time passes at once, effects are answered with values of the right shape.
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, Executor, JsonSchema } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { CommandRecord, Unstamped } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import type { Leaf } from "#replay/fold-yield.ts";
import { sleepReceipt } from "./due-records.ts";
import { givenAnswers } from "./given-answers.ts";
import type { Identity } from "./intent-id.ts";
import type { Sign } from "./make-receipt.ts";

/** What stands in for the answer of a waiting command. */
export async function simulatedAnswer(
  leaf: Leaf,
  now: number,
  identity: Identity,
  sign: Sign,
  stub: Stub,
): Promise<Unstamped<CommandRecord>[] | { unanswerable: ErrorReport }> {
  const { opening } = leaf;
  if (opening.kind !== "intent") return [];
  const { n, index, id } = opening;
  if (opening.do === "sleep") return [await sleepReceipt(opening, identity, sign)];
  const decision = {
    kind: "decision" as const,
    n,
    index,
    intent: id,
    actor: "dry-run",
    at: new Date(now).toISOString(),
  };
  if (opening.do === "input") {
    const value = opening.defaults ?? (await stub(opening.schema));
    if (value === undefined)
      return {
        unanswerable: {
          code: "STUB_NOT_FOUND",
          message: noAnswer(stepIdAt(opening)),
          hint: GIVE_DEFAULTS,
        },
      };
    return [{ ...decision, decision: "answer", value, simulated: true }];
  }
  // Nothing was really handed over, so nothing is in doubt.
  return [{ ...decision, decision: leaf.isUnknown ? "retry" : "approve", simulated: true }];
}

const GIVE_DEFAULTS = "give the question `defaults`, or a schema that some value fits";

function noAnswer(stepId: string): string {
  return `no answer was found that fits the schema of the question ${stepId}`;
}

export type Stub = (schema: JsonSchema) => Promise<Json | undefined>;

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

/** What its payload has to fit, where nobody performs it. */
export function stubSchema({ simulate, receipt }: EffectDefinition, params: Json): JsonSchema {
  return simulate?.(params) ?? receipt;
}

export function noStub(what: string) {
  return {
    code: "STUB_NOT_FOUND" as const,
    message: `no value was found that fits the schema of the answer to ${what}: give one with --receipts`,
    retryable: false,
  };
}

// Runs inside a Worker of its own: checks a value against a schema, or makes one that fits, one after the other. It may
// take for ever; whoever asked ends the Worker then.
import { check, normalise } from "#effects/check-schema.ts";
import { diceFrom } from "#effects/stub-dice.ts";
import { stubValue } from "#effects/stub-value.ts";
import type { FromSchema, ToSchema } from "#protocol/realm-messages.ts";

const port = globalThis as unknown as {
  postMessage(message: FromSchema): void;
  addEventListener(type: "message", listener: (event: { data: ToSchema }) => void): void;
};

port.addEventListener("message", ({ data }) => port.postMessage(answerTo(data)));

function answerTo(asked: ToSchema): FromSchema {
  const { schema } = asked;
  if ("seed" in asked) {
    const stub = stubValue(schema, asked.seed === null ? null : diceFrom(asked.seed));
    return stub === undefined ? {} : { stub };
  }
  if (asked.isFilled) return { checked: normalise(schema, asked.value) };
  const problem = check(schema, asked.value);
  return { checked: problem === null ? { value: asked.value } : { problem } };
}

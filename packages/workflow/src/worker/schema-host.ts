// Runs inside a Worker of its own: checks a value against a schema, one after the other. It may take for ever; whoever
// asked ends the Worker then.
import { check, normalise } from "#effects/check-schema.ts";
import type { FromSchema, ToSchema } from "./messages.ts";

const port = globalThis as unknown as {
  postMessage(message: FromSchema): void;
  addEventListener(type: "message", listener: (event: { data: ToSchema }) => void): void;
};

port.addEventListener("message", ({ data: { schema, value, isFilled } }) => {
  if (isFilled) return port.postMessage({ checked: normalise(schema, value) });
  const problem = check(schema, value);
  port.postMessage({ checked: problem === null ? { value } : { problem } });
});

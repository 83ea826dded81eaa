// The code that the suite runs. Each uses nothing but its input and the language.
import type { Commands } from "#contract/command.ts";
import type { RoleOutput, WorkflowFn, WorkflowResult } from "#contract/workflow.ts";
import type { SuiteFlow } from "./engine-under-test.ts";

type Code = AsyncGenerator<RoleOutput | Commands, WorkflowResult, unknown>;

const strict = (code: WorkflowFn): SuiteFlow => ({ code, isStrict: true });
const bySteps = (code: WorkflowFn): SuiteFlow => ({ code, isStrict: false });

/** Three steps, of which those that are there are not made again. */
export const THREE_STEPS = bySteps(async function* ({ steps }): Code {
  for (let n = steps.length; n < 3; n++) yield { role: `r${n}`, content: `step ${n}`, meta: {} };
  return { returnCode: 0, summary: "three steps" };
});

/** An effect, a step that holds its receipt, another effect, another step. */
export const RECEIPTS = strict(async function* (): Code {
  const read = yield { do: "effect", effect: "suite/read@1", params: { label: "a" } };
  yield { role: "reader", content: JSON.stringify(read), meta: {} };
  const put = yield { do: "effect", effect: "suite/put@1", params: { label: "b" } };
  yield { role: "writer", content: JSON.stringify(put), meta: {} };
  return { returnCode: 0, summary: "receipts" };
});

export const THROWS = strict(async function* (): Code {
  yield { do: "effect", effect: "suite/put@1", params: { label: "before" } };
  throw new Error("thrown by the bundle");
});

export const ASKS = strict(async function* (): Code {
  const said = yield { do: "approve", prompt: "go on?", onDeny: "deliver" };
  yield { role: "asked", content: JSON.stringify(said), meta: {} };
  return { returnCode: 0, summary: (said as { decision: string }).decision };
});

export const QUESTION = strict(async function* (): Code {
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const answer = yield { do: "input", prompt: "how many?", schema };
  yield { role: "asked", content: JSON.stringify(answer), meta: {} };
  return { returnCode: 0, summary: "answered" };
});

/** Sleeps for an hour, and pays behind it. */
export const SLEEPS = strict(async function* (): Code {
  yield { do: "sleep", ms: 3_600_000 };
  yield { do: "effect", effect: "suite/put@1", params: { label: "late" } };
  return { returnCode: 0, summary: "slept" };
});

export const LIST = strict(async function* (): Code {
  const put = (label: string) => ({ do: "effect", effect: "suite/put@1", params: { label } }) as const;
  const of = ["x", "y", "z"].map(put);
  const answers = (yield of) as { payload: { label: string } }[];
  yield { role: "list", content: answers.map(({ payload }) => payload.label).join(), meta: {} };
  const won = (yield { do: "any", of: [{ do: "sleep", ms: 3_600_000 }, put("x")] }) as { index: number };
  yield { role: "any", content: String(won.index), meta: {} };
  return { returnCode: 0, summary: "lists" };
});

/** Three epochs, each with a step and a state that counts. */
export const EPOCHS = strict(async function* ({ state }): Code {
  const { epoch } = (state ?? { epoch: 0 }) as { epoch: number };
  yield { role: `epoch${epoch}`, content: "", meta: {} };
  yield { do: "effect", effect: "suite/put@1", params: { label: `e${epoch}` } };
  if (epoch < 2) yield { do: "continue", state: { epoch: epoch + 1 } };
  return { returnCode: 0, summary: `epoch ${epoch}` };
});

export const CLEANS_UP = strict(async function* (): Code {
  try {
    yield { do: "effect", effect: "suite/put@1", params: { label: "hangs" } };
    return { returnCode: 0, summary: "done" };
  } finally {
    yield { role: "cleanup", content: "put away", meta: {} };
  }
});

export const PAYS = strict(async function* (): Code {
  const paid = yield { do: "effect", effect: "suite/pay@1", params: { label: "pay" } };
  yield { role: "payer", content: JSON.stringify(paid), meta: {} };
  return { returnCode: 0, summary: "paid" };
});

export const GATED = strict(async function* (): Code {
  yield { do: "effect", effect: "suite/gated@1", params: { label: "gated" } };
  return { returnCode: 0, summary: "allowed" };
});

/** A little of everything that needs nobody: what a crash anywhere may not change. */
export const LONG_WAY = strict(async function* (): Code {
  const label = (n: string) => ({ do: "effect", effect: "suite/put@1", params: { label: n } }) as const;
  yield label("one");
  yield { role: "first", content: "", meta: {} };
  yield [label("two"), label("three")];
  yield { do: "checkpoint", state: { at: 1 } };
  yield { do: "effect", effect: "suite/pay@1", params: { label: "paid" }, onUnknown: "deliver" };
  yield { role: "second", content: "", meta: {} };
  yield label("four");
  return { returnCode: 0, summary: "the long way" };
});

/** The same by steps, so that a fork goes on behind them. */
export const FORKED = bySteps(async function* ({ steps }: { steps: RoleOutput[] }): Code {
  for (let n = steps.length; n < 3; n++) {
    yield { do: "effect", effect: "suite/put@1", params: { label: `s${n}` } };
    yield { role: `r${n}`, content: "", meta: {} };
  }
  return { returnCode: 0, summary: "forked" };
});

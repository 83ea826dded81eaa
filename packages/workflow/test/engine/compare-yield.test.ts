import { expect, test } from "bun:test";
import type { EffectDefinition } from "#contract/effect.ts";
import type { CommandRecord } from "#contract/record.ts";
import { type AdmissionRules, admitYield } from "#engine/admit-yield.ts";
import { isSameYield, shapeOfAsked } from "#engine/compare-yield.ts";
import { foldYield, type YieldState } from "#replay/fold-yield.ts";

const definition: EffectDefinition = {
  name: "test/do@1",
  class: "once",
  risk: "write",
  params: {},
  receipt: {},
  timeoutMs: 1000,
  executor: "test",
  acceptsKey: false,
};
const rules = (other: Partial<EffectDefinition>): AdmissionRules => ({
  declared: new Set(["test/do@1"]),
  find: () => ({ ...definition, ...other }),
  normalise: (_schema, value) => ({ value }),
  misuse: () => null,
  policy: {},
  say: { allowTemperature: false },
  commandsMax: 64,
  stateSchema: undefined,
});
const asked = async (more: object, other: Partial<EffectDefinition> = {}) => {
  const admission = await admitYield(
    { do: "effect", effect: "test/do@1", params: { a: 1 }, ...more },
    rules(other),
  );
  if ("refused" in admission) throw new Error(admission.refused.error.message);
  return admission.asked;
};
const recorded = async (more: object): Promise<YieldState> => {
  const { leaves } = await asked(more);
  const line = {
    kind: "intent",
    n: 1,
    index: 0,
    id: "i",
    origin: "workflow",
    executor: "test",
    timestamp: 1,
  };
  return foldYield(null, { ...line, ...leaves[0]?.asked } as CommandRecord, 2) as YieldState;
};

test("H2: what the catalogue says is no part of what was asked, what the command says is", async () => {
  const other = { class: "read", risk: "admin", timeoutMs: 2000 } as const;
  expect(isSameYield(await recorded({}), await asked({}, other))).toBe(true);
  // A default that is spelled out.
  expect(isSameYield(await recorded({}), await asked({ timeoutMs: 1000, class: "once" }, other))).toBe(true);
  expect(isSameYield(await recorded({ timeoutMs: 5 }), await asked({ timeoutMs: 5 }, other))).toBe(true);
  expect(isSameYield(await recorded({ timeoutMs: 5 }), await asked({ timeoutMs: 6 }))).toBe(false);
  expect(isSameYield(await recorded({}), await asked({ class: "read" }))).toBe(false);
  expect(isSameYield(await recorded({}), await asked({ retry: false }))).toBe(false);
  expect(isSameYield(await recorded({}), await asked({ params: { a: 2 } }, other))).toBe(false);
});

test("H2: a difference is shown beside the catalogue's part as it was then", async () => {
  const shape = shapeOfAsked(
    await asked({ params: { a: 2 } }, { risk: "admin", timeoutMs: 2 }),
    await recorded({}),
  );
  expect(shape).toMatchObject({ params: { a: 2 }, risk: "write", timeoutMs: 1000 });
});

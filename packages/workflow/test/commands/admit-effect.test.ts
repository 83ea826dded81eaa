// Admission of an effect: which stage speaks first, what it says, and what to type next.
import { describe, expect, test } from "bun:test";
import type { AdmissionRules } from "#commands/admission.ts";
import { admitEffect } from "#commands/admit-effect.ts";
import type { EffectCommand, Json } from "#contract/command.ts";
import type { EffectDefinition } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import { TIMES } from "#contract/limits.ts";
import { DEFINITION, NOTHING_FITS, rulesWith } from "./command-rig.ts";

const ask: EffectCommand = { do: "effect", effect: "test/do@1", params: { a: 1 } };
const misused: ErrorReport = { code: "SECRET_MISPLACED", message: "KEY may not go there" };
const misuse = () => misused;
const nobody = { find: () => undefined };
const undeclared = { declared: new Set<string>() };
const denies = { policy: { write: "deny" } } as const;
const admit = (more: Partial<EffectCommand> = {}, rules: Partial<AdmissionRules> = {}) =>
  admitEffect({ ...ask, ...more }, rulesWith(rules));
const defined = (other: Partial<EffectDefinition>) => ({ find: () => ({ ...DEFINITION, ...other }) });

async function asked(more: Partial<EffectCommand> = {}, rules: Partial<AdmissionRules> = {}) {
  const leaf = await admit(more, rules);
  if ("code" in leaf) return expect.unreachable(leaf.message);
  return leaf.asked;
}

describe("AOS-3: each stage is final, and they come in this order", () => {
  const stages: [string, Partial<AdmissionRules>][] = [
    ["EFFECT_NOT_DECLARED", undeclared],
    ["EFFECT_UNKNOWN", nobody],
    ["SECRET_MISPLACED", { misuse }],
    ["SCHEMA_INVALID", NOTHING_FITS],
    ["EFFECT_DENIED", denies],
  ];

  test.each(stages.map(([code], at) => [code, at] as const))(
    "%s goes before everything that comes after it",
    async (code, at) => {
      const rules = Object.assign({}, ...stages.slice(at).map(([, rule]) => rule));
      expect(await admit({}, rules)).toMatchObject({ code });
    },
  );

  test("AOS-8: the params of an undeclared effect are not looked at, nor is the catalogue", async () => {
    const looked: string[] = [];
    await admit(
      {},
      {
        ...undeclared,
        find: () => void looked.push("find") as undefined,
        normalise: (_schema, value) => {
          looked.push("normalise");
          return { value };
        },
      },
    );
    expect(looked).toEqual([]);
  });

  test("secrets are looked for in the params as they will be performed", async () => {
    const seen: Json[] = [];
    const rules = {
      ...defined({ complete: (params: Json) => ({ ...(params as object), model: "m" }) }),
      misuse: (_definition: EffectDefinition, params: Json) => {
        seen.push(params);
        return null;
      },
    };
    await admit({}, rules);
    expect(seen).toEqual([{ a: 1, model: "m" }]);
  });
});

describe("a refusal says what to do next", () => {
  test("AOS-6: an effect that is not declared, with those that are, in alphabetical order", async () => {
    const declared = new Set(["z/last@1", "a/first@1"]);
    expect(await admit({}, { declared })).toEqual({
      code: "EFFECT_NOT_DECLARED",
      message: "the bundle did not declare the effect test/do@1",
      hint: "add it to descriptor.effects (declared: a/first@1, z/last@1)",
      details: { effect: "test/do@1", declared: ["a/first@1", "z/last@1"] },
    });
    expect([...declared]).toEqual(["z/last@1", "a/first@1"]);
  });

  test("AOS-6: a bundle that declares nothing is not shown an empty list", async () => {
    expect(await admit({}, undeclared)).toMatchObject({
      hint: "add it to descriptor.effects",
      details: { declared: [] },
    });
  });

  test.each([
    ["my/own@1", "effects of your own are declared in effects.yaml"],
    ["sys/llm.generate@1", "sys/llm.generate@1 is performed by the package @uncaged/workflow-agents"],
    ["sys/agent.run@1", "sys/agent.run@1 is performed by the package @uncaged/workflow-agents"],
  ])("AOS-10: %s that nobody performs", async (effect, hint) => {
    expect(await admit({ effect }, { ...nobody, declared: new Set([effect]) })).toEqual({
      code: "EFFECT_UNKNOWN",
      message: `nobody here performs the effect ${effect}`,
      hint: expect.stringContaining(hint),
      details: { effect },
    });
  });

  test("params that are wrong as a whole are named without a dot", async () => {
    const normalise = () => ({ problem: { path: "", message: "must be an object" } });
    expect(await admit({}, { normalise })).toEqual({
      code: "SCHEMA_INVALID",
      message: "`params` of test/do@1: must be an object",
      details: { effect: "test/do@1", field: "params" },
    });
  });

  test("what the effect itself knows about a mistake goes before what the schema says", async () => {
    const seen: Json[] = [];
    const hintFor = (params: Json) => {
      seen.push(params);
      return { message: "there is no shell", hint: 'argv: ["sh", "-c", ...]' };
    };
    expect(await admit({}, { ...NOTHING_FITS, ...defined({ hintFor }) })).toEqual({
      code: "SCHEMA_INVALID",
      message: "`params.a.b` of test/do@1: there is no shell",
      hint: 'argv: ["sh", "-c", ...]',
      details: { effect: "test/do@1", field: "params.a.b" },
    });
    expect(seen).toEqual([{ a: 1 }]);
    expect(await admit({}, { ...NOTHING_FITS, ...defined({ hintFor: () => undefined }) })).not.toHaveProperty(
      "hint",
    );
  });

  test("a risk that policy denies, with the line that would allow it", async () => {
    expect(await admit({}, { ...denies, ...defined({ riskOf: () => "write" }) })).toEqual({
      code: "EFFECT_DENIED",
      message: 'policy.yaml denies effects of the risk "write", and test/do@1 is one',
      hint: "policy.yaml says which risks are allowed, such as risks: { write: allow }",
      details: { effect: "test/do@1", risk: "write" },
    });
  });
});

describe("AOS-11: policy", () => {
  test.each<[AdmissionRules["policy"], boolean | string]>([
    [{}, false],
    [{ write: "allow" }, false],
    [{ write: "approve" }, true],
    [{ admin: "approve", financial: "deny" }, false],
    [{ write: "deny" }, "EFFECT_DENIED"],
  ])("%j about an effect that writes: %p", async (policy, expected) => {
    const found = await admit({}, { policy });
    expect("code" in found ? found.code : found.isGated).toBe(expected as never);
  });

  test("is asked about the risk that the params have, not the one of the catalogue", async () => {
    const riskOf = (params: Json) =>
      ((params as { a: number }).a === 1 ? "destructive" : "read") as "destructive" | "read";
    const rules = { ...defined({ riskOf }), policy: { destructive: "approve" } as const };
    expect(await admit({}, rules)).toMatchObject({ isGated: true });
    expect(await admit({ params: { a: 2 } }, rules)).toMatchObject({
      isGated: false,
      asked: { risk: "read" },
    });
  });
});

describe("what is asked for", () => {
  test("has only what was said: no member that is undefined", async () => {
    expect(Object.keys(await asked()).sort()).toEqual([
      "class",
      "do",
      "effect",
      "params",
      "risk",
      "timeoutMs",
    ]);
  });

  test("has everything that was said", async () => {
    const said = { key: "k", retry: false, issuerRef: "r", onUnknown: "deliver", reuse: false } as const;
    expect(await asked({ ...said, id: "it" })).toMatchObject({ ...said, stepId: "it" });
    expect(await asked({ id: "it" })).not.toHaveProperty("id");
  });

  test.each<[string, Partial<EffectCommand>, Partial<EffectDefinition>, object]>([
    [
      "the command goes before the params",
      { class: "read" },
      { classOf: () => "idempotent" },
      { class: "read" },
    ],
    ["the params go before the catalogue", {}, { classOf: () => "idempotent" }, { class: "idempotent" }],
    ["the catalogue speaks last", {}, {}, { class: "once" }],
    ["a timeout of the command", { timeoutMs: 5 }, { timeoutMs: 7 }, { timeoutMs: 5 }],
    ["a timeout of the catalogue", {}, { timeoutMs: 7 }, { timeoutMs: 7 }],
    ["the engine's own timeout", {}, {}, { timeoutMs: TIMES.effectMs }],
  ])("%s", async (_what, more, other, expected) => {
    expect(await asked(more, defined(other))).toMatchObject(expected);
  });

  test("the class that params have may depend on a key being given", async () => {
    const classOf = (_params: Json, hasKey: boolean) =>
      (hasKey ? "idempotent" : "once") as "idempotent" | "once";
    expect(await asked({ key: "k" }, defined({ classOf }))).toMatchObject({ class: "idempotent" });
    expect(await asked({}, defined({ classOf }))).toMatchObject({ class: "once" });
  });

  test("AOS-32: what a command says about faults goes before the descriptor", async () => {
    expect(await asked({ onFault: "deliver" }, { faults: "fail" })).toMatchObject({ onFault: "deliver" });
    expect(await asked({}, { faults: undefined })).not.toHaveProperty("onFault");
  });

  test("AOS-14: params that nothing was filled into are the very same, others are a copy in canonical order", async () => {
    const params = { b: 1, a: 2 };
    expect(((await asked({ params })) as { params: Json }).params).toBe(params);
    const filled = { z: { y: 1, x: 2 }, a: 3 };
    const found = await asked({ params }, { normalise: () => ({ value: filled }) });
    expect(JSON.stringify((found as { params: Json }).params)).toBe('{"a":3,"z":{"x":2,"y":1}}');
    expect(JSON.stringify(params)).toBe('{"b":1,"a":2}');
  });

  test("what the store completes is part of it, with what the store says about params", async () => {
    const complete = (params: Json, say: { allowTemperature: boolean }) => ({
      ...(params as object),
      warm: say.allowTemperature,
    });
    const rules = { ...defined({ complete: complete as never }), say: { allowTemperature: true } };
    expect(await asked({}, rules)).toMatchObject({ params: { a: 1, warm: true } });
  });
});

describe("AOS-29: the timer by the name that its receipt has", () => {
  const timer = (params: Json, more: Partial<EffectCommand> = {}) =>
    admit({ effect: "sys/timer.set@1", params, ...more });

  test("takes a moment in whatever form, and is no effect from then on", async () => {
    const at = Date.UTC(2030, 0, 31);
    expect(await timer({ until: "2030-01-31" })).toEqual({ asked: { do: "sleep", until: at } });
    expect(await timer({ until: at }, { key: "k", timeoutMs: 5 })).toEqual({
      asked: { do: "sleep", until: at },
    });
  });

  test.each<[Json, string, string]>([
    [{}, "params.ms", 'the command "sleep" needs `ms` or `until`'],
    [{ ms: 1, until: 1 }, "params.until", 'the command "sleep" takes `ms` or `until`, not both'],
    [{ ms: -1 }, "params.ms", "`ms` must be a whole number between 0 and 3,162,240,000,000, not -1"],
    [{ mss: 1 }, "params.mss", 'the command "sleep" has no `mss`; did you mean `ms`?'],
  ])("refuses %j by its field", async (params, field, message) => {
    expect(await timer(params)).toEqual({
      code: "SCHEMA_INVALID",
      message: `\`${field}\` of sys/timer.set@1: ${message}`,
      details: { effect: "sys/timer.set@1", field },
    });
  });

  test("policy has no say: nothing is done", async () => {
    const policy = { write: "deny" } as const;
    expect(await admit({ effect: "sys/timer.set@1", params: { ms: 1 } }, { policy })).toEqual({
      asked: { do: "sleep", ms: 1 },
    });
  });
});

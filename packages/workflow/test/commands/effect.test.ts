import { describe, expect, test } from "bun:test";
import { admitEffect } from "#commands/admit-effect.ts";
import { effect, reconcile, stubSchema } from "#commands/effect.ts";
import { shapeProblem } from "#commands/shape.ts";
import type { EffectCommand, Json } from "#contract/command.ts";
import { TIMES } from "#contract/limits.ts";
import type { EffectIntent } from "#contract/record.ts";
import {
  admit,
  admitted,
  DEFINITION,
  folded,
  leafOf,
  NOTHING_FITS,
  NOW,
  opened,
  openingPorts,
  PLACE,
  rulesWith,
  settlePorts,
  TOOLS,
} from "./command-rig.ts";

const ask: EffectCommand = { do: "effect", effect: "test/do@1", params: { b: 1, a: 2 } };
const waiting = effect.waiting ?? expect.unreachable("it waits");
const GATED = { policy: { write: "approve" } } as const;
const open = (more: Partial<EffectCommand> = {}, rules = {}) =>
  opened<EffectIntent>({ ...ask, ...more }, { rules });
const attempt = (status: string, more: object = {}) => ({
  kind: "attempt",
  n: 3,
  index: 0,
  attempt: 1,
  status,
  ...more,
});

describe("ADMIT-1: admission", () => {
  test.each<[string, Partial<EffectCommand>, object, string]>([
    ["not declared", { effect: "other/do@1" }, {}, "EFFECT_NOT_DECLARED"],
    [
      "declared and unknown",
      { effect: "other/do@1" },
      { declared: new Set(["other/do@1"]) },
      "EFFECT_UNKNOWN",
    ],
    ["params that do not fit", {}, NOTHING_FITS, "SCHEMA_INVALID"],
    [
      "a secret in the wrong place",
      {},
      { misuse: () => ({ code: "SECRET_MISPLACED", message: "" }) },
      "SECRET_MISPLACED",
    ],
    ["a risk that policy denies", {}, { policy: { write: "deny" } }, "EFFECT_DENIED"],
  ])("refuses %s", async (_what, more, rules, code) => {
    expect(await admit({ ...ask, ...more }, rules)).toMatchObject({ code });
  });

  test("a secret in the wrong place goes before params that do not fit", async () => {
    const misuse = () => ({ code: "SECRET_MISPLACED" as const, message: "" });
    expect(await admit(ask, { ...NOTHING_FITS, misuse })).toMatchObject({ code: "SECRET_MISPLACED" });
  });

  test("says which field of the params is wrong", async () => {
    expect(await admit(ask, NOTHING_FITS)).toMatchObject({
      message: "`params.a.b` of test/do@1: must be 1",
      details: { field: "params.a.b" },
    });
  });

  test("AOS-18: a default that is filled in is part of what is asked, in canonical order", async () => {
    const normalise = () => ({ value: { z: 1, a: 2 } as Json });
    const { asked } = await admitted(ask, { normalise });
    expect(JSON.stringify((asked as { params: Json }).params)).toBe('{"a":2,"z":1}');
  });

  test("what the command does not say comes from the catalogue, and is marked as the store's", async () => {
    expect(await admitted(ask)).toMatchObject({
      asked: { class: "once", risk: "write", timeoutMs: TIMES.effectMs },
      fromCatalogue: ["risk", "class", "timeoutMs"],
      isGated: false,
    });
    expect(await admitted({ ...ask, class: "read", timeoutMs: 5 })).toMatchObject({
      asked: { class: "read", timeoutMs: 5 },
      fromCatalogue: ["risk"],
    });
  });

  test("class and risk may follow from the params", async () => {
    const find = () => ({ ...DEFINITION, classOf: () => "read" as const, riskOf: () => "admin" as const });
    expect((await admitted(ask, { find })).asked).toMatchObject({ class: "read", risk: "admin" });
  });

  test("AOS-32: the descriptor may want every fault delivered", async () => {
    expect((await admitted(ask, { faults: "deliver" })).asked).toMatchObject({ onFault: "deliver" });
    expect((await admitted(ask, { faults: "fail" })).asked).not.toHaveProperty("onFault");
  });

  test("AOS-10: the timer by its name is a sleep", async () => {
    const timer = (params: Json) =>
      admitEffect({ do: "effect", effect: "sys/timer.set@1", params, id: "nap" }, rulesWith());
    expect(await timer({ ms: 5 })).toEqual({ asked: { do: "sleep", ms: 5, stepId: "nap" } });
    expect(await timer({})).toMatchObject({ code: "SCHEMA_INVALID", details: { field: "params.ms" } });
  });

  test("AOS-7: a name is a name of an effect", () => {
    expect(shapeProblem({ ...ask, effect: "exec" }, effect.shape)).toMatchObject({ code: "EFFECT_UNKNOWN" });
  });
});

describe("its line", () => {
  test("says who performs it, and that it was handed over where it was", async () => {
    expect(await open()).toMatchObject({ executor: "test", params: ask.params });
    expect(await open()).not.toHaveProperty("attempt");
    const place = { ...PLACE, isDispatched: true };
    expect(await opened(ask, { place })).toMatchObject({ attempt: 1 });
  });

  test("has the gate of one that policy holds back, which ends a day later", async () => {
    const ports = openingPorts();
    const line = await opened<EffectIntent>(ask, { rules: GATED, ports });
    expect(line.gate).toMatchObject({ expiresAt: NOW + TIMES.approvalMs });
    expect([...ports.tokens.keys()]).toEqual(["n3"]);
  });
});

describe("it waits", () => {
  test("for nobody, while an executor has it", async () => {
    expect(waiting.waitOf(leafOf(await open()))).toBeNull();
    expect(waiting.waitOf(leafOf(await open(), attempt("started")))).toBeNull();
  });

  test("for a yes, which is no answer but lets it be performed", async () => {
    const line = await open({}, GATED);
    expect(waiting.waitOf(leafOf(line))).toMatchObject({ on: "approval" });
    const yes = { kind: "decision", n: 3, index: 0, decision: "approve", actor: "ann", at: "" };
    const leaf = leafOf<EffectIntent>(line, yes);
    expect(leaf).toMatchObject({ isApproved: true, settled: null });
    expect(waiting.waitOf(leaf)).toBeNull();
    expect(folded(line, { ...yes, decision: "deny" }).denial).not.toBeNull();
  });

  test("for word of an outcome that nobody knows", async () => {
    const leaf = leafOf<EffectIntent>(await open(), attempt("unknown"));
    expect(waiting.waitOf(leaf)).toEqual({ on: "reconcile", wakeAt: null });
  });

  test("for the time between two attempts", async () => {
    const leaf = leafOf<EffectIntent>(await open(), attempt("failed", { delayMs: 70 }));
    expect(waiting.waitOf(leaf)).toEqual({ on: "timer", wakeAt: NOW + 70 });
  });
});

test("when its time has come: a yes that did not come is a no; an attempt is made", async () => {
  const expired = await waiting.due(leafOf(await open({}, GATED)), TOOLS);
  expect(expired).toMatchObject([{ decision: "deny", actor: "system", reason: "approval_timeout" }]);
  expect(await waiting.due(leafOf(await open(), attempt("failed")), TOOLS)).toBeNull();
});

describe("a person says", () => {
  const doubted = async () => leafOf<EffectIntent>(await open(), attempt("unknown"));

  test("what became of it", async () => {
    const { records } = await waiting.settle(
      await doubted(),
      { type: "reconcile", how: { ok: { x: 1 } } },
      settlePorts(),
    );
    expect(records).toMatchObject([
      { kind: "receipt", status: "ok", payload: { x: 1 }, actor: "ann", sig: "signed" },
    ]);
  });

  test("that it was not done, or that it is sent again", async () => {
    const failed = await waiting.settle(
      await doubted(),
      { type: "reconcile", how: { error: "no" } },
      settlePorts(),
    );
    expect(failed.records).toMatchObject([{ status: "error", error: { code: "RECONCILED", message: "no" } }]);
    const again = await waiting.settle(
      await doubted(),
      { type: "reconcile", how: { retry: true } },
      settlePorts(),
    );
    expect(again.records).toMatchObject([{ kind: "decision", decision: "retry" }]);
  });

  test("SETTLE-2: nothing that does not fit the payload's schema, nor names a secret", async () => {
    const { normalise } = NOTHING_FITS as { normalise: () => never };
    const leaf = await doubted();
    const ok = (payload: Json) => ({ type: "reconcile", how: { ok: payload } }) as const;
    await expect(waiting.settle(leaf, ok(1), settlePorts({ normalise }))).rejects.toThrow(
      "the payload at `a.b`",
    );
    await expect(waiting.settle(leaf, ok({ $secret: "K" }), settlePorts())).rejects.toMatchObject({
      code: "SECRET_IN_DATA",
    });
    // Of an effect that is gone from the catalogue, nobody knows what fits.
    const gone = await waiting.settle(leaf, ok(1), settlePorts({ normalise, find: () => undefined }));
    expect(gone.records).toMatchObject([{ payload: 1 }]);
  });

  test("yes or no to what policy holds back, within its time", async () => {
    const leaf = leafOf<EffectIntent>(await open({}, GATED));
    const yes = { type: "decide", decision: "approve" } as const;
    expect((await waiting.settle(leaf, yes, settlePorts())).records).toMatchObject([{ decision: "approve" }]);
    const late = await waiting.settle(leaf, yes, settlePorts({ now: NOW + TIMES.approvalMs }));
    expect(late.error).toMatchObject({ code: "TOKEN_EXPIRED" });
    await expect(waiting.settle(leaf, { type: "answer", value: 1 }, settlePorts())).rejects.toMatchObject({
      code: "INTERNAL",
    });
  });
});

test("a dry run says yes, doubts nothing, and waits for no time", async () => {
  const tools = { ...TOOLS, events: undefined, stub: async () => 1 };
  expect(await waiting.dryRun(leafOf(await open({}, GATED)), tools)).toMatchObject([
    { decision: "approve", simulated: true },
  ]);
  expect(await waiting.dryRun(leafOf(await open(), attempt("unknown")), tools)).toMatchObject([
    { decision: "retry" },
  ]);
  expect(await waiting.dryRun(leafOf(await open(), attempt("failed")), tools)).toBeNull();
});

describe("a simulation", () => {
  const tools = (given: unknown, value: unknown) =>
    ({
      given: () => given,
      find: () => DEFINITION,
      stub: async () => value,
      noStub: (what: string) => new Error(`no stub for ${what}`),
    }) as never;

  test("says yes, and leaves the time alone", async () => {
    const gated = leafOf<EffectIntent>(await open({}, GATED));
    expect(await waiting.simulate(gated, tools(undefined, 1))).toMatchObject({
      type: "decide",
      decision: "approve",
    });
    expect(await waiting.simulate(leafOf(await open(), attempt("failed")), tools(undefined, 1))).toBeNull();
  });

  test("settles a doubt with what the user gave, or with a value that fits", async () => {
    const leaf = leafOf<EffectIntent>(await open(), attempt("unknown"));
    const intent = leaf.opening.id;
    const said = (how: object) => ({ type: "reconcile", intent, how });
    expect(await waiting.simulate(leaf, tools({ status: "ok", payload: 5 }, 1))).toEqual(
      said({ ok: 5 }) as never,
    );
    expect(await waiting.simulate(leaf, tools({ status: "error" }, 1))).toEqual(
      said({ retry: true }) as never,
    );
    expect(await waiting.simulate(leaf, tools(undefined, 1))).toEqual(said({ ok: 1 }) as never);
    await expect(waiting.simulate(leaf, tools(undefined, undefined))).rejects.toThrow(
      "no stub for test/do@1",
    );
  });

  test("draws from what the effect says about its params, where it says something", () => {
    expect(stubSchema(DEFINITION, {})).toBe(DEFINITION.receipt);
    const simulate = (params: Json) => ({ const: params });
    expect(stubSchema({ ...DEFINITION, simulate }, 5)).toEqual({ const: 5 });
  });
});

test("a person is shown the very params that will be performed", async () => {
  const leaf = leafOf<EffectIntent>(await open({}, GATED));
  expect(waiting.question(leaf, "approval")).toEqual({
    kind: "approval",
    prompt: "perform test/do@1 (write)?",
    items: [{ effect: "test/do@1", params: ask.params }],
  });
  expect(waiting.question(leaf, "reconcile")?.prompt).toContain("what became of test/do@1?");
  expect(waiting.question(leaf, "timer")).toBeNull();
  expect(waiting.required(leaf.opening)).toMatchObject({ type: "approval.required" });
  expect(waiting.required(await open())).toBeNull();
  expect(effect.shown.opened(leaf.opening, "n3 test/do@1")?.text).toBe(
    "n3 test/do@1 waits for a yes (write)",
  );
  expect(reconcile.hint("T", "{}").split("\n")).toHaveLength(3);
});

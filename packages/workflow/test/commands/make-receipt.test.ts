// A receipt: what it says, whose word it is, and what is signed.
import { describe, expect, test } from "bun:test";
import { plainJson } from "#codec/plain-json.ts";
import { receiptDigest } from "#codec/receipt-digest.ts";
import { sha256Hex } from "#codec/sha256.ts";
import { makeReceipt, type Verdict } from "#commands/make-receipt.ts";
import type { EffectCommand } from "#contract/command.ts";
import type { EffectIntent, SleepIntent } from "#contract/record.ts";
import { IDENTITY, NOW, opened, PLACE } from "./command-rig.ts";

const OK: Verdict = { status: "ok", payload: { x: 1 }, attempt: 2 };
const sign = async (digest: string) => `signed ${digest}`;
const effect = (more: Partial<EffectCommand> = {}) =>
  opened<EffectIntent>(
    { do: "effect", effect: "test/do@1", params: { b: 1, a: 2 }, ...more },
    { place: { ...PLACE, index: 1, group: { type: "all", of: 2 } } },
  );
const make = async (verdict: Partial<Verdict> = {}, more: Partial<EffectCommand> = {}, identity = {}) =>
  makeReceipt(await effect(more), { ...OK, ...verdict }, { ...IDENTITY, ...identity }, sign);

test("AOS-25: a receipt has the place, the intent, the thread and the version it belongs to", async () => {
  const intent = await effect();
  const receipt = await make();
  expect(receipt).toEqual({
    kind: "receipt",
    n: 3,
    index: 1,
    intent: intent.id,
    origin: "workflow",
    effect: "test/do@1",
    executor: "test",
    status: "ok",
    attempt: 2,
    thread: "01T",
    workflow: "w",
    hash: "H",
    paramsHash: sha256Hex('{"a":2,"b":1}'),
    payload: { x: 1 },
    sig: expect.stringMatching(/^signed [0-9a-f]{64}$/),
  });
});

test("the list it stands in is no part of it: the line of the intent says that", async () => {
  expect(await make()).not.toHaveProperty("group");
  expect(await make()).not.toHaveProperty("yield");
});

describe("AOS-27: everything but the signature is signed", () => {
  test("the digest is that of the receipt itself, in canonical order", async () => {
    const { sig, ...unsigned } = await make({ costUsd: 0.5 });
    expect(sig).toBe(`signed ${sha256Hex(plainJson(unsigned as never))}`);
    expect(sig).toBe(`signed ${receiptDigest({ ...unsigned, sig, timestamp: NOW } as never)}`);
  });

  test.each<[string, Partial<Verdict>]>([
    ["status", { status: "error" }],
    ["payload", { payload: { x: 2 } }],
    ["attempt", { attempt: 3 }],
    ["cost", { costUsd: 0 }],
    ["executor", { executor: "engine" }],
    ["actor", { actor: "ann" }],
    ["error", { error: { code: "E", message: "no" } }],
    ["reference", { issuerRef: "r" }],
  ])("another %s is another signature", async (_what, verdict) => {
    expect((await make(verdict)).sig).not.toBe((await make()).sig);
  });

  test("so is a receipt of another thread, version or key", async () => {
    const sigs = await Promise.all(
      [{}, { thread: "01U" }, { hash: "I" }, { key: "k" }, { workflow: "v" }].map(
        async (who) => (await make({}, {}, who)).sig,
      ),
    );
    expect(new Set(sigs).size).toBe(5);
  });

  test("a signature that is long in coming is waited for, and one that fails is no receipt", async () => {
    const intent = await effect();
    const later = await makeReceipt(intent, OK, IDENTITY, async () => Bun.sleep(1).then(() => "late"));
    expect(later.sig).toBe("late");
    await expect(
      makeReceipt(intent, OK, IDENTITY, () => Promise.reject(new Error("no key"))),
    ).rejects.toThrow("no key");
  });
});

describe("members that nobody gave", () => {
  test("are left out, not undefined", async () => {
    const bare = await make({
      payload: undefined,
      error: undefined,
      costUsd: undefined,
      issuerRef: undefined,
    });
    for (const key of ["payload", "error", "costUsd", "issuerRef", "actor", "key"])
      expect(Object.hasOwn(bare, key)).toBe(false);
  });

  test("null, 0 and an empty text are given", async () => {
    expect(await make({ payload: null, costUsd: 0, issuerRef: "" })).toMatchObject({
      payload: null,
      costUsd: 0,
      issuerRef: "",
    });
  });

  test("the key of a cell is there where the thread has one", async () => {
    expect(await make({}, {}, { key: "order-7" })).toMatchObject({ key: "order-7" });
    // The key of the command is its own: it is no key of the thread.
    expect(await make({}, { key: "mine" })).not.toHaveProperty("key");
  });
});

describe("whose word it is", () => {
  test("the executor of the intent, unless the verdict names another", async () => {
    expect((await make()).executor).toBe("test");
    expect((await make({ executor: "guard" })).executor).toBe("guard");
  });

  test("a person's, where a person said it", async () => {
    expect(await make({ actor: "ann" })).toMatchObject({ actor: "ann", executor: "test" });
  });

  test.each([
    ["ours", "theirs", "ours"],
    [undefined, "theirs", "theirs"],
    ["", "theirs", ""],
    ["ours", undefined, "ours"],
  ])("AOS-28: the command says %p, the executor %p: %p", async (ours, theirs, issuerRef) => {
    const receipt = await make({ issuerRef: theirs }, ours === undefined ? {} : { issuerRef: ours });
    expect(receipt.issuerRef).toBe(issuerRef);
  });
});

describe("AOS-29: a sleep has the same receipt", () => {
  test("about the moment it was to end, by the name of the timer", async () => {
    const intent = await opened<SleepIntent>({ do: "sleep", ms: 5 });
    expect(
      await makeReceipt(intent, { status: "ok", payload: { until: NOW + 5 }, attempt: 1 }, IDENTITY, sign),
    ).toMatchObject({
      effect: "sys/timer.set@1",
      executor: "engine",
      intent: intent.id,
      paramsHash: sha256Hex(`{"until":${NOW + 5}}`),
    });
  });
});

test("the verdict and the intent are left as they were", async () => {
  const intent = Object.freeze(await effect());
  const verdict = Object.freeze({ ...OK });
  await makeReceipt(intent, verdict, Object.freeze({ ...IDENTITY }), sign);
  expect(verdict).toEqual(OK);
  expect(intent).toEqual(await effect());
});

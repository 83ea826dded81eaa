import { describe, expect, test } from "bun:test";
import {
  type Answers,
  driveWorkflow,
  errorReceipt,
  faultReceipt,
  okReceipt,
  timeoutReceipt,
  unknownReceipt,
} from "@uncaged/workflow/testing";
import flow, { descriptor } from "./flow.ts";

const fine = {
  "shop/charge@1": okReceipt({ charge: "c1" }),
  "shop/ship@1": okReceipt({ parcel: "p1" }),
  "shop/refund@1": okReceipt({ refund: "r1" }),
};
const noWay = errorReceipt("NO_ADDRESS", "there is no address");
const drive = (answers: Answers) =>
  driveWorkflow(flow, {
    prompt: "",
    variables: { order: "order-7", cents: "500", address: "Mill Lane 1" },
    answers,
  });
const effectsOf = (yields: unknown[]) => yields.flatMap((one) => Object(one).effect ?? []);

test("charges and ships, and keeps the money", async () => {
  const { result, steps, yields } = await drive(fine);
  expect(result).toEqual({ returnCode: 0, summary: "order-7 is on its way as p1" });
  expect(steps.map((step) => step.content)).toEqual(["charged 500 cents", "shipped to Mill Lane 1"]);
  expect(effectsOf(yields)).toEqual(["shop/charge@1", "shop/ship@1"]);
});

test("AOS-2: when it cannot be shipped, the charge is refunded", async () => {
  const { result, steps, yields } = await drive({ ...fine, "shop/ship@1": noWay });
  expect(result).toEqual({ returnCode: 2, summary: "order-7 could not be shipped, and was refunded" });
  expect(steps.at(-1)?.meta).toEqual({ refund: "r1" });
  expect(yields).toContainEqual({
    do: "effect",
    effect: "shop/refund@1",
    params: { order: "order-7", charge: "c1" },
    id: "refund",
    key: "refund:order-7",
  });
});

test("AOS-87: money moves with a key, a parcel without one", async () => {
  const { yields } = await drive({ ...fine, "shop/ship@1": noWay });
  const keys = yields.flatMap((one) => (Object(one).do === "effect" ? [Object(one).key ?? null] : []));
  expect(keys).toEqual(["charge:order-7", null, "refund:order-7"]);
});

describe("AOS-92: the charge is answered with", () => {
  test.each([
    ["error", errorReceipt("CARD_REFUSED", "no cover"), "order-7 was not charged: no cover"],
    ["timeout", timeoutReceipt("no answer in 10 s"), "order-7 was not charged: no answer in 10 s"],
  ])("%s: nothing is shipped", async (_, receipt, summary) => {
    const { result, yields } = await drive({ ...fine, "shop/charge@1": receipt });
    expect(result).toEqual({ returnCode: 1, summary });
    expect(effectsOf(yields)).toEqual(["shop/charge@1"]);
  });

  test("fault: the thread fails, nothing is shipped", async () => {
    const { status, yields } = await drive({ ...fine, "shop/charge@1": faultReceipt() });
    expect(status).toBe("failed");
    expect(yields).toHaveLength(1);
  });
});

describe("AOS-92: shipping is answered with", () => {
  test("timeout: nobody is refunded before somebody has looked", async () => {
    const { result, yields } = await drive({ ...fine, "shop/ship@1": timeoutReceipt() });
    expect(result.returnCode).toBe(3);
    expect(effectsOf(yields)).toEqual(["shop/charge@1", "shop/ship@1"]);
  });

  test("fault: it was done, so it is not refunded", async () => {
    const { result, steps } = await drive({ ...fine, "shop/ship@1": faultReceipt() });
    expect(result.returnCode).toBe(0);
    expect(steps.at(-1)?.content).toBe("shipped, parcel number unknown");
  });

  test("unknown: the thread waits for a person", async () => {
    expect((await drive({ ...fine, "shop/ship@1": unknownReceipt() })).status).toBe("waiting");
  });
});

describe("AOS-92: the refund is answered with", () => {
  test.each([
    ["error", errorReceipt("BANK_CLOSED", "come back on Monday"), "come back on Monday"],
    ["timeout", timeoutReceipt("no answer in 10 s"), "no answer in 10 s"],
  ])("%s: a person is told", async (_, receipt, message) => {
    const { result } = await drive({ ...fine, "shop/ship@1": noWay, "shop/refund@1": receipt });
    expect(result).toEqual({ returnCode: 4, summary: `order-7 must be refunded by hand: ${message}` });
  });

  test("fault: the thread fails", async () => {
    const { error } = await drive({ ...fine, "shop/ship@1": noWay, "shop/refund@1": faultReceipt() });
    expect(error?.code).toBe("RECEIPT_FAULT");
  });
});

test("AOS-1: the same answers make the same yields", async () => {
  const answers = { ...fine, "shop/ship@1": noWay };
  expect(await drive(answers)).toEqual(await drive(answers));
});

test("AOS-6: it declares what effects.yaml defines", async () => {
  const text = await Bun.file(new URL("effects.yaml", import.meta.url)).text();
  const defined = Bun.YAML.parse(text) as { effects: object };
  expect(Object.keys(defined.effects).sort()).toEqual([...descriptor.effects].sort());
});

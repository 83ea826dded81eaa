import { expect, test } from "bun:test";
import { driveWorkflow, okReceipt } from "@uncaged/workflow/testing";
import flow, { descriptor } from "./flow.ts";

const written = okReceipt({ path: "outbox/x.txt", bytes: 1, sha256: "0".repeat(64) });
const timeIsUp = { index: 1, answer: okReceipt({ until: 1 }) };
const drive = (waits: unknown[]) =>
  driveWorkflow(flow, { prompt: "send it", answers: { "sys/fs.write@1": written, any: waits } });

test("AOS-96: an answer ends the reminders", async () => {
  const { result, steps } = await drive([timeIsUp, { index: 0, answer: { done: true } }]);
  expect(result).toEqual({ returnCode: 0, summary: "done after 2 of 3 reminders" });
  expect(steps.map(({ role }) => role)).toEqual(["reminder", "reminder", "listener"]);
});

test("AOS-96: nobody answers, and somebody else is told", async () => {
  const { result, steps } = await drive([timeIsUp, timeIsUp, timeIsUp]);
  expect(result).toEqual({ returnCode: 1, summary: "bob was told" });
  expect(steps.map(({ role }) => role)).toEqual(["reminder", "reminder", "reminder", "escalation"]);
});

test("AOS-6: it declares what it asks for", () => {
  expect(descriptor.effects).toEqual(["sys/fs.write@1"]);
});

import { describe, expect, test } from "bun:test";
import {
  type Answers,
  approved,
  denied,
  driveWorkflow,
  errorReceipt,
  faultReceipt,
  okReceipt,
  timeoutReceipt,
  unknownReceipt,
} from "@uncaged/workflow/testing";
import flow, { descriptor } from "./flow.ts";

const ran = (exitCode: number, stderr = "") => okReceipt({ exitCode, stdout: "", stderr });
const drive = (answers: Answers) => driveWorkflow(flow, { prompt: "release v1", answers });

test("plans, asks, runs both commands, tells who said yes", async () => {
  const { steps, yields, status } = await drive([approved("bob"), ran(0), ran(0)]);
  expect(status).toBe("completed");
  expect(steps.map((step) => step.role)).toEqual(["planner", "releaser"]);
  expect(steps[1]?.meta).toEqual({ isReleased: true, actor: "bob" });
  expect(yields[1]).toEqual({
    do: "approve",
    prompt: "Run these commands?",
    id: "release",
    items: [
      ["mkdir", "release"],
      ["touch", "release/v1"],
    ],
    ttlMs: 3_600_000,
  });
});

test("a no cancels the thread before anything runs", async () => {
  const { status, steps, yields, result } = await drive([denied("bob", "not on a Friday")]);
  expect(status).toBe("cancelled");
  expect(result.summary).toBe("cancelled: denied by bob: not on a Friday");
  expect(steps.map((step) => step.role)).toEqual(["planner"]);
  expect(yields).toHaveLength(2);
});

describe("AOS-92: the first command ends with", () => {
  test.each([
    ["ok, but exit code 1", ran(1, "mkdir: release exists\n"), "mkdir release: mkdir: release exists"],
    ["error", errorReceipt("SPAWN_FAILED", "no such program"), "mkdir release: error"],
    ["timeout", timeoutReceipt(), "mkdir release: timeout"],
    ["fault", faultReceipt(), "mkdir release: fault"],
  ])("%s: the second does not run, and the role says why", async (_, receipt, content) => {
    const { steps, yields } = await drive([approved("bob"), receipt]);
    expect(steps[1]).toEqual({ role: "releaser", content, meta: { isReleased: false, actor: "bob" } });
    expect(yields).toHaveLength(4);
  });

  test("nobody knows what: the thread waits for a person, and does not run it again", async () => {
    const { status, yields } = await drive([approved(), unknownReceipt()]);
    expect(status).toBe("waiting");
    expect(yields).toHaveLength(3);
  });
});

test("RFC-80: with the plan in place, the question comes first", async () => {
  const { steps } = await drive([approved(), ran(0), ran(0)]);
  const { yields } = await driveWorkflow(flow, {
    prompt: "release v1",
    steps: steps.slice(0, 1),
    answers: [approved(), ran(0), ran(0)],
  });
  expect(yields[0]).toMatchObject({ do: "approve" });
});

test("AOS-91: the same answers make the same yields", async () => {
  const answers = [approved("bob"), ran(0), ran(1, "no space")];
  expect(await drive(answers)).toEqual(await drive(answers));
});

test("AOS-6: it declares what it asks for", () => {
  expect(descriptor.effects).toEqual(["sys/exec@1"]);
});

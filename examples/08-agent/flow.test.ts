import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  type Answers,
  driveWorkflow,
  errorReceipt,
  faultReceipt,
  okReceipt,
  timeoutReceipt,
} from "@uncaged/workflow/testing";
import { scriptedModel } from "@uncaged/workflow-agents/testing";
import { TempHome } from "../../tests/support/temp-home.ts";
import flow from "./flow.ts";

const plan = { files: ["readme.txt"], question: "What is it?" };
const REPLIES = [
  { when: "You plan", object: plan },
  { when: "You read", toolCalls: [{ id: "c1", name: "look", input: { path: "readme.txt" } }] },
  { when: "You read", text: "It is a test." },
];

test("plans, reads with a tool, answers; each of it a line of the journal", async () => {
  await using model = scriptedModel({ replies: REPLIES });
  await using home = await TempHome.create();
  await home.file("readme.txt", "A test.");
  await home.uw(["add", "ask", join(import.meta.dir, "flow.ts")]);
  const { json } = await home.uw(
    ["run", "ask", "--prompt", "What is this?", "--workspace", home.dir, "--json"],
    {
      env: { OPENAI_API_KEY: "any-key-will-do", OPENAI_BASE_URL: model.baseUrl },
    },
  );
  expect(json.output.last.content).toBe("It is a test.");
  const records = await home.records(json.executionId);
  expect(records.filter((one) => one.kind === "intent").map((one) => one.effect)).toEqual([
    "sys/llm.generate@1",
    "sys/llm.generate@1",
    "sys/fs.read@1",
    "sys/llm.generate@1",
  ]);
  expect(records.find((one) => one.role === "planner").meta).toEqual(plan);
  expect(model.requests[2]?.prompt).toContain("A test.");
});

describe("AOS-92", () => {
  const planned = okReceipt({ object: plan, text: "", toolCalls: [] });
  const looks = okReceipt({
    text: "",
    toolCalls: [{ id: "c1", name: "look", input: { path: "readme.txt" } }],
  });
  const answered = okReceipt({ text: "It is a test.", toolCalls: [] });
  const drive = (answers: Answers) => driveWorkflow(flow, { prompt: "What is this?", answers });

  test("the model answers: the reader's answer is the last step", async () => {
    const { status, steps } = await drive([planned, answered]);
    expect(status).toBe("completed");
    expect(steps.map(({ role, content }) => [role, content])).toEqual([
      ["planner", "What is it?\nIn: readme.txt"],
      ["reader", "It is a test."],
    ]);
  });

  test.each([
    ["error", errorReceipt("HTTP_STATUS", "the server answered 401"), "HTTP_STATUS: the server answered 401"],
    ["timeout", timeoutReceipt(), "TIMEOUT: no answer in time"],
  ])("the model's answer is an %s: the thread fails and says so", async (_, receipt, message) => {
    await expect(drive([receipt])).rejects.toThrow(message);
    await expect(drive([planned, receipt])).rejects.toThrow(message);
  });

  test("the model's answer is a fault: the thread fails before any code sees it", async () => {
    const { status, result, steps } = await drive([planned, faultReceipt()]);
    expect([status, steps.length]).toEqual(["failed", 1]);
    expect(result.summary).toContain("sys/llm.generate@1");
  });

  test.each([
    ["ok", okReceipt({ content: "A test.", bytes: 7 }), "A test."],
    ["error", errorReceipt("NOT_FOUND", "there is no readme.txt"), "there is no readme.txt"],
    ["timeout", timeoutReceipt(), "no answer in time"],
  ])("the file is read, and it ends with %s: the model is told", async (_, receipt, told) => {
    const { steps, yields } = await drive([planned, looks, receipt, answered]);
    const asked = yields.findLast((one) => (one as { effect?: string }).effect === "sys/llm.generate@1");
    expect(JSON.stringify(asked)).toContain(told);
    expect(steps.at(-1)?.content).toBe("It is a test.");
  });

  test("the file is read, and it ends with a fault: the thread fails", async () => {
    const { status, result } = await drive([planned, looks, faultReceipt()]);
    expect(status).toBe("failed");
    expect(result.summary).toContain("sys/fs.read@1");
  });
});

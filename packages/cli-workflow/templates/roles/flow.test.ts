import { expect, test } from "bun:test";
import { driveWorkflow } from "@uncaged/workflow/testing";
import flow from "./flow.ts";

test("the writer tries again until the reviewer approves", async () => {
  const { steps, result } = await driveWorkflow(flow, { prompt: "open the door" });
  expect(steps.map((step) => step.role)).toEqual(["writer", "reviewer", "writer", "reviewer"]);
  expect(steps[2]?.content).toBe("open the door, please");
  expect(result.returnCode).toBe(0);
});

test("a thread that comes back goes on with the next role", async () => {
  const draft = { role: "writer", content: "open, please", meta: { words: 2 } };
  const { yields } = await driveWorkflow(flow, { prompt: "open the door", steps: [draft] });
  expect(yields).toEqual([{ role: "reviewer", content: "Approved.", meta: { approved: true } }]);
});

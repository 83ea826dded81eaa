import { expect, test } from "bun:test";
import { driveWorkflow } from "@uncaged/workflow/testing";
import flow, { descriptor } from "./flow.ts";

const prompt = "fix the login";

test("RFC-62: the reviewer sends the first draft back and approves the second", async () => {
  const { steps, result } = await driveWorkflow(flow, { prompt });
  expect(steps.map((step) => step.role)).toEqual(["planner", "coder", "reviewer", "coder", "reviewer"]);
  expect(steps.at(-1)?.meta).toEqual({ approved: true });
  expect(result.returnCode).toBe(0);
});

test("RFC-80: with planner's step given, coder is first", async () => {
  const plan = { role: "planner", content: "...", meta: { files: [] } };
  const { yields } = await driveWorkflow(flow, { prompt, steps: [plan] });
  expect(yields[0]).toMatchObject({ role: "coder" });
});

test("RFC-25: the descriptor names the roles that speak", async () => {
  const { steps } = await driveWorkflow(flow, { prompt });
  expect(new Set(steps.map((step) => step.role))).toEqual(new Set(Object.keys(descriptor.roles)));
});

import { expect, test } from "bun:test";
import { driveWorkflow } from "@uncaged/workflow/testing";
import flow from "./flow.ts";

const prompt = "fix the login";

test("RFC-17: plans, codes and reviews, one yield each", async () => {
  const { steps, result } = await driveWorkflow(flow, { prompt });
  expect(steps.map((step) => step.role)).toEqual(["planner", "coder", "reviewer"]);
  expect(result).toEqual({ returnCode: 0, summary: "Approved." });
});

test("RFC-8: comes back after any step and repeats none", async () => {
  const whole = await driveWorkflow(flow, { prompt });
  for (const done of [0, 1, 2, 3]) {
    const rest = await driveWorkflow(flow, { prompt, steps: whole.steps.slice(0, done) });
    expect(rest.yields).toEqual(whole.steps.slice(done));
    expect(rest.result).toEqual(whole.result);
  }
});

test("RFC-15: imports nothing", async () => {
  expect(await Bun.file(new URL("flow.ts", import.meta.url)).text()).not.toMatch(/\bimport\b/);
});

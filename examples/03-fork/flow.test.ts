import { expect, test } from "bun:test";
import { driveWorkflow } from "@uncaged/workflow/testing";
import flow from "./flow.ts";

test("RFC-14: a fork with another prompt keeps the plan and writes anew", async () => {
  const thread = await driveWorkflow(flow, { prompt: "engineers" });
  const fork = await driveWorkflow(flow, { prompt: "customers", steps: thread.steps.slice(0, 1) });

  expect(fork.steps[0]).toEqual(thread.steps[0]!);
  expect(fork.yields).toEqual(fork.steps.slice(1));
  expect(thread.steps[1]?.content).toStartWith("News for engineers: ");
  expect(fork.steps[1]?.content).toStartWith("News for customers: ");
});

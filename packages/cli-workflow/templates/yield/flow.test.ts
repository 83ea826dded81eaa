import { expect, test } from "bun:test";
import flow from "./flow.ts";

const options = { isDryRun: true, maxRounds: 50, threadId: "test" };

test("plans, then writes", async () => {
  const steps = await Array.fromAsync(flow({ prompt: "say hello", steps: [] }, options));
  expect(steps.map((step) => step.role)).toEqual(["planner", "writer"]);
});

test("does not plan again what is already planned", async () => {
  const plan = { role: "planner", content: "Just say it.", meta: {} };
  const steps = await Array.fromAsync(flow({ prompt: "say hello", steps: [plan] }, options));
  expect(steps.map((step) => step.content)).toEqual(["Written as planned. Just say it."]);
});

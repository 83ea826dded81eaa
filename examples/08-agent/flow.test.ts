import { expect, test } from "bun:test";
import { join } from "node:path";
import { scriptedModel } from "@uncaged/workflow/testing";
import { TempHome } from "../../tests/support/temp-home.ts";

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

import { afterEach, beforeEach, expect, test } from "bun:test";
import { driveWorkflow } from "@uncaged/workflow/testing";
import flow from "./flow.ts";

const NAMES = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"];
const prompt = "Why is the sky blue?";
let kept: [string, string | undefined][] = [];

beforeEach(() => {
  kept = NAMES.map((name) => [name, process.env[name]]);
  for (const name of NAMES) delete process.env[name];
});

afterEach(() => {
  for (const [name, value] of kept)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

test("a dry run asks nobody", async () => {
  const { steps } = await driveWorkflow(flow, { prompt, isDryRun: true });
  expect(steps.map((step) => step.role)).toEqual(["writer", "editor"]);
  expect(steps[0]?.content).toStartWith("(dry run)");
});

test("without a key it says what to set", async () => {
  await expect(driveWorkflow(flow, { prompt })).rejects.toThrow("OPENAI_API_KEY is not set");
});

test("the editor is shown the writer's draft", async () => {
  const asked: { model: string; messages: { content: string }[] }[] = [];
  await using server = Bun.serve({
    port: 0,
    async fetch(request) {
      asked.push((await request.json()) as (typeof asked)[number]);
      return Response.json({ choices: [{ message: { content: `answer ${asked.length}` } }] });
    },
  });
  process.env.OPENAI_API_KEY = "any";
  process.env.OPENAI_BASE_URL = server.url.origin;

  const { steps } = await driveWorkflow(flow, { prompt });
  expect(steps.map((step) => step.content)).toEqual(["answer 1", "answer 2"]);
  expect(asked[1]?.messages[1]?.content).toBe(`${prompt}\n\nwriter wrote:\nanswer 1`);
});

test("an error of the endpoint is shown as it is", async () => {
  await using server = Bun.serve({ port: 0, fetch: () => new Response("no credit", { status: 429 }) });
  process.env.OPENAI_API_KEY = "any";
  process.env.OPENAI_BASE_URL = server.url.origin;
  await expect(driveWorkflow(flow, { prompt })).rejects.toThrow("answered 429: no credit");
});

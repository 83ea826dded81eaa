import { expect, test } from "bun:test";
import { driveWorkflow, okReceipt } from "@uncaged/workflow/testing";
import flow from "./flow.ts";

const said = (text: string, object?: object) =>
  okReceipt({ text, ...(object === undefined ? {} : { object: { ...object } }) });
const review = (isGood: boolean, ...problems: string[]) => said("", { isGood, problems });
const prompt = "Why is the sky blue?";

test("an answer that is good is the last", async () => {
  const { steps } = await driveWorkflow(flow, { prompt, answers: [said("Rayleigh."), review(true)] });
  expect(steps.map((step) => step.role)).toEqual(["writer", "reviewer"]);
  expect(steps[1]?.meta).toEqual({ isGood: true, problems: [] });
});

test("what the reviewer found is shown to the writer", async () => {
  const answers = [said("Magic."), review(false, "too short"), said("Rayleigh."), review(true)];
  const { yields } = await driveWorkflow(flow, { prompt, answers });
  expect(JSON.stringify(yields[4])).toContain("## reviewer\\n\\ntoo short");
});

test("after three drafts it ends, good or not", async () => {
  const answers = Array.from({ length: 3 }, () => [said("Hm."), review(false, "no")]).flat();
  const { steps } = await driveWorkflow(flow, { prompt, answers });
  expect(steps).toHaveLength(6);
});

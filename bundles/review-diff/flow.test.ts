import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScriptedReply } from "@uncaged/workflow-agents/testing";
import { readScene, recordedFile } from "../../scripts/scene.ts";
import { BundleStore } from "../../tests/shipped/bundle-store.ts";
import { problemsOf, reenact } from "../../tests/shipped/recorded-thread.ts";
import { until } from "../../tests/support/temp-home.ts";
import flow from "./flow.ts";

const { prompt, repository } = readScene("review-diff");
const BUGS = "Look only for bugs";
const HOLES = "Look only for holes";
const READER = "Look only for what the next reader";
const JUDGE = "what three reviewers found";

const nothing = (when: string): ScriptedReply => ({ when, object: { findings: [] } });
const accept: ScriptedReply = { when: JUDGE, object: { verdict: "accept", reason: "Fine." } };
const quiet = [nothing(BUGS), nothing(HOLES), nothing(READER), accept];

const recordedReplies = async () =>
  (await Bun.file(recordedFile("review-diff", "model.json")).json()).replies;

test("three reviewers are asked in one list, and a verdict to reject is return code 1", async () => {
  await using store = await BundleStore.create("review-diff", await recordedReplies(), repository);
  const { json, exitCode } = await store.run(prompt);
  expect(exitCode).toBe(1);
  expect(json.output).toMatchObject({ returnCode: 1, last: { role: "judge", meta: { verdict: "reject" } } });
  const records = await store.home.records(json.executionId);
  const asked = records.filter((one) => one.kind === "intent" && one.effect === "sys/llm.generate@1");
  expect(asked.map(({ n, group }) => [n, group?.of])).toEqual([
    [3, 3],
    [3, 3],
    [3, 3],
    [5, undefined],
  ]);
  const { findings } = records.find((one) => one.role === "reviewers").meta;
  expect(findings.map((one: { lens: string; severity: string }) => [one.lens, one.severity])).toEqual([
    ["correctness", "medium"],
    ["security", "high"],
    ["readability", "low"],
  ]);
  expect(store.asked("+export function userByName")).toBe(4);
  expect(store.asked("(security) The name is put into the SQL")).toBe(1);
});

test("all content is return code 0", async () => {
  await using store = await BundleStore.create("review-diff", quiet, repository);
  const { json, exitCode } = await store.run(prompt);
  expect(exitCode).toBe(0);
  expect(json.output.summary).toBe("accept: Fine.");
});

test("nothing changed: nobody is asked", async () => {
  await using store = await BundleStore.create("review-diff", [], { commits: repository?.commits ?? [] });
  const { json, exitCode } = await store.run(prompt);
  expect([exitCode, json.output.summary]).toEqual([0, "nothing to review"]);
  expect(store.model.requests).toHaveLength(0);
});

test("a base of one's choice; what is no base is an error that says so, and never an option of git", async () => {
  await using store = await BundleStore.create("review-diff", quiet, repository);
  store.git("commit", "-am", "second");
  const behind = await store.run(prompt, "--var", "base=HEAD~1...");
  expect(behind.json.output.summary).toBe("accept: Fine.");
  const wrong = await store.run(prompt, "--var", "base=nowhere");
  expect(wrong.json.error.message).toContain('git cannot compare with "nowhere"');
  const option = await store.run(prompt, "--var", "base=--output=stolen");
  expect(option.json.error.message).toContain('git cannot compare with "--output=stolen"');
  expect(await Bun.file(join(store.work, "stolen")).exists()).toBe(false);
});

test("a long diff is cut, and everybody is told; so are files git does not know", async () => {
  await using store = await BundleStore.create("review-diff", quiet, repository);
  writeFileSync(join(store.work, "src/users.js"), "export const line = 1;\n".repeat(30_000));
  writeFileSync(join(store.work, "new.js"), "1\n");
  const { json } = await store.run(prompt);
  const note = "NOTE: the diff is longer than 120000 bytes";
  expect(store.asked(note)).toBe(4);
  expect(store.asked("files git does not know were not reviewed:\nnew.js")).toBe(4);
  expect(json.output.summary).toContain("only the first part of the diff was reviewed");
  expect(store.model.requests[0]?.prompt.length).toBeLessThan(125_000);
});

test("an answer of another shape is mended once, while the other reviews are not asked again", async () => {
  const first = { when: HOLES, text: "no holes, I think" };
  await using store = await BundleStore.create("review-diff", [first, ...quiet], repository);
  expect((await store.run(prompt)).exitCode).toBe(0);
  expect([BUGS, HOLES, READER].map((text) => store.asked(text))).toEqual([1, 2, 1]);
});

test("PROMISE-1: killed while one reviewer is still thinking, only that one is asked again", async () => {
  const slow = { ...nothing(HOLES), hold: true };
  await using store = await BundleStore.create("review-diff", [slow, ...quiet], repository);
  const id = (await store.run(prompt, "--detach")).json.executionId;
  await store.model.asked(3);
  const receipts = async () =>
    (await store.home.records(id)).filter((one) => one.kind === "receipt" && one.executor === "agents:llm");
  await until(async () => ((await receipts()).length === 2 ? true : null), "two of three answers");
  await store.home.crash();
  const plan = (await store.uw("resume", id, "--plan")).json;
  expect(plan.kept.steps).toBe(1);
  expect(plan.runs).toHaveLength(1);
  expect((await store.uw("resume", id)).json.status).toBe("ok");
  expect([BUGS, HOLES, READER, JUDGE].map((text) => store.asked(text))).toEqual([1, 2, 1, 1]);
});

test("the recorded thread is whole, and the bundle of today comes to the same", async () => {
  expect(await problemsOf("review-diff")).toEqual([]);
  const { recorded, today } = await reenact("review-diff", flow);
  expect(today).toEqual(recorded);
});

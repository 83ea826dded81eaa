// RFC-001 section 8 from outside: sources that use createRoleModerator are built by `add`, run, forked and resumed.
// The helper's own tests are in ../authoring.
import { expect, test } from "bun:test";
import { TempHome } from "../../../../tests/support/temp-home.ts";

/** A planner, then coders; each appends its name to a file, so that a role that ran twice is seen. */
function source(moderator: string): string {
  return `import { appendFileSync, existsSync } from "node:fs";
import { createRoleModerator, END } from "@uncaged/workflow";

async function act(name: string, prompt: string, round: number) {
  while (prompt.startsWith("/") && !existsSync(prompt + "/open-" + round)) await new Promise((go) => setTimeout(go, 5));
  if (prompt.startsWith("/")) appendFileSync(prompt + "/acted", name + "\\n");
  return { content: name + " after " + (round - 1), meta: { round } };
}

export default createRoleModerator<{ planner: { round: number }; coder: { round: number } }>({
  roles: {
    planner: (ctx) => act("planner", ctx.start.content, ctx.steps.length + 1),
    coder: (ctx) => act("coder", ctx.start.content, ctx.steps.length + 1),
  },
  moderator: ${moderator},
});
void END;
`;
}

const PLAN_THEN_CODE = '(ctx) => (ctx.steps.length === 0 ? "planner" : ctx.steps.length < 3 ? "coder" : END)';
const ENDLESS = '(ctx) => (ctx.steps.length === 0 ? "planner" : "coder")';

async function addSource(home: TempHome, moderator: string): Promise<void> {
  const ran = await home.uw(["add", "flow", await home.file("flow.ts", source(moderator)), "--json"]);
  if (ran.exitCode !== 0) throw new Error(ran.stdout + ran.stderr);
}

test("RFC-62: a two-role workflow is built from its source, added and run", async () => {
  await using home = await TempHome.create();
  await addSource(home, PLAN_THEN_CODE);
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(ran.json).toMatchObject({ status: "ok", output: { returnCode: 0, roles: 3 } });
  expect(await home.roles(ran.json.executionId)).toEqual(["planner", "coder", "coder"]);
});

test("RFC-71: a moderator that returns a Promise fails the thread with a clear message", async () => {
  await using home = await TempHome.create();
  await addSource(home, '(async () => "planner") as never');
  const ran = await home.uw(["run", "flow", "--json"]);
  expect([ran.exitCode, ran.json.status, ran.json.error.code]).toEqual([1, "failed", "WORKFLOW_FAILED"]);
  expect(ran.json.error.message).toContain("the moderator returned a Promise");
  expect(await home.roles(ran.json.executionId)).toEqual([]);
});

test("RFC-74: an endless moderator with maxRounds 2 makes two steps and completes, and the summary says why", async () => {
  await using home = await TempHome.create();
  await addSource(home, ENDLESS);
  const ran = await home.uw(["run", "flow", "--max-rounds", "2", "--json"]);
  expect([ran.exitCode, ran.json.status]).toEqual([0, "ok"]);
  expect(ran.json.output).toMatchObject({ returnCode: 0, roles: 2, reachedMaxRounds: true });
  expect(ran.json.output.summary).toContain("2 rounds (maxRounds)");
  const records = await home.records(ran.json.executionId);
  expect(records.map((record) => record.role ?? record.kind ?? "start")).toEqual([
    "start",
    "planner",
    "coder",
    "result",
    "seal",
  ]);
});

test("RFC-77: a fork with 2 steps and maxRounds 3 makes one new step", async () => {
  await using home = await TempHome.create();
  await addSource(home, ENDLESS);
  const first = (await home.uw(["run", "flow", "--max-rounds", "3", "--json"])).json.executionId;
  const fork = (await home.uw(["fork", first, "--json"])).json;
  const records = await home.records(fork.executionId);
  expect(records[0].forkFrom.steps).toBe(2);
  expect(fork.output).toMatchObject({ roles: 3, reachedMaxRounds: true });
  expect(fork.steps.map((step: { output: { content: string } }) => step.output.content)).toEqual([
    "planner after 0",
    "coder after 1",
    "coder after 2",
  ]);
});

test("RFC-79: an unknown role ends the thread with returnCode 1 and its name", async () => {
  await using home = await TempHome.create();
  await addSource(home, '(() => "ghost") as never');
  const ran = await home.uw(["run", "flow", "--json"]);
  expect([ran.exitCode, ran.json.status, ran.json.error.code]).toEqual([1, "failed", "WORKFLOW_FAILED"]);
  expect(ran.json.output.returnCode).toBe(1);
  expect(ran.json.output.summary).toContain("ghost");
});

test("RFC-80: with planner's step kept, a fork begins with coder", async () => {
  await using home = await TempHome.create();
  await addSource(home, PLAN_THEN_CODE);
  const first = (await home.uw(["run", "flow", "--prompt", "one", "--json"])).json.executionId;
  const fork = await home.uw(["fork", first, "--from-role", "planner", "--prompt", "two", "--json"]);
  const completed = fork.events.filter((event) => event.type === "step.completed").map((event) => event.role);
  expect(completed).toEqual(["coder", "coder"]);
  const records = await home.records(fork.json.executionId);
  expect(records[0].parameters.prompt).toBe("two");
  expect(records[1].timestamp).toBe((await home.records(first))[1].timestamp);
  expect(records[2].content).toBe("coder after 1");
});

test("RFC-81: after a crash a moderator bundle resumes with the next role and does not repeat the planner", async () => {
  await using home = await TempHome.create();
  await addSource(home, PLAN_THEN_CODE);
  const id = await home.start("flow", "--prompt", home.dir);
  await home.open(1);
  await home.untilSteps(id, 1);
  await home.crash();
  await home.open(2, 3);
  expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
  expect(await home.roles(id)).toEqual(["planner", "coder", "coder"]);
  expect(await Bun.file(`${home.dir}/acted`).text()).toBe("planner\ncoder\ncoder\n");
});

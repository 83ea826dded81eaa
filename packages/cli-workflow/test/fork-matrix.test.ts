// fork --matrix: variants side by side.
import { expect, test } from "bun:test";
import { TempHome, until } from "../../../tests/support/temp-home.ts";

/** Says which model it has, and what that costs. */
const TASTER = `
export const descriptor = { description: "d", roles: {} };
const cost = { a: 0.1, b: 0.02, none: 0 };
export default async function* (input) {
  const { model = "none", tone = "plain" } = input.variables ?? {};
  if (input.steps.length === 0) yield { role: "planner", content: "plan", meta: { costUsd: 1 } };
  if (model === "bad") throw new Error("no such model");
  yield { role: "writer", content: model + " " + tone, meta: { costUsd: cost[model] ?? 0 } };
  return { returnCode: 0, summary: "by " + model };
}
`;

type Row = { variables: object; executionId: string; status: string; firstDifference: number | null };

async function origin(home: TempHome): Promise<string> {
  await home.add("taster", TASTER);
  return (await home.uw(["run", "taster", "--json"])).json.executionId;
}

test("one fork per value, each a thread of its own, compared with the thread they come from", async () => {
  await using home = await TempHome.create();
  const id = await origin(home);
  const swept = await home.uw(["fork", id, "--from-step", "1", "--matrix", "model=a,b,none", "--json"]);
  expect(swept.exitCode).toBe(0);
  expect(swept.json.origin).toBe(id);
  expect(swept.json.variants).toMatchObject([
    { variables: { model: "a" }, summary: "by a", steps: 1, costUsd: 0.1, firstDifference: 2 },
    { variables: { model: "b" }, summary: "by b", steps: 1, costUsd: 0.02, firstDifference: 2 },
    { variables: { model: "none" }, summary: "by none", steps: 1, costUsd: 0, firstDifference: null },
  ]);
  const ids = new Set(swept.json.variants.map((one: Row) => one.executionId));
  expect(ids.size).toBe(3);
  const events = swept.stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.at(-1).type).toBe("execution.finished");
  expect(events.filter(({ type }) => type === "execution.finished")).toHaveLength(3);
  const forks = (await home.uw(["thread", id, "--json"])).json.forks;
  expect(new Set(forks)).toEqual(ids);
});

test("two names are swept in every combination; --var holds for all", async () => {
  await using home = await TempHome.create();
  const id = await origin(home);
  const two = await home.uw([
    "fork",
    id,
    "--from-step",
    "1",
    "--matrix",
    "model=a,b",
    "--matrix",
    "tone=dry,kind",
    "--json",
  ]);
  expect(two.json.variants.map((one: Row) => Object.values(one.variables).join(" "))).toEqual([
    "a dry",
    "a kind",
    "b dry",
    "b kind",
  ]);
  const held = await home.uw([
    "fork",
    id,
    "--from-step",
    "1",
    "--var",
    "tone=dry",
    "--matrix",
    "model=a",
    "--json",
  ]);
  const thread = (await home.uw(["thread", held.json.variants[0].executionId, "--json"])).json;
  expect(thread.parameters.variables).toEqual({ tone: "dry", model: "a" });
});

test("a variant that fails is a row, and the exit code says so", async () => {
  await using home = await TempHome.create();
  const id = await origin(home);
  const swept = await home.uw(["fork", id, "--from-step", "1", "--matrix", "model=a,bad", "--json"]);
  expect(swept.exitCode).toBe(1);
  expect(swept.json.variants.map((one: Row) => one.status)).toEqual(["completed", "failed"]);
});

test("people get a table", async () => {
  await using home = await TempHome.create();
  const id = await origin(home);
  const swept = await home.uw(["fork", id, "--from-step", "1", "--matrix", "model=a,none"]);
  const lines = swept.stdout.trim().split("\n");
  expect(lines[0]).toMatch(/^VARIANT +THREAD +STATUS +STEPS +TOKENS +COST +TIME +DIFFERS +RESULT$/);
  expect(lines[1]).toMatch(/^model=a +\w{26} +completed +1 +0 +\$0.10 .* at step 2 +by a$/);
  expect(lines[2]).toMatch(/^model=none .* - +by none$/);
});

test("Ctrl-C stops watching; the variants go on, and are named", async () => {
  await using home = await TempHome.create();
  await home.add(
    "waiter",
    `import { existsSync } from "node:fs";
export default async function* ({ prompt, steps, variables }) {
  if (steps.length === 0) yield { role: "first", content: "", meta: {} };
  while (variables?.pace === "slow" && !existsSync(prompt + "/open-1")) await new Promise((go) => setTimeout(go, 5));
  yield { role: "second", content: "", meta: {} };
  return { returnCode: 0, summary: "done" };
}`,
  );
  const id = (await home.uw(["run", "waiter", "--prompt", home.dir, "--json"])).json.executionId;
  const matrix = home.spawn(["fork", id, "--from-step", "1", "--matrix", "pace=quick,slow", "--json"]);
  const rows = await until(async () => {
    const { threads } = (await home.uw(["threads", "--json"])).json;
    return threads.some(({ status }: Row) => status === "running") && threads.length === 3 ? threads : null;
  }, "the slow one to run alone");
  await home.untilStatus(rows[1].threadId, "completed");
  matrix.kill("SIGINT");
  expect(await matrix.exited).toBe(0);
  const { origin, variants } = JSON.parse(await new Response(matrix.stdout).text());
  expect(origin).toBe(id);
  expect(variants.map(({ executionId }: Row) => executionId)).toEqual([rows[1].threadId, rows[0].threadId]);
  expect(variants[1].status).toBe("running");
  await home.open(1);
  await home.untilStatus(rows[0].threadId, "completed");
});

test("a matrix that is none is refused before anything starts", async () => {
  await using home = await TempHome.create();
  const id = await origin(home);
  const many = `n=${Array.from({ length: 33 }, (_, index) => index).join(",")}`;
  for (const bad of ["model", "=a,b", "model=", "model=a,,b", "model=a,a", "9=a", many]) {
    const ran = await home.uw(["fork", id, `--matrix=${bad}`, "--json"]);
    expect([bad.slice(0, 9), ran.exitCode, ran.json.error.code]).toEqual([bad.slice(0, 9), 10, "USAGE"]);
  }
  expect((await home.uw(["fork", id, "--matrix", "m=a", "--plan", "--json"])).exitCode).toBe(10);
  expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
});

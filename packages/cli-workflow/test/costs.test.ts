// What threads paid: in the list, and in sums.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { recordedFile } from "../../../scripts/scene.ts";
import { paidCalls, pay, paying } from "../../../tests/support/paid-calls.ts";
import { TempHome, until } from "../../../tests/support/temp-home.ts";

const MODES = ["strict", "steps"] as const;
const IN_OUT = { inputTokens: 100, outputTokens: 10 };
const COUNTED = { input: 100, output: 10, total: 110 };
const A = { usd: 0.25, usage: IN_OUT, model: "m/a" };
const B = { usd: 0.5, usage: { totalTokens: 7 }, model: "m/b" };
const UNPRICED = { usage: IN_OUT, model: "local/c" };
const NOTHING = { threads: 0, calls: 0, unpriced: 0, tokens: { input: 0, output: 0, total: 0 }, costUsd: 0 };

const step = (role: string, meta: object = {}) =>
  `  yield { role: "${role}", content: "", meta: ${JSON.stringify(meta)} };`;

async function run(home: TempHome, name: string): Promise<string> {
  return (await home.uw(["run", name, "--json"])).json.executionId;
}

const costs = async (home: TempHome, ...flags: string[]) =>
  (await home.uw(["costs", "--json", ...flags])).json;

async function paidBy(home: TempHome): Promise<Record<string, number>> {
  const { threads } = (await home.uw(["threads", "--json", "--all"])).json;
  return Object.fromEntries(
    threads.map(({ threadId, costUsd }: { threadId: string; costUsd: number }) => [threadId, costUsd]),
  );
}

describe.each(MODES)("in %s mode", (mode) => {
  test("costs sums what threads paid, by workflow, model and day; a call without a price is counted as such", async () => {
    await using home = await TempHome.create();
    await paidCalls(home);
    await home.add("one", paying(mode, pay(A), pay(B), step("told", { costUsd: 1 })));
    await home.add("two", paying(mode, pay(A), pay(UNPRICED)));
    await home.add("free", paying(mode));
    for (const name of ["one", "two", "two", "free"]) await run(home, name);
    const total = {
      threads: 3,
      calls: 6,
      unpriced: 2,
      tokens: { input: 500, output: 50, total: 557 },
      costUsd: 2.25,
    };
    expect(await costs(home)).toEqual({
      since: null,
      by: "workflow",
      rows: [
        {
          key: "one",
          threads: 1,
          calls: 2,
          unpriced: 0,
          tokens: { input: 100, output: 10, total: 117 },
          costUsd: 1.75,
        },
        {
          key: "two",
          threads: 2,
          calls: 4,
          unpriced: 2,
          tokens: { input: 400, output: 40, total: 440 },
          costUsd: 0.5,
        },
      ],
      total,
    });
    const byModel = await costs(home, "--by", "model", "--since", "1h");
    expect(byModel.rows).toEqual([
      { key: null, threads: 1, calls: 0, unpriced: 0, tokens: NOTHING.tokens, costUsd: 1 },
      {
        key: "m/a",
        threads: 3,
        calls: 3,
        unpriced: 0,
        tokens: { input: 300, output: 30, total: 330 },
        costUsd: 0.75,
      },
      {
        key: "m/b",
        threads: 1,
        calls: 1,
        unpriced: 0,
        tokens: { input: 0, output: 0, total: 7 },
        costUsd: 0.5,
      },
      {
        key: "local/c",
        threads: 2,
        calls: 2,
        unpriced: 2,
        tokens: { input: 200, output: 20, total: 220 },
        costUsd: 0,
      },
    ]);
    expect(byModel.total).toEqual(total);
    const { rows } = await costs(home, "--by", "day");
    expect(
      rows.map(({ key }: { key: string }) => key).every((key: string) => /^\d{4}-\d\d-\d\d$/.test(key)),
    ).toBe(true);
    const { stdout } = await home.uw(["costs", "--by", "model"]);
    expect(stdout).toMatch(/^MODEL +THREADS +CALLS +TOKENS IN +OUT +TOKENS +COST +NO PRICE\n/);
    expect(stdout).toMatch(/\ntotal +3 +6 +500 +50 +557 +>= \$2\.25 +2\nof 2 calls nobody knows the cost/);
    expect(Object.values(await paidBy(home)).sort()).toEqual([0, 0.25, 0.25, 1.75]);
  });

  test("what a fork took over, and answers found again by other code, are not paid twice", async () => {
    await using home = await TempHome.create();
    await paidCalls(home);
    await home.add("flow", paying(mode, pay(A), step("mid"), pay(B), step("end")));
    const origin = await run(home, "flow");
    const kept = (await home.uw(["fork", origin, "--from-step", "2", "--json"])).json.executionId;
    // The same calls, in code that steps otherwise.
    const other = await home.file(
      "other.esm.js",
      paying(mode, pay(A), step("mid"), pay(B), step("end"), step("more")),
    );
    const found = (await home.uw(["fork", origin, "--from-step", "1", "--bundle", other, "--json"])).json;
    expect(found.ok).toBe(true);
    const records = await home.records(found.executionId);
    expect(records.some((one) => one.kind === "intent" && one.reused !== undefined)).toBe(true);
    const own = await paidBy(home);
    // Code that goes on behind its steps asks again for what stands before them, and pays again.
    const again = mode === "strict" ? 0 : 0.25;
    expect([own[origin], own[kept], own[found.executionId]]).toEqual([0.75, 0.5 + again, 0]);
    const calls = mode === "strict" ? 3 : 4;
    expect((await costs(home)).total).toMatchObject({ threads: 2, calls, costUsd: 1.25 + again });
  });

  test("threads that failed, were killed, or run now count what they paid", async () => {
    await using home = await TempHome.create();
    await paidCalls(home);
    const waiting = `  yield { do: "effect", effect: "sys/exec@1", params: { argv: ["sleep", "60"] } };`;
    const source = (...lines: string[]) =>
      paying(mode, ...lines).replace('["pay/call@1"]', '["pay/call@1","sys/exec@1"]');
    await home.add("fails", source(pay(A), `  throw new Error("no");`));
    await home.add("stays", source(pay(B), waiting));
    const failed = await run(home, "fails");
    const start = async () => (await home.uw(["run", "stays", "--detach", "--json"])).json.executionId;
    const killed = await start();
    const isPaid = (id: string) =>
      until(async () => ((await paidBy(home))[id] === 0.5 ? true : null), "the call to be paid");
    await isPaid(killed);
    await home.uw(["kill", killed, "--json"]);
    const live = await start();
    await isPaid(live);
    expect(await paidBy(home)).toEqual({ [failed]: 0.25, [killed]: 0.5, [live]: 0.5 });
    const { rows, total } = await costs(home, "--since", "1d");
    expect(rows).toMatchObject([
      { key: "stays", threads: 2, calls: 2, costUsd: 1 },
      { key: "fails", threads: 1, calls: 1, costUsd: 0.25, tokens: COUNTED },
    ]);
    expect(total.costUsd).toBe(1.25);
    await home.uw(["kill", live, "--json"]);
  });
});

test("a dry run pays nothing", async () => {
  await using home = await TempHome.create();
  await paidCalls(home);
  await home.add("flow", paying("strict", pay(A)));
  const receipts = await home.file("receipts.json", JSON.stringify([{ usage: IN_OUT }]));
  const ran = await home.uw(["run", "flow", "--dry-run", "--receipts", receipts, "--json"]);
  expect(ran.json.ok).toBe(true);
  expect((await costs(home)).total).toEqual(NOTHING);
  expect(Object.values(await paidBy(home))).toEqual([0]);
});

test("an answer that does not fit its schema was paid for", async () => {
  await using home = await TempHome.create();
  await paidCalls(home);
  const effects = JSON.parse(readFileSync(home.layout.effects, "utf8"));
  effects.effects["pay/call@1"].receipt = { type: "object", required: ["answer"] };
  writeFileSync(home.layout.effects, JSON.stringify(effects));
  await home.add("flow", paying("strict", pay(A)));
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(ran.json.error.code).toBe("RECEIPT_FAULT");
  expect(ran.json.output.spent.costUsd).toBe(0.25);
  expect((await costs(home)).total).toMatchObject({ calls: 1, costUsd: 0.25 });
});

test("ROWS-1: without an index, and with rows of a version before, the journals say what was paid", async () => {
  await using home = await TempHome.create();
  await paidCalls(home);
  await home.add("flow", paying("strict", pay(A)));
  await home.add("free", paying("strict"));
  const [id, free] = [await run(home, "flow"), await run(home, "free")];
  await home.untilQuiet();
  const want = { [id]: 0.25, [free]: 0 };
  const database = home.openIndex();
  database.run("UPDATE threads SET micro_usd = NULL, paid_calls = NULL");
  expect((await costs(home)).total.costUsd).toBe(0.25);
  expect(await paidBy(home)).toEqual(want);
  const rows = database.query("SELECT micro_usd, paid_calls FROM threads ORDER BY thread_id").values();
  expect(rows).toEqual([
    [250_000, 1],
    [0, 0],
  ]);
  database.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(home.layout.database + end, { force: true });
  expect(await paidBy(home)).toEqual(want);
  expect((await home.uw(["fsck", "--rebuild", "--json"])).json.rebuilt).toBe(2);
  expect((await costs(home)).total.costUsd).toBe(0.25);
});

test("a schema of before gets the new columns, and keeps its rows", async () => {
  await using home = await TempHome.create();
  await paidCalls(home);
  await home.add("flow", paying("strict", pay(A)));
  const id = await run(home, "flow");
  await home.untilQuiet();
  const database = home.openIndex();
  for (const column of ["micro_usd", "paid_calls", "unpriced"])
    database.run(`ALTER TABLE threads DROP COLUMN ${column}`);
  database.run("PRAGMA user_version = 3");
  database.close();
  expect(await paidBy(home)).toEqual({ [id]: 0.25 });
});

test("--since counts line by line, and a damaged thread is told, not counted", async () => {
  await using home = await TempHome.create();
  const text = readFileSync(recordedFile("solve-issue", "thread.jsonl"), "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const path = home.layout.journal(lines[0].hash, lines[0].threadId);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const paid = lines.filter(({ kind, costUsd }) => kind === "receipt" && costUsd > 0);
  const sum = (some: { costUsd: number }[]) =>
    Math.round(some.reduce((all, { costUsd }) => all + costUsd, 0) * 1e6) / 1e6;
  expect((await costs(home)).total.costUsd).toBe(sum(paid));
  const middle = paid[2].timestamp;
  const since = new Date(middle).toISOString();
  const later = paid.filter(({ timestamp }) => timestamp >= middle);
  expect(later.length).toBeLessThan(paid.length);
  const answer = await costs(home, "--since", since, "--by", "day");
  expect(answer).toMatchObject({
    since,
    rows: [{ key: since.slice(0, 10) }],
    total: { costUsd: sum(later) },
  });
  expect((await costs(home, "--since", "2099-01-01")).total).toEqual(NOTHING);
  writeFileSync(path, text.replace('"kind":"receipt"', '"kind":"RECEIPT"'));
  const damaged = await home.uw(["costs", "--json"]);
  expect(damaged.json).toMatchObject({ total: NOTHING, problems: [{ threadId: lines[0].threadId }] });
  expect((await home.uw(["costs"])).stderr).toContain(`not counted: ${lines[0].threadId} JOURNAL_CORRUPT`);
});

test.each([
  ["--since", "yesterday"],
  ["--since", "7"],
  ["--since", "2026-02-31"],
  ["--since", ""],
  ["--by", "month"],
])("costs %s %j is refused with what it takes", async (flag, value) => {
  await using home = await TempHome.create();
  const { exitCode, json } = await home.uw(["costs", flag, value, "--json"]);
  expect([exitCode, json.error.code]).toEqual([10, "USAGE"]);
  expect(json.error.hint).toContain("uncaged-workflow costs --");
});

test("costs of a store without threads is nothing", async () => {
  await using home = await TempHome.create();
  expect(await costs(home)).toEqual({ since: null, by: "workflow", rows: [], total: NOTHING });
  expect((await home.uw(["costs", "--since", "7d"])).stdout).toMatch(/^nothing was paid since .* UTC\n$/);
});

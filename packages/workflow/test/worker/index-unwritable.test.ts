// H5: an index that cannot be written costs no thread and no worker, and is made good later.
import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { gated, yielding } from "../../../../tests/support/bundles.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const sleeping = (determinism: string) =>
  yielding(
    `if (steps.length === 0) yield { role: "before", content: "", meta: {} };
  yield { do: "sleep", ms: 3600000 };
  return { returnCode: 0, summary: "woke" };`,
    { determinism },
  );

/** Another process writes, and does not come to an end. */
function hold(home: TempHome): () => void {
  const database = home.openIndex();
  database.run("BEGIN IMMEDIATE");
  return () => {
    database.run("ROLLBACK");
    database.close();
  };
}

function sql(home: TempHome, statement: string): void {
  const database = home.openIndex();
  database.run(statement);
  database.close();
}

const statusInIndex = (home: TempHome, id: string): string | null => {
  const database = home.openIndex({ readonly: true });
  const row = database
    .query<{ status: string }, [string]>("SELECT status FROM threads WHERE thread_id = ?")
    .get(id);
  database.close();
  return row?.status ?? null;
};

/** Every write of a row fails as on a full disk. */
const FULL = `CREATE TRIGGER full BEFORE INSERT ON threads BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`;

describe.each(["strict", "steps"])("in %s mode", (mode) => {
  test("H5: a thread runs, sleeps and is woken while another process holds the database", async () => {
    await using home = await TempHome.create();
    await home.add("sleeper", sleeping(mode));
    await home.add("flow", gated(2));
    const beside = await home.start("flow", "--prompt", home.dir);
    const letGo = hold(home);
    const ran = (await home.uw(["run", "sleeper", "--json"])).json;
    expect(ran).toMatchObject({ ok: true, status: "waiting" });
    await home.open(1);
    await home.untilSteps(beside, 1);
    expect((await home.uw(["ps", "--json"])).json.threads).toMatchObject([{ threadId: beside, steps: 1 }]);
    const woken = (await home.uw(["tick", "--now", String(Date.now() + 7_200_000), "--json"])).json.woken;
    expect(woken).toEqual([ran.executionId]);
    await home.untilStatus(ran.executionId, "completed");
    letGo();
    await home.open(2);
    await home.untilStatus(beside, "completed");
    await until(async () => (statusInIndex(home, beside) === "completed" ? true : null), "the row");
  });
});

test("H5: while rows cannot be written, the worker says so in ps, fsck and the log, and writes them afterwards", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(2));
  sql(home, FULL);
  const id = await home.start("flow", "--prompt", home.dir);
  const [pid] = await home.workers();
  const { behind } = await until(async () => {
    const { json } = await home.uw(["ps", "--json"]);
    return json.behind === undefined ? null : json;
  }, "the worker to say it");
  expect(behind).toMatchObject([{ pid, rows: 1, said: expect.stringContaining("full") }]);
  const { exitCode, json } = await home.uw(["fsck", "--json"]);
  expect([exitCode, json.ok, json.problems[0].code]).toEqual([0, false, "INDEX_BEHIND"]);
  const { lines } = (await home.uw(["logs", id, "--json"])).json;
  expect(lines.map((one: { tag: string }) => one.tag)).toContain("K2X9D4QH");
  await home.open(1);
  await home.untilSteps(id, 1);
  sql(home, "DROP TRIGGER full");
  await until(async () => (statusInIndex(home, id) === "running" ? true : null), "the row");
  expect((await home.uw(["ps", "--json"])).json.behind).toBeUndefined();
  expect(await home.workers()).toEqual([pid as number]);
  await home.open(2);
  await home.untilStatus(id, "completed");
});

test("H5: kill, thread rm and a worker that starts do without the index", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(2));
  const [first, second] = [
    await home.start("flow", "--prompt", home.dir),
    await home.start("flow", "--prompt", home.dir),
  ];
  const letGo = hold(home);
  expect((await home.uw(["kill", first, "--json"])).json.status).toBe("killed");
  expect((await home.uw(["thread", "rm", first, "--json"])).json.removed).toBe(true);
  await home.crash();
  expect((await home.uw(["resume", second, "--detach", "--json"])).exitCode).toBe(0);
  expect((await home.uw(["threads", "--json"])).json.threads).toMatchObject([
    { threadId: second, status: "running" },
  ]);
  letGo();
  await home.open(1, 2);
  await home.untilStatus(second, "completed");
});

test("H5: a worker writes into the database that stands there now", async () => {
  await using home = await TempHome.create();
  await home.add("flow", gated(1));
  const id = await home.start("flow", "--prompt", home.dir);
  for (const end of ["", "-wal", "-shm"]) rmSync(home.layout.database + end, { force: true });
  expect((await home.uw(["fsck", "--rebuild", "--json"])).json.rebuilt).toBe(1);
  await home.open(1);
  await home.untilStatus(id, "completed");
  await home.untilQuiet();
  expect(statusInIndex(home, id)).toBe("completed");
});

test("H5: a database that is none stops no thread that runs", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("flow", gated(1));
  const id = await home.start("flow", "--prompt", home.dir);
  for (const end of ["", "-wal", "-shm"]) rmSync(home.layout.database + end, { force: true });
  await Bun.write(home.layout.database, "no database at all ".repeat(99));
  await home.open(1);
  const journal = Bun.file(home.layout.journal(hash, id));
  await until(async () => ((await journal.text()).includes('"kind":"seal"') ? true : null), "its end");
  expect((await home.uw(["threads", "--json"])).json.error.code).toBe("STATE_INVALID");
  await home.uw(["fsck", "--rebuild"]);
  expect((await home.uw(["threads", "--json"])).json.threads).toMatchObject([{ status: "completed" }]);
});

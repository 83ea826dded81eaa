// H4: where a row of the index does not fit its journal, the journal decides.
import { describe, expect, test } from "bun:test";
import { copyFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { counting, gated, yielding } from "../../../../tests/support/bundles.ts";
import { TempHome } from "../../../../tests/support/temp-home.ts";
import { openDatabase } from "../../src/disk/database.ts";
import { getRow, type IndexRow, mendRows, putRow } from "../../src/store/thread-index.ts";

const HOUR = 3_600_000;
const FUTURE = String(Date.now() + 48 * HOUR);
const MODES = ["strict", "steps"] as const;
const sleeping = (determinism: string) =>
  yielding(
    `if (steps.length === 0) yield { role: "before", content: "", meta: {} };
  yield { do: "sleep", ms: ${HOUR} };
  yield { role: "after", content: "", meta: {} };
  return { returnCode: 0, summary: "woke" };`,
    { determinism },
  );
const APPROVING = yielding(`yield { do: "approve", prompt: "Ship?", ttlMs: ${HOUR} };
  return { returnCode: 0, summary: "shipped" };`);

/** Changes the index by hand. */
function sql(home: TempHome, statement: string, ...values: (string | number)[]): void {
  const database = home.openIndex();
  database.run(statement, values);
  database.close();
}

function rowOf(home: TempHome, threadId: string): IndexRow {
  const database = home.openIndex({ readonly: true });
  const row = database.query<IndexRow, [string]>("SELECT * FROM threads WHERE thread_id = ?").get(threadId);
  database.close();
  return row as IndexRow;
}

function restore(home: TempHome, copy: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(home.layout.database + end, { force: true });
  copyFileSync(copy, home.layout.database);
}

async function parked(home: TempHome, name: string): Promise<string> {
  const { executionId } = (await home.uw(["run", name, "--json"])).json;
  await home.untilQuiet();
  return executionId;
}

describe.each(MODES)("tick, with bundles in %s mode", (mode) => {
  test.each([
    ["lost its time", "UPDATE threads SET wake_at = NULL, size = size - 1"],
    [
      "is from before the sleep",
      "UPDATE threads SET status = 'paused', waiting_on = NULL, wake_at = NULL, size = 10",
    ],
    ["sleeps longer", `UPDATE threads SET wake_at = ${8e15}, size = 10`],
    ["says that the thread has ended", "UPDATE threads SET status = 'completed', size = size + 700"],
    ["says that the thread is damaged", "UPDATE threads SET status = 'corrupt', size = 0"],
    ["is gone", "DELETE FROM threads"],
  ])("H4: wakes a thread whose row %s", async (_what, damage) => {
    await using home = await TempHome.create();
    await home.add("flow", sleeping(mode));
    const id = await parked(home, "flow");
    sql(home, damage);
    const report = (await home.uw(["tick", "--now", FUTURE, "--json"])).json;
    expect(report).toMatchObject({ due: 1, woken: [id], failed: [] });
    await home.untilStatus(id, "completed");
    expect(await home.roles(id)).toEqual(["before", "after"]);
  });

  test("H4: after state.db was restored from before a thread slept, wakes it", async () => {
    await using home = await TempHome.create();
    await home.add("flow", sleeping(mode));
    const first = await parked(home, "flow");
    const copy = join(home.dir, "copy.db");
    sql(home, "PRAGMA wal_checkpoint(TRUNCATE)");
    copyFileSync(home.layout.database, copy);
    const second = await parked(home, "flow");
    restore(home, copy);
    const { woken } = (await home.uw(["tick", "--now", FUTURE, "--json"])).json;
    expect(woken.sort()).toEqual([first, second].sort());
  });
});

describe("everything that reads the index", () => {
  test("H4: approvals and expiries see what waits, whatever its row says", async () => {
    await using home = await TempHome.create();
    await home.add("flow", APPROVING);
    const id = await parked(home, "flow");
    for (const damage of ["UPDATE threads SET status = 'completed', size = 1", "DELETE FROM threads"]) {
      sql(home, damage);
      expect((await home.uw(["approvals", "--json"])).json.approvals).toMatchObject([{ threadId: id }]);
    }
    sql(home, "UPDATE threads SET status = 'killed', size = 1, wake_at = NULL");
    const { expired } = (await home.uw(["tick", "--now", FUTURE, "--json"])).json;
    expect(expired).toEqual([id]);
    await home.untilStatus(id, "cancelled");
  });

  test("H4: threads and resume --all go by the journal of an interrupted thread", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    await home.crash();
    sql(home, "UPDATE threads SET status = 'completed', size = size + 5000");
    const [listed] = (await home.uw(["threads", "--json"])).json.threads;
    expect(listed).toMatchObject({ threadId: id, status: "interrupted", steps: 1 });
    sql(home, "DELETE FROM threads");
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
    sql(home, "UPDATE threads SET status = 'completed', size = size + 5000");
    expect((await home.uw(["resume", "--all", "--json"])).json.resumed).toEqual([id]);
    await home.open(2);
    await home.untilStatus(id, "completed");
  });

  test("H4: what was read is put into the index, and a row that fits is believed without its journal", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    await home.add("other", sleeping("strict"));
    const done = [await parked(home, "flow"), await parked(home, "flow")];
    const asleep = await parked(home, "other");
    sql(home, "UPDATE threads SET status = 'paused', size = 3, wake_at = NULL");
    await home.uw(["threads", "--json"]);
    expect([...done, asleep].map((id) => rowOf(home, id).status)).toEqual([
      "completed",
      "completed",
      "waiting",
    ]);
    // Other bytes, as many as before: who opens one of these files finds it damaged.
    for (const id of [...done, asleep]) {
      const path = await home.journalPath(id);
      writeFileSync(path, "x".repeat(statSync(path).size));
    }
    const { threads } = (await home.uw(["threads", "--all", "--json"])).json;
    expect(threads.map((one: { status: string }) => one.status)).toEqual([
      "waiting",
      "completed",
      "completed",
    ]);
    expect((await home.uw(["tick", "--json"])).json).toMatchObject({ evaluated: 1, due: 0, failed: [] });
  });
});

describe("fsck --rebuild", () => {
  test("H4: beside a running thread names its worker, and the others of a worker that hangs still go on", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const [first, second] = [
      await home.start("flow", "--prompt", home.dir),
      await home.start("flow", "--prompt", home.dir),
    ];
    const before = rowOf(home, first).worker;
    sql(home, "UPDATE threads SET worker = NULL, status = 'completed'");
    expect((await home.uw(["fsck", "--rebuild", "--json"])).json.rebuilt).toBe(2);
    expect(rowOf(home, first)).toMatchObject({ worker: before, status: "running" });
    const [pid] = await home.workers();
    process.kill(pid as number, "SIGSTOP");
    expect((await home.uw(["kill", first, "--json"])).exitCode).toBe(0);
    await home.open(1, 2);
    await home.untilStatus(second, "completed");
  });

  test("H4: leaves a row alone that a worker wrote while the journals were read", async () => {
    await using home = await TempHome.create();
    const database = openDatabase(await home.file("state.db", ""));
    const row: IndexRow = {
      thread_id: "01KQXKW18CT8G75T53R8F4G7YG",
      hash: "C9NMV6V2TQT81",
      name: "flow",
      prompt: "",
      started_at: 1,
      fork_from: null,
      worker: "w",
      status: "running",
      steps: 0,
      updated_at: 1,
      size: 100,
      waiting_on: null,
      wake_at: null,
      micro_usd: 0,
      paid_calls: 0,
      unpriced: 0,
    };
    const slept: IndexRow = { ...row, status: "waiting", size: 300, waiting_on: "timer", wake_at: 5 };
    putRow(database, slept);
    // Read while it ran; by now it sleeps.
    const anew = { row: { ...row, status: "interrupted" as const, size: 200 }, before: row };
    expect(mendRows(database, [anew])).toBe(0);
    expect(getRow(database, { threadId: row.thread_id, hash: row.hash })).toEqual(slept);
    expect(mendRows(database, [{ ...anew, before: slept }])).toBe(1);
    database.close();
  });
});

describe.each(MODES)("thread, with bundles in %s mode", (mode) => {
  test("ROWS-1: finds the forks of a thread after the index was lost, or has lost some of them", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2).replace("export default", `${descriptorOf(mode)}export default`));
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const fork = async () => (await home.uw(["fork", id, "--from-step", "1", "--json"])).json.executionId;
    const forks = [await fork(), await fork()].sort();
    await home.untilQuiet();
    const shown = async () => (await home.uw(["thread", id, "--json"])).json.forks;
    expect(await shown()).toEqual(forks);
    sql(home, "DELETE FROM threads WHERE thread_id = ?", forks[1] as string);
    expect(await shown()).toEqual(forks);
    for (const end of ["", "-wal", "-shm"]) rmSync(home.layout.database + end, { force: true });
    expect(await shown()).toEqual(forks);
    expect(rowOf(home, forks[0] as string).fork_from).toBe(id);
    await home.uw(["thread", "rm", forks[0] as string]);
    expect(await shown()).toEqual([forks[1]]);
  });
});

function descriptorOf(mode: string): string {
  return `export const descriptor = { description: "d", roles: {}, determinism: "${mode}" };\n`;
}

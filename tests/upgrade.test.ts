// A store that an older version wrote, used by this one: docs/upgrade.md promises it.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { VERBS } from "../packages/cli-workflow/src/catalogue.ts";
import { VERSION } from "../packages/cli-workflow/src/version.ts";
import { REPO, TempHome } from "./support/temp-home.ts";

const HOMES = join(REPO, "tests/fixtures/homes");
const VERSIONS = readdirSync(HOMES).sort();
const MODES = ["strict", "steps"] as const;
const env = { UNCAGED_ACTOR: "ann" };

setDefaultTimeout(60_000);

/** A copy, with the modes a store has: git keeps none. */
async function homeOf(version: string, without: string[] = []): Promise<TempHome> {
  const home = await TempHome.create();
  cpSync(join(HOMES, version), home.home, { recursive: true });
  for (const entry of readdirSync(home.home, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  chmodSync(home.home, 0o700);
  for (const name of without) rmSync(join(home.layout.root, name));
  return home;
}

const uw = (home: TempHome, ...args: string[]) => home.uw([...args, "--json"], { env });

type Row = { threadId: string; name: string; prompt: string; status: string; forkFrom: string | null };

async function rowsOf(home: TempHome): Promise<Row[]> {
  return (await uw(home, "threads", "--all")).json.threads;
}

function find(rows: Row[], name: string, prompt: string): string {
  const row = rows.find((one) => one.name === name && one.prompt === prompt && one.forkFrom === null);
  if (row === undefined) throw new Error(`no thread of ${name} that ${prompt}`);
  return row.threadId;
}

test("there is a store of this version: `bun scripts/record-home.ts` makes one", () => {
  expect(VERSIONS).toContain(VERSION);
});

describe.each(VERSIONS)("a store of %s", (version) => {
  test("every verb that reads it does", async () => {
    await using home = await homeOf(version);
    const rows = await rowsOf(home);
    expect(rows.map(({ status }) => status).sort()).toEqual(STATUSES);
    const shipped = find(rows, "ship-strict", "approved");
    const fork = rows.find(({ forkFrom }) => forkFrom === shipped)?.threadId ?? "";
    const waits = find(rows, "ship-steps", "waits");
    const calls: Record<string, string[][]> = {
      list: [[]],
      show: [["ship-strict"]],
      history: [["ship-strict"]],
      threads: [["ship-steps", "--status", "waiting"]],
      thread: rows.flatMap(({ threadId }) => [[threadId], [threadId, "--raw"], [threadId, "--snapshot"]]),
      steps: rows.map(({ threadId }) => [threadId]),
      logs: rows.map(({ threadId }) => [threadId]),
      why: rows.map(({ threadId }) => [threadId]),
      graph: rows.map(({ threadId }) => [threadId]),
      diff: [[shipped, fork]],
      trace: [["--by", "order=7"]],
      verify: rows.map(({ threadId }) => [threadId]),
      replay: [[shipped], [fork]],
      fork: [
        [shipped, "--plan"],
        [find(rows, "ship-steps", "approved"), "--from-step", "1", "--plan"],
      ],
      retry: rows.filter(({ status }) => status === "failed").map(({ threadId }) => [threadId, "--plan"]),
      costs: [[], ["--by", "model"]],
      resume: [[waits, "--plan"]],
      follow: [[shipped], [waits]],
      approvals: [[]],
      ps: [[]],
      tick: [["--dry-run"]],
      gc: [["--dry-run"]],
      fsck: [[]],
      prices: [[], ["gpt"]],
      config: [[]],
    };
    for (const [verb, list] of Object.entries(calls))
      for (const args of list) {
        const ran = await uw(home, verb, ...args);
        expect(ran.exitCode, `${verb} ${args.join(" ")}: ${ran.stdout}`).toBe(0);
      }
    expect([...VERBS.keys()].filter((verb) => !(verb in calls) && !WRITES.includes(verb))).toEqual([]);
    expect((await uw(home, "approvals")).json.approvals).toHaveLength(4);
    expect(await rowsOf(home)).toEqual(rows);
  });

  test.each(MODES)(
    "%s: a thread that waits is approved and goes on, and a finished one is forked",
    async (mode) => {
      await using home = await homeOf(version);
      const rows = await rowsOf(home);
      const waits = find(rows, `ship-${mode}`, "waits");
      expect((await uw(home, "approve", waits)).json).toMatchObject({ status: "ok", output: { roles: 2 } });
      const forked = (await uw(home, "fork", find(rows, `ship-${mode}`, "approved"), "--from-step", "1"))
        .json;
      const end =
        forked.status === "needs_approval" ? (await uw(home, "approve", forked.executionId)).json : forked;
      expect(end).toMatchObject({ status: "ok", output: { roles: 2 } });
      for (const id of [waits, forked.executionId])
        expect((await uw(home, "verify", id)).json).toMatchObject({ ok: true, problems: [] });
    },
  );

  test("a new thread starts, and the code that is added gets the hash it had", async () => {
    await using home = await homeOf(version);
    expect((await uw(home, "run", "count")).json).toMatchObject({ status: "ok", output: { roles: 3 } });
    const { hash } = (await uw(home, "show", "count")).json;
    const again = await uw(home, "add", "count", join(home.layout.root, "bundles", `${hash}.esm.js`));
    expect(again.json).toMatchObject({ hash, unchanged: true });
  });

  test("the index is made again from the journals alone, and says the same", async () => {
    await using home = await homeOf(version);
    const rows = await rowsOf(home);
    await using bare = await homeOf(version, ["state.db"]);
    expect((await uw(bare, "fsck", "--rebuild")).json).toMatchObject({ ok: true, rebuilt: rows.length });
    // A row that its worker wrote has the time of the worker's clock, a few milliseconds beside that of the last line.
    const timeless = (list: Row[]) => list.map((row) => ({ ...row, updatedAt: null }));
    expect(timeless(await rowsOf(bare))).toEqual(timeless(rows));
  });
});

/** In each mode: approved, its fork (which waits), denied, waiting; and one that failed, one that completed. */
const STATUSES = [
  ...["cancelled", "cancelled", "completed", "completed", "completed", "failed"],
  ...["waiting", "waiting", "waiting", "waiting"],
];

/** Verbs that change something or make something new; the other tests use those that matter to an old store. */
const WRITES = [
  ...["init", "build", "validate", "check", "sim", "add", "remove", "rollback", "run", "thread rm", "kill"],
  ...["cancel", "pause", "approve", "deny", "answer", "reconcile", "completion", "prices update"],
];

// A key, and an execution id, start one thread, however slow the start and whatever the bundle.
import { describe, expect, test } from "bun:test";
import { copyFile, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { counting, yielding } from "../../../../tests/support/bundles.ts";
import { slowGit } from "../../../../tests/support/slow-git.ts";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";
import { plainKey } from "../../src/host/start/request-key.ts";

const threadsOf = async (home: TempHome) => (await home.uw(["threads", "--all", "--json"])).json.threads;

describe("H9: a request id", () => {
  test("whose first caller is still making its worktree is waited for: both are given one thread", async () => {
    await using home = await TempHome.create();
    const { repo, env, ...git } = await slowGit(home);
    await home.add("flow", counting(1));
    const run = ["run", "flow", "--request-id", "r1", "--workspace", repo, "--worktree", "--json"];
    const first = home.uw(run, { env });
    await git.untilAsked();
    const second = home.uw(run, { env });
    // Longer than any patience with a process that lives.
    await Bun.sleep(6_000);
    await git.letGo();
    const [a, b] = await Promise.all([first, second]);
    expect([a.exitCode, b.exitCode]).toEqual([0, 0]);
    expect(b.json).toMatchObject({ executionId: a.json.executionId, duplicate: true, status: "ok" });
    expect(await threadsOf(home)).toHaveLength(1);
    expect(await git.asked()).toBe(1);
  });

  test("whose first caller died before its journal was written is taken over", async () => {
    await using home = await TempHome.create();
    const { repo, env, ...git } = await slowGit(home);
    await home.add("flow", counting(1));
    const run = ["run", "flow", "--request-id", "r1", "--workspace", repo, "--worktree", "--json"];
    const first = home.spawn(run, { env });
    await git.untilAsked();
    const second = home.uw(run, { env });
    first.kill("SIGKILL");
    await git.letGo();
    expect((await second).json).toMatchObject({ ok: true, status: "ok" });
    expect((await second).json.duplicate).toBeUndefined();
    expect(await threadsOf(home)).toHaveLength(1);
  });

  test("of an actor with a colon is no other actor's, and a key of before still stands for its thread", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    const run = (actor: string, id: string) =>
      home.uw(["run", "flow", "--request-id", id, "--json"], { env: { UNCAGED_ACTOR: actor } });
    const colon = (await run("a:b", "c")).json;
    const plain = (await run("a", "b:c")).json;
    expect(plain.executionId).not.toBe(colon.executionId);
    expect((await run("a:b", "c")).json).toMatchObject({ duplicate: true, executionId: colon.executionId });
    expect((await run("a", "b:c")).json).toMatchObject({ duplicate: true, executionId: plain.executionId });
    expect((await home.records(colon.executionId))[0].idempotencyKey).toBe("manual:flow:a%3Ab:c");
    // As an older version wrote it.
    const database = home.openIndex();
    database.run("UPDATE starts SET key = ? WHERE thread_id = ?", [
      plainKey("flow", "x:y", "z"),
      (await run("x:y", "z")).json.executionId,
    ]);
    database.close();
    expect((await run("x:y", "z")).json.duplicate).toBe(true);
    const other = await run("x", "y:z");
    expect([other.exitCode, other.json.error.code]).toEqual([20, "INPUT_MISMATCH"]);
    expect(await threadsOf(home)).toHaveLength(3);
  });

  test("is still its thread's when the database is another day's copy", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    await home.untilQuiet();
    await copyFile(home.layout.database, join(home.dir, "old.db"));
    const run = ["run", "flow", "--request-id", "r1", "--json"];
    const first = (await home.uw(run)).json;
    await home.untilQuiet();
    for (const end of ["", "-wal", "-shm"]) await rm(home.layout.database + end, { force: true });
    await copyFile(join(home.dir, "old.db"), home.layout.database);
    expect((await home.uw(run)).json).toMatchObject({ duplicate: true, executionId: first.executionId });
  });
});

const APPROVING = yielding(`yield { do: "approve", prompt: "Ship?" };
  return { returnCode: 0, summary: "shipped" };`);
const ULID = "01KQXKW18CT8G75T53R8F4G7YG";

async function send(home: TempHome, workflow: string, id: string, key: string): Promise<Ran> {
  const { sha256 } = (await home.uw(["show", workflow, "--json"])).json;
  return home.uw(
    [
      "run",
      "--execution-id",
      id,
      "--workflow-hash",
      sha256,
      "--workspace",
      home.dir,
      "--request-id",
      key,
      "--json",
    ],
    { stdin: JSON.stringify({ workflow }) },
  );
}

describe("H9: an execution id", () => {
  test.each([ULID, "order-7"])(
    "%s of another workflow's thread is refused, and that is left alone",
    async (id) => {
      await using home = await TempHome.create();
      await home.add("first", APPROVING);
      await home.add("second", counting(1));
      const waiting = (await send(home, "first", id, "k1")).json;
      expect(waiting.status).toBe("needs_approval");
      const ran = await send(home, "second", id, "k2");
      expect([ran.exitCode, ran.json.error.code]).toEqual([20, "INPUT_MISMATCH"]);
      expect(ran.json.error.hint).toContain("uncaged-workflow thread");
      expect(await threadsOf(home)).toMatchObject([{ name: "first", status: "waiting" }]);
      expect((await home.uw(["approve", id, "--json"])).json.status).toBe("ok");
      // Nothing of the refused request stays: its key starts a thread with an id of its own.
      expect((await send(home, "second", "other", "k2")).json.status).toBe("ok");
    },
  );

  test.each([ULID, "order-7"])("%s given again for the same workflow is the same thread", async (id) => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    expect((await send(home, "flow", id, "k1")).json.status).toBe("ok");
    const again = (await send(home, "flow", id.toLowerCase(), "k2")).json;
    expect(again).toMatchObject({ executionId: id, duplicate: true });
    expect(await threadsOf(home)).toHaveLength(1);
  });

  test("of a thread that `run` started, in any bundle, is taken", async () => {
    await using home = await TempHome.create();
    await home.add("first", counting(1));
    await home.add("second", counting(2));
    const id = (await home.uw(["run", "first", "--json"])).json.executionId;
    const ran = await send(home, "second", id, "k");
    expect([ran.exitCode, ran.json.error.code]).toEqual([20, "INPUT_MISMATCH"]);
    expect((await send(home, "first", id, "k")).json).toMatchObject({ executionId: id, duplicate: true });
  });

  test("asked for by two workflows at once goes to one of them", async () => {
    await using home = await TempHome.create();
    await home.add("first", counting(1));
    await home.add("second", counting(2));
    const both = await Promise.all([send(home, "first", ULID, "k"), send(home, "second", ULID, "k")]);
    expect(both.map((one) => one.exitCode).sort()).toEqual([0, 20]);
    expect(await threadsOf(home)).toHaveLength(1);
  });

  test("that stands for two journals already shows both, and each can be named by its bundle", async () => {
    await using home = await TempHome.create();
    const hash = await home.add("first", APPROVING);
    const other = await home.add("second", counting(1));
    await send(home, "first", ULID, "k1");
    await home.untilQuiet();
    // As it came to be once: the same id in the folder of another bundle.
    const kept = join(home.dir, "kept");
    await rename(home.layout.journal(hash, ULID), kept);
    await unlink(home.layout.database);
    await send(home, "second", ULID, "k2");
    await home.untilQuiet();
    await rename(kept, home.layout.journal(hash, ULID));
    const listed = await threadsOf(home);
    expect(listed.map((one: { name: string; status: string }) => `${one.name} ${one.status}`).sort()).toEqual(
      ["first waiting", "second completed"],
    );
    const { ok, problems } = (await home.uw(["fsck", "--json"])).json;
    expect([ok, problems.filter((one: { code: string }) => one.code === "DUPLICATE_ID").length]).toEqual([
      false,
      2,
    ]);
    const unclear = await home.uw(["thread", ULID, "--json"]);
    expect(unclear.json.error).toMatchObject({
      code: "USAGE",
      details: { candidates: expect.arrayContaining([`${hash}/${ULID}`, `${other}/${ULID}`]) },
    });
    expect((await home.uw(["thread", `${other}/${ULID}`, "--json"])).json).toMatchObject({ name: "second" });
    expect((await home.uw(["approve", `${hash}/${ULID}`, "--json"])).json.status).toBe("ok");
    await home.uw(["thread", "rm", `${other}/${ULID}`]);
    expect((await home.uw(["thread", ULID, "--json"])).json).toMatchObject({
      name: "first",
      status: "completed",
    });
  });
});

// RFC-001 sections 2 and 6: the loop, the worker process, and what survives it.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { tryLock } from "#disk/lock.ts";
import { writeHolder } from "#disk/process/holder-file.ts";
import { counting, gated } from "../../../../tests/support/bundles.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

/** A thread of a gated bundle of three steps that has made the given number of them and works on the next. */
async function stopped(home: TempHome, made: number, more = ""): Promise<string> {
  await home.add("flow", gated(3, more));
  const id = await home.start("flow", "--prompt", home.dir);
  await home.open(...Array.from({ length: made }, (_, index) => index + 1));
  await home.untilSteps(id, made);
  // Its generator is inside the next step, not merely about to be asked for it.
  await until(
    async () => ((await Bun.file(`${home.dir}/at-${made + 1}`).exists()) ? true : null),
    "the next step",
  );
  return id;
}

async function kinds(home: TempHome, id: string): Promise<string[]> {
  return (await home.records(id)).map((record) => record.action ?? record.kind ?? record.role ?? "start");
}

describe("the loop", () => {
  test("RFC-10: a step is in the journal before the generator is asked for the next", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `import { readdirSync, readFileSync } from "node:fs";
      export default async function* ({ steps }, { threadId }) {
        const logs = process.env.UNCAGED_HOME + "/workflow/logs/";
        const lines = () => readFileSync(logs + readdirSync(logs)[0] + "/" + threadId + ".data.jsonl", "utf8").split("\\n").length - 1;
        for (let n = steps.length; n < 4; n++) yield { role: "r", content: String(lines()), meta: {} };
        return { returnCode: 0, summary: "" };
      }`,
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    const seen = ran.json.steps.map((step: { output: { content: string } }) => step.output.content);
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  test("RFC-10: a worker killed right after a line appears leaves that line whole", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 2);
    await home.crash();
    expect(readFileSync(await home.journalPath(id), "utf8")).toEndWith("}\n");
    expect(await home.roles(id)).toEqual(["r1", "r2"]);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });

  test("RFC-11: kill while role 2 works leaves role 1 recorded and role 2 absent", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    expect((await home.uw(["kill", id, "--json"])).json).toEqual({
      threadId: id,
      status: "killed",
      killed: [id],
    });
    await home.open(2, 3);
    await home.untilQuiet();
    expect(await kinds(home, id)).toEqual(["start", "r1", "kill", "result", "seal"]);
  });

  test("RFC-11, C9: cancel while role 1 works lets it finish, records it, and role 2 never begins", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 0);
    const cancelling = home.uw(["cancel", id, "--reason", "wrong branch", "--json"]);
    await until(async () => ((await kinds(home, id)).includes("cancel") ? true : null), "the cancel line");
    await home.open(1, 2, 3);
    expect((await cancelling).json).toEqual({ threadId: id, status: "cancelled" });
    expect(await kinds(home, id)).toEqual(["start", "cancel", "r1", "result", "seal"]);
    expect((await home.uw(["thread", id, "--json"])).json.error).toEqual({
      code: "CANCELLED",
      message: "cancelled: wrong branch",
    });
  });

  test("C9: cancel runs `finally`, and records what it yields", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `import { existsSync, writeFileSync } from "node:fs";
      export default async function* ({ prompt, steps }) {
        try {
          for (let n = steps.length + 1; ; n++) {
            while (!existsSync(prompt + "/open-" + n)) await new Promise((go) => setTimeout(go, 5));
            yield { role: "r" + n, content: "", meta: {} };
          }
        } finally {
          writeFileSync(prompt + "/cleaned", "");
          yield { role: "cleaner", content: "swept", meta: {} };
        }
      }`,
    );
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    const cancelling = home.uw(["cancel", id, "--json"]);
    await until(async () => ((await kinds(home, id)).includes("cancel") ? true : null), "the cancel line");
    await home.open(2);
    expect((await cancelling).json.status).toBe("cancelled");
    expect(await kinds(home, id)).toEqual(["start", "r1", "cancel", "r2", "cleaner", "result", "seal"]);
    expect(await Bun.file(`${home.dir}/cleaned`).exists()).toBe(true);
  });

  test("RFC-12: a paused thread makes no step, even when it could; resumed, it goes on", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    const pausing = home.uw(["pause", id, "--json"]);
    await until(async () => ((await kinds(home, id)).includes("pause") ? true : null), "the pause line");
    await home.open(2, 3);
    expect((await pausing).json).toEqual({ threadId: id, status: "paused" });
    await home.untilQuiet();
    expect(await home.roles(id)).toEqual(["r1", "r2"]);
    expect(await home.status(id)).toBe("paused");

    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect(await kinds(home, id)).toEqual([
      "start",
      "r1",
      "pause",
      "r2",
      "seal",
      "resume",
      "r3",
      "result",
      "seal",
    ]);
  });

  test("RFC-14: a fork is a new thread with a copied prefix, original timestamps, and forkFrom", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(3));
    const source = (await home.uw(["run", "flow", "--prompt", "p", "--json"])).json.executionId;
    const before = readFileSync(await home.journalPath(source), "utf8");
    const id = (await home.uw(["fork", source, "--from-step", "2", "--detach", "--json"])).json.executionId;
    await home.untilStatus(id, "completed");

    const [old, fork] = [await home.records(source), await home.records(id)];
    expect(id > source).toBe(true);
    expect(fork[0]).toMatchObject({
      name: "flow",
      hash: old[0].hash,
      threadId: id,
      forkFrom: { threadId: source, steps: 2 },
    });
    const bare = ({ sum: _sum, ...record }: Record<string, unknown>) => record;
    expect(fork.slice(1, 3).map(bare)).toEqual(old.slice(1, 3).map(bare));
    expect(await kinds(home, id)).toEqual(["start", "r1", "r2", "r3", "result", "seal"]);
    expect(readFileSync(await home.journalPath(source), "utf8")).toBe(before);
    expect((await home.uw(["thread", source, "--json"])).json.forks).toEqual([id]);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });
});

describe("the worker", () => {
  test("RFC-43: no process is left when a run has ended", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    await home.uw(["run", "flow", "--json"]);
    await home.untilQuiet();
    expect((await home.uw(["ps", "--json"])).json).toEqual({ threads: [] });
  });

  test("RFC-43: the worker outlives the command that started it", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    expect(await home.workers()).toHaveLength(1);
    await home.open(2, 3);
    await home.untilStatus(id, "completed");
  });

  test("RFC-44: threads of one bundle share one process; another bundle has its own", async () => {
    await using home = await TempHome.create();
    await home.add("one", gated(1));
    await home.add("two", gated(2));
    for (const name of ["one", "one", "two"]) await home.start(name, "--prompt", home.dir);
    const { threads } = (await home.uw(["ps", "--json"])).json;
    const pids = (name: string): number[] =>
      threads
        .filter((thread: { name: string }) => thread.name === name)
        .map((thread: { pid: number }) => thread.pid);
    expect(pids("one")).toHaveLength(2);
    expect(new Set(pids("one")).size).toBe(1);
    expect(pids("one")).not.toContain(pids("two")[0]);
    expect((await home.workers()).sort()).toEqual([...new Set([...pids("one"), ...pids("two")])].sort());
  });

  test("RFC-45: the worker leaves when all its threads have ended, and not before", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    const first = await home.start("flow", "--prompt", home.dir);
    const other = `${home.dir}/other`;
    mkdirSync(other);
    const second = await home.start("flow", "--prompt", other);
    const pids = await home.workers();
    await home.open(1);
    await home.untilStatus(first, "completed");
    expect(await home.workers()).toEqual(pids);
    await Bun.write(`${other}/open-1`, "");
    await home.untilStatus(second, "completed");
    await home.untilQuiet();
  });

  test("RFC-45: a paused thread keeps no process alive", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    const pausing = home.uw(["pause", id, "--json"]);
    await until(async () => ((await kinds(home, id)).includes("pause") ? true : null), "the pause line");
    await home.open(2);
    await pausing;
    await home.untilQuiet();
    expect(await home.status(id)).toBe("paused");
  });

  test("RFC-46: kill ends one thread; the process and its other threads go on", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const victim = await home.start("flow", "--prompt", "/nowhere");
    const sibling = await home.start("flow", "--prompt", home.dir);
    const pids = await home.workers();
    await home.uw(["kill", victim]);
    expect(await home.status(victim)).toBe("killed");
    expect(await home.workers()).toEqual(pids);
    await home.open(1, 2);
    await home.untilStatus(sibling, "completed");
  });

  test("RFC-46: a pid that was given to another process is never signalled", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    await home.crash();
    const { hash } = (await home.uw(["thread", id, "--json"])).json;
    const bystander = Bun.spawn(["sleep", "600"]);
    // Somebody holds the bundle's lock and its socket but never answers, and the file names the bystander's pid.
    const lock = tryLock(home.layout.lock(hash));
    await Bun.file(home.layout.socket(hash))
      .delete()
      .catch(() => {});
    const silent = Bun.listen({ unix: home.layout.socket(hash), socket: { data() {} } });
    writeHolder(home.layout.holder(hash), {
      pid: bystander.pid,
      startedTicks: "1",
      worker: "01KQXKW18CT8G75T53R8F4G7YG",
    });
    try {
      const ran = await home.uw(["kill", id, "--json"]);
      expect([ran.exitCode, ran.json.error.code]).toEqual([20, "STATE_INVALID"]);
      expect(bystander.exitCode).toBeNull();
      expect(bystander.killed).toBe(false);
      process.kill(bystander.pid, 0);
    } finally {
      silent.stop(true);
      lock?.release();
      bystander.kill();
    }
  });
});

describe("versions and restarts", () => {
  test("RFC-82: a thread finishes on the version it started with, though the name has moved", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    const { hash } = (await home.uw(["thread", id, "--json"])).json;
    const newer = await home.add("flow", counting(1));
    await home.open(2, 3);
    await home.untilStatus(id, "completed");
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3"]);
    expect((await home.records(id))[0].hash).toBe(hash);
    expect((await home.uw(["run", "flow", "--json"])).json.output.roles).toBe(1);
    expect(newer).not.toBe(hash);
  });

  test("RFC-82: resume and fork stay on the version of their thread", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    await home.crash();
    await home.add("flow", counting(1));
    await home.open(2, 3);
    expect((await home.uw(["resume", id, "--json"])).json.output.summary).toBe("counted to 3");
    expect((await home.uw(["fork", id, "--json"])).json.output.summary).toBe("counted to 3");
  });

  test("P7: rollback during a run does not touch it", async () => {
    await using home = await TempHome.create();
    const old = await home.add("flow", counting(1));
    const id = await stopped(home, 1);
    expect((await home.uw(["rollback", "flow", "--json"])).json.hash).toBe(old);
    await home.open(2, 3);
    await home.untilStatus(id, "completed");
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3"]);
  });

  test("P9: a workflow removed while it runs finishes, resumes and forks", async () => {
    await using home = await TempHome.create();
    const id = await stopped(home, 1);
    await home.uw(["remove", "flow"]);
    await home.crash();
    await home.open(2, 3);
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect((await home.uw(["fork", id, "--json"])).json.status).toBe("ok");
  });

  test("RFC-83: after a kill -9, resume --all finishes every interrupted thread and repeats no step", async () => {
    await using home = await TempHome.create();
    await home.add("one", gated(3));
    await home.add("two", gated(2));
    const ids = [
      await home.start("one", "--prompt", home.dir),
      await home.start("one", "--prompt", home.dir),
      await home.start("two", "--prompt", home.dir),
    ];
    await home.open(1);
    for (const id of ids) await home.untilSteps(id, 1);
    await home.crash();
    expect((await home.uw(["threads", "--status", "interrupted", "--json"])).json.threads).toHaveLength(3);

    await home.open(2, 3);
    const ran = await home.uw(["resume", "--all", "--json"]);
    expect(ran.json).toEqual({ resumed: ids, failed: [] });
    for (const id of ids) await home.untilStatus(id, "completed");
    expect(await home.roles(ids[0] as string)).toEqual(["r1", "r2", "r3"]);
    expect(await home.roles(ids[2] as string)).toEqual(["r1", "r2"]);
    expect((await home.uw(["resume", "--all", "--json"])).json).toEqual({ resumed: [], failed: [] });
  });

  const NARROW = 'export const descriptor = { description: "one at a time", roles: {}, concurrency: 1 };';

  test("RFC-84: the time a thread may take goes by in the queue, too", async () => {
    await using home = await TempHome.create();
    await home.add("narrow", gated(1, NARROW));
    const first = await home.start("narrow", "--prompt", "/nowhere");
    const second = await home.start("narrow", "--prompt", home.dir, "--timeout-ms", "500");
    await home.untilStatus(second, "failed");
    expect(await home.status(first)).toBe("running");
    expect(await kinds(home, second)).toEqual(["start", "queue", "result", "seal"]);
    await home.uw(["kill", first]);
  });

  test("RFC-84: with concurrency 1 a second thread waits its turn; another workflow starts at once", async () => {
    await using home = await TempHome.create();
    await home.add("narrow", gated(1, NARROW));
    await home.add("wide", counting(1));
    const first = await home.start("narrow", "--prompt", "/nowhere");
    const second = await home.start("narrow", "--prompt", home.dir);
    await home.open(1);
    expect(await home.untilStatus(second, "queued")).toBe("queued");
    expect(await home.status(first)).toBe("running");
    expect((await home.uw(["run", "wide", "--json"])).json.status).toBe("ok");
    expect(await home.roles(second)).toEqual([]);

    await home.uw(["kill", first]);
    await home.untilStatus(second, "completed");
    expect(await kinds(home, second)).toEqual(["start", "queue", "start", "r1", "result", "seal"]);
  });
});

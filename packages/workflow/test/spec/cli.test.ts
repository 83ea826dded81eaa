// RFC-001 section 7: the verbs. Where CLI.md and the RFC's mapping differ, CLI.md holds. How arguments are read and
// printed is tested in packages/cli-workflow/test.
import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { counting, gated, telling } from "../../../../tests/support/bundles.ts";
import { type Ran, TempHome, until } from "../../../../tests/support/temp-home.ts";

type Row = Record<string, unknown>;

function refusal(ran: Ran): [number, string] {
  return [ran.exitCode, ran.json.error.code];
}

function column(rows: Row[], key: string): unknown[] {
  return rows.map((row) => row[key]);
}

/** A finished thread of three steps. */
async function finished(home: TempHome): Promise<string> {
  await home.add("flow", counting(3));
  return (await home.uw(["run", "flow", "--prompt", "count", "--json"])).json.executionId;
}

/** A thread that made one step and works on the second. */
async function running(home: TempHome, name = "flow"): Promise<string> {
  await home.add(name, gated(3));
  const id = await home.start(name, "--prompt", home.dir);
  await home.open(1);
  await home.untilSteps(id, 1);
  return id;
}

/** A thread that was paused after its second step. */
async function paused(home: TempHome): Promise<string> {
  const id = await running(home);
  const pausing = home.uw(["pause", id, "--json"]);
  await until(
    async () => ((await home.records(id)).some((record) => record.action === "pause") ? true : null),
    "the pause",
  );
  await home.open(2);
  await pausing;
  return id;
}

describe("add", () => {
  test("RFC-47: add prints the hash", async () => {
    await using home = await TempHome.create();
    const ran = await home.uw(["add", "flow", await home.bundle("flow", counting(1)), "--json"]);
    expect(ran.json).toEqual({
      name: "flow",
      hash: expect.stringMatching(/^[0-9A-F][0-9A-HJKMNP-TV-Z]{12}$/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      timestamp: expect.any(Number),
      unchanged: false,
    });
    expect((await home.uw(["add", "other", await home.bundle("flow", counting(1))])).stdout).toContain(
      ran.json.hash,
    );
  });

  test("RFC-47: adding the same bytes again changes nothing", async () => {
    await using home = await TempHome.create();
    const file = await home.bundle("flow", counting(1));
    const first = (await home.uw(["add", "flow", file, "--json"])).json;
    const before = readFileSync(home.layout.registry, "utf8");
    expect((await home.uw(["add", "flow", file, "--json"])).json).toEqual({ ...first, unchanged: true });
    expect(readFileSync(home.layout.registry, "utf8")).toBe(before);
  });

  test("RFC-47: adding an old version again makes it current, and keeps the history", async () => {
    await using home = await TempHome.create();
    const [v1, v2] = [await home.add("flow", counting(1)), await home.add("flow", counting(2))];
    expect(await home.add("flow", counting(1))).toBe(v1);
    expect(column((await home.uw(["history", "flow", "--json"])).json.versions, "hash")).toEqual([
      v1,
      v2,
      v1,
    ]);
  });

  test("RFC-47: a missing file is NOT_FOUND, a folder USAGE, both exit 10", async () => {
    await using home = await TempHome.create();
    expect(refusal(await home.uw(["add", "flow", "ghost.esm.js", "--json"]))).toEqual([10, "NOT_FOUND"]);
    expect(refusal(await home.uw(["add", "flow", home.dir, "--json"]))).toEqual([10, "USAGE"]);
    expect(existsSync(home.home)).toBe(false);
  });

  test("RFC-47: a bundle that cannot come back in the middle is added with a note that says so", async () => {
    await using home = await TempHome.create();
    const source =
      "export default async function* (input) { return { returnCode: 0, summary: input.prompt } }";
    const ran = await home.uw(["add", "flow", await home.bundle("flow", source)]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stderr).toContain("never reads `input.steps`");
  });
});

describe("list, show, remove", () => {
  test("RFC-48: an empty store is told in words, exit 0", async () => {
    await using home = await TempHome.create();
    const ran = await home.uw(["list"]);
    expect([ran.exitCode, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toContain("no workflows yet");
    expect((await home.uw(["list", "--json"])).json).toEqual({ workflows: [] });
  });

  test("RFC-48: workflows are listed by name, with hash, time and number of versions", async () => {
    await using home = await TempHome.create();
    const b = await home.add("b", counting(1));
    await home.add("a", counting(2));
    const a = await home.add("a", counting(3));
    const { workflows } = (await home.uw(["list", "--json"])).json;
    expect(workflows).toEqual([
      { name: "a", hash: a, timestamp: expect.any(Number), description: null, versions: 2 },
      { name: "b", hash: b, timestamp: expect.any(Number), description: null, versions: 1 },
    ]);
    const lines = (await home.uw(["list"])).stdout.split("\n");
    expect(lines[1]).toStartWith("a ");
    expect(lines[2]).toStartWith("b ");
  });

  test("RFC-49: show tells the entry, its history and its descriptor", async () => {
    await using home = await TempHome.create();
    const descriptor = { description: "Counts", roles: { r1: { description: "the first" } } };
    const old = await home.add("flow", counting(1));
    const hash = await home.add(
      "flow",
      `${counting(2)}export const descriptor = ${JSON.stringify(descriptor)};`,
    );
    expect((await home.uw(["show", "flow", "--json"])).json).toEqual({
      name: "flow",
      hash,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      timestamp: expect.any(Number),
      history: [{ hash: old, timestamp: expect.any(Number) }],
      descriptor,
    });
    const text = (await home.uw(["show", "flow"])).stdout;
    for (const part of [hash, old, "Counts", "r1", "the first"]) expect(text).toContain(part);
  });

  test("RFC-49: an unknown name is NOT_FOUND, exit 10, with the nearest one", async () => {
    await using home = await TempHome.create();
    await home.add("solve-issue", counting(1));
    for (const verb of ["show", "run", "remove", "history", "rollback"]) {
      const ran = await home.uw([verb, "solve-isue", "--json"]);
      expect([verb, ...refusal(ran)]).toEqual([verb, 10, "NOT_FOUND"]);
      expect(ran.json.error.hint).toContain("solve-issue");
    }
  });

  test("RFC-50: remove forgets the name and keeps bundles and threads", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    const { hash } = (await home.uw(["show", "flow", "--json"])).json;
    expect((await home.uw(["remove", "flow", "--json"])).json).toEqual({ name: "flow", removed: true });
    expect((await home.uw(["list", "--json"])).json.workflows).toEqual([]);
    expect(existsSync(home.layout.bundle(hash))).toBe(true);
    expect(column((await home.uw(["threads", "flow", "--json"])).json.threads, "threadId")).toEqual([id]);
    expect((await home.uw(["thread", id, "--json"])).json.status).toBe("completed");
    expect((await home.uw(["fork", id, "--json"])).json.status).toBe("ok");
  });
});

describe("run", () => {
  test("RFC-51: prompt, dry run and round limit stand in the start line", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const ran = await home.uw([
      "run",
      "flow",
      "--prompt",
      "do it",
      "--dry-run",
      "--max-rounds",
      "7",
      "--json",
    ]);
    expect((await home.records(ran.json.executionId))[0].parameters).toEqual({
      prompt: "do it",
      options: { isDryRun: true, maxRounds: 7 },
      workspace: { path: home.dir },
    });
  });

  test("RFC-51: maxRounds is 50 unless given", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(60));
    const ran = await home.uw(["run", "flow", "--json"]);
    expect([ran.exitCode, ran.json.status, ran.json.output.roles]).toEqual([0, "ok", 50]);
    expect(ran.json.output.reachedMaxRounds).toBe(true);
    expect(ran.json.output.summary).toContain("50 rounds");
  });

  test("RFC-51: reaching the limit is shown to a person as a warning", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(3));
    const ran = await home.uw(["run", "flow", "--max-rounds", "2"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain("limit of 2 rounds");
    expect(ran.stdout).toContain("--max-rounds raises it");
  });

  test("RFC-51: as many steps as rounds, and then a return, reach no limit", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const ran = await home.uw(["run", "flow", "--max-rounds", "3", "--json"]);
    expect(ran.json.output).toMatchObject({ roles: 2, summary: "counted to 2" });
    expect(ran.json.output.reachedMaxRounds).toBeUndefined();
  });

  test("RFC-51: --max-rounds 0 makes a start line and no step", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const ran = await home.uw(["run", "flow", "--max-rounds", "0", "--json"]);
    expect([ran.exitCode, ran.json.output.roles]).toEqual([0, 0]);
    expect((await home.records(ran.json.executionId)).map((record) => record.kind ?? "start")).toEqual([
      "start",
      "result",
      "seal",
    ]);
  });

  test("RFC-51: a bad number is USAGE, exit 10, and nothing is started", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    for (const bad of ["-1", "1.5", "many", "", "1e3", "0x10", "9007199254740993", " 5"]) {
      const ran = await home.uw(["run", "flow", `--max-rounds=${bad}`, "--json"]);
      expect([bad, ...refusal(ran)]).toEqual([bad, 10, "USAGE"]);
    }
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
  });

  test("RFC-51: the envelope has the promised keys, and sessionId equals executionId", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(2));
    const { json } = await home.uw(["run", "flow", "--json"]);
    expect(Object.keys(json)).toEqual(
      expect.arrayContaining([
        "ok",
        "status",
        "executionId",
        "sessionId",
        "output",
        "steps",
        "requiresApproval",
        "requiresInput",
        "error",
      ]),
    );
    expect(json.sessionId).toBe(json.executionId);
    expect(json).toMatchObject({
      ok: true,
      status: "ok",
      requiresApproval: null,
      requiresInput: null,
      error: null,
    });
    expect(json.output.last).toEqual({ role: "r2", content: "step 2", meta: { n: 2 } });
    expect(json.steps).toHaveLength(2);
    expect(json.steps[0]).toEqual({
      stepId: "n1",
      status: "completed",
      attempt: 1,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      output: { role: "r1", content: "step 1", meta: { n: 1 } },
    });
  });

  test("RFC-51: --detach answers at once with the id", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(1));
    const ran = await home.uw(["run", "flow", "--detach", "--prompt", home.dir, "--json"]);
    expect(ran.json).toEqual({ executionId: expect.any(String), status: "running" });
    expect(ran.stderr).toBe("");
    expect(await home.status(ran.json.executionId)).toBe("running");
  });

  test("RFC-51: a workflow that throws is failed, exit 1, with message and place", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      "export default async function* ({ steps }) {\n  throw new TypeError('no key' + steps);\n}",
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect([ran.exitCode, ran.json.ok, ran.json.status, ran.json.error.code]).toEqual([
      1,
      false,
      "failed",
      "WORKFLOW_FAILED",
    ]);
    expect(ran.json.error.message).toBe("TypeError: no key");
    expect(ran.json.error.details.stack).toMatch(/esm\.js:2/);
  });
});

describe("threads, thread, ps", () => {
  test("RFC-52: threads are listed newest first with their status, and filtered by name and status", async () => {
    await using home = await TempHome.create();
    const done = await finished(home);
    const live = await running(home, "slow");
    const all = (await home.uw(["threads", "--json"])).json.threads;
    expect(column(all, "threadId")).toEqual([live, done]);
    expect(column(all, "status")).toEqual(["running", "completed"]);
    expect(column((await home.uw(["threads", "slow", "--json"])).json.threads, "threadId")).toEqual([live]);
    expect(
      column((await home.uw(["threads", "--status", "completed", "--json"])).json.threads, "threadId"),
    ).toEqual([done]);
    expect(column((await home.uw(["threads", "--limit", "1", "--json"])).json.threads, "threadId")).toEqual([
      live,
    ]);
    expect(all[1]).toEqual({
      threadId: done,
      name: "flow",
      hash: expect.any(String),
      status: "completed",
      waitingOn: null,
      costUsd: 0,
      steps: 3,
      prompt: "count",
      startedAt: expect.any(Number),
      updatedAt: expect.any(Number),
      forkFrom: null,
    });
    const text = (await home.uw(["threads"])).stdout;
    expect(text.indexOf(live)).toBeLessThan(text.indexOf(done));
    expect((await home.uw(["threads", "nobody", "--json"])).json).toEqual({ threads: [] });
  });

  test("RFC-52: an unknown status is USAGE", async () => {
    await using home = await TempHome.create();
    expect(refusal(await home.uw(["threads", "--status", "busy", "--json"]))).toEqual([10, "USAGE"]);
  });

  test("RFC-53: thread shows the whole state", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view).toMatchObject({
      threadId: id,
      name: "flow",
      status: "completed",
      waitingOn: null,
      parameters: { prompt: "count", options: { isDryRun: false, maxRounds: 50 } },
      inflight: [],
      result: { status: "completed", returnCode: 0, summary: "counted to 3" },
      error: null,
      forkFrom: null,
      forks: [],
      lastSeq: 6,
    });
    expect(view.steps).toEqual(
      [1, 2, 3].map((n) => ({
        seq: n + 1,
        role: `r${n}`,
        content: `step ${n}`,
        meta: { n },
        startedAt: expect.any(Number),
        timestamp: expect.any(Number),
      })),
    );
    const text = (await home.uw(["thread", id])).stdout;
    for (const part of [id, "flow", "count", "r1", "step 3", "completed", "counted to 3"])
      expect(text).toContain(part);
  });

  test("RFC-53: --raw prints the journal byte for byte", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    const raw = readFileSync(await home.journalPath(id), "utf8");
    expect((await home.uw(["thread", id, "--raw"])).stdout).toBe(raw);
  });

  test("RFC-53: --raw prints what is there, be it torn or no text at all, and adds nothing", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    const path = await home.journalPath(id);
    appendFileSync(path, new Uint8Array([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x00]));
    const child = home.spawn(["thread", id, "--raw"]);
    const printed = await new Response(child.stdout).bytes();
    expect(Buffer.from(printed).equals(readFileSync(path))).toBe(true);
    expect(await child.exited).toBe(0);
    rmSync(path);
    const gone = await home.uw(["thread", id, "--raw", "--json"]);
    expect([gone.exitCode, gone.json.error.code]).toEqual([10, "NOT_FOUND"]);
  });

  test("RFC-53: an unknown thread is NOT_FOUND, exit 10, for every verb that takes one", async () => {
    await using home = await TempHome.create();
    await home.add("flow", counting(1));
    for (const verb of [
      "thread",
      "kill",
      "cancel",
      "pause",
      "resume",
      "fork",
      "follow",
      "logs",
      "why",
      "verify",
    ])
      expect([verb, ...refusal(await home.uw([verb, "01KQXKW18CT8G75T53R8F4G7YG", "--json"]))]).toEqual([
        verb,
        10,
        "NOT_FOUND",
      ]);
    expect(refusal(await home.uw(["thread", "rm", "01KQXKW18CT8G75T53R8F4G7YG", "--json"]))).toEqual([
      10,
      "NOT_FOUND",
    ]);
  });

  test("RFC-54: thread rm deletes both files of the thread", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    const path = await home.journalPath(id);
    const info = path.replace(".data.", ".info.");
    await Bun.write(info, "");
    expect((await home.uw(["thread", "rm", id, "--json"])).json).toEqual({ threadId: id, removed: true });
    expect([existsSync(path), existsSync(info)]).toEqual([false, false]);
    expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
    expect(refusal(await home.uw(["thread", id, "--json"]))).toEqual([10, "NOT_FOUND"]);
    expect(refusal(await home.uw(["thread", "rm", id, "--json"]))).toEqual([10, "NOT_FOUND"]);
  });

  test("RFC-54, P8: thread rm is refused while the thread runs, and the thread goes on", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    expect(refusal(await home.uw(["thread", "rm", id, "--json"]))).toEqual([20, "STATE_INVALID"]);
    await home.open(2, 3);
    await home.untilStatus(id, "completed");
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3"]);
  });

  test("RFC-55: ps shows running threads with their process", async () => {
    await using home = await TempHome.create();
    await finished(home);
    const id = await running(home, "slow");
    const { threads } = (await home.uw(["ps", "--json"])).json;
    // The worker of the finished thread may still be about to leave.
    const pid = (await home.workers()).find((one) => one === threads[0]?.pid);
    expect(threads).toHaveLength(1);
    expect(threads[0]).toEqual({
      threadId: id,
      name: "slow",
      hash: expect.any(String),
      status: "running",
      waitingOn: null,
      pid,
      steps: 1,
      startedAt: expect.any(Number),
    });
  });

  test("RFC-55: a killed worker's threads leave ps and are shown as interrupted", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    await home.crash();
    expect((await home.uw(["ps", "--json"])).json).toEqual({ threads: [] });
    expect(column((await home.uw(["threads", "--json"])).json.threads, "status")).toEqual(["interrupted"]);
    const why = (await home.uw(["why", id, "--json"])).json;
    expect(why.hint).toBe(`uncaged-workflow resume ${id}`);
  });
});

describe("kill", () => {
  test("RFC-56: kill ends a running thread, and the decision is in the journal", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    const ran = await home.uw(["kill", id, "--json"], { env: { UNCAGED_ACTOR: "ada" } });
    expect(ran.json).toEqual({ threadId: id, status: "killed", killed: [id] });
    expect(await home.status(id)).toBe("killed");
    expect((await home.records(id)).find((record) => record.kind === "control")).toMatchObject({
      action: "kill",
      actor: "ada",
    });
  });

  test("RFC-56: killing again changes nothing", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    await home.uw(["kill", id]);
    await home.untilQuiet();
    const before = readFileSync(await home.journalPath(id), "utf8");
    expect((await home.uw(["kill", id, "--json"])).json).toEqual({
      threadId: id,
      status: "killed",
      killed: [],
    });
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
  });

  test("RFC-56: a finished thread cannot be killed", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    for (const verb of ["kill", "cancel", "pause"])
      expect([verb, ...refusal(await home.uw([verb, id, "--json"]))]).toEqual([verb, 20, "STATE_INVALID"]);
    expect(await home.status(id)).toBe("completed");
  });

  test("RFC-56: without a worker the decision is written to the journal, and holds", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    await home.crash();
    expect((await home.uw(["kill", id, "--json"])).json.killed).toEqual([id]);
    const kinds = (await home.records(id)).map(
      (record) => record.action ?? record.kind ?? record.role ?? "start",
    );
    expect(kinds).toEqual(["start", "r1", "kill", "result", "seal"]);
    expect(refusal(await home.uw(["resume", id, "--json"]))).toEqual([20, "STATE_INVALID"]);
    expect((await home.uw(["resume", "--all", "--json"])).json.resumed).toEqual([]);
  });

  test("RFC-56: a paused thread can be killed", async () => {
    await using home = await TempHome.create();
    const id = await paused(home);
    await home.untilQuiet();
    expect((await home.uw(["kill", id, "--json"])).json.killed).toEqual([id]);
    expect(await home.status(id)).toBe("killed");
  });
});

describe("history and rollback", () => {
  test("RFC-57: history shows all versions newest first, one of them current", async () => {
    await using home = await TempHome.create();
    const versions = [
      await home.add("flow", counting(1)),
      await home.add("flow", counting(2)),
      await home.add("flow", counting(3)),
    ];
    const answer = (await home.uw(["history", "flow", "--json"])).json;
    expect(answer.name).toBe("flow");
    expect(column(answer.versions, "hash")).toEqual(versions.reverse());
    expect(column(answer.versions, "current")).toEqual([true, false, false]);
    const stamps = column(answer.versions, "timestamp") as number[];
    expect([...stamps].sort((a, b) => b - a)).toEqual(stamps);
  });

  test("RFC-58: rollback goes to the version before; again, it comes back", async () => {
    await using home = await TempHome.create();
    const [v1, v2] = [await home.add("flow", counting(1)), await home.add("flow", counting(2))];
    expect((await home.uw(["rollback", "flow", "--json"])).json).toEqual({
      name: "flow",
      hash: v1,
      previous: v2,
      unchanged: false,
    });
    expect((await home.uw(["run", "flow", "--json"])).json.output.summary).toBe("counted to 1");
    expect((await home.uw(["rollback", "flow", "--json"])).json.hash).toBe(v2);
  });

  test("RFC-58: rollback takes a version by hash or by the beginning of one", async () => {
    await using home = await TempHome.create();
    const v1 = await home.add("flow", counting(1));
    await home.add("flow", counting(2));
    const v3 = await home.add("flow", counting(3));
    expect((await home.uw(["rollback", "flow", v1.slice(0, 8), "--json"])).json).toMatchObject({
      hash: v1,
      previous: v3,
    });
    expect((await home.uw(["rollback", "flow", v1, "--json"])).json.unchanged).toBe(true);
  });

  test("RFC-58: an unknown hash, a missing file or nothing to go back to leave the registry as it is", async () => {
    await using home = await TempHome.create();
    const v1 = await home.add("flow", counting(1));
    const untouched = async (args: string[], code: string) => {
      const before = readFileSync(home.layout.registry, "utf8");
      const ran = await home.uw(["rollback", "flow", ...args, "--json"]);
      expect([ran.json.error?.code, readFileSync(home.layout.registry, "utf8")]).toEqual([code, before]);
    };
    await untouched([], "STATE_INVALID");
    await home.add("flow", counting(2));
    await untouched(["0000000000000"], "NOT_FOUND");
    await untouched(["../../etc"], "NOT_FOUND");
    rmSync(home.layout.bundle(v1));
    await untouched([], "NOT_FOUND");
  });
});

describe("pause and resume", () => {
  test("RFC-59: pause holds a thread between yields", async () => {
    await using home = await TempHome.create();
    const id = await paused(home);
    expect(await home.status(id)).toBe("paused");
    expect(await home.roles(id)).toEqual(["r1", "r2"]);
  });

  test("RFC-59: a second pause is refused as already paused, exit 20", async () => {
    await using home = await TempHome.create();
    const id = await paused(home);
    const ran = await home.uw(["pause", id, "--json"]);
    expect(refusal(ran)).toEqual([20, "STATE_INVALID"]);
    expect(ran.json.error.message).toContain("paused");
    await home.untilQuiet();
    expect(refusal(await home.uw(["pause", id, "--json"]))).toEqual([20, "STATE_INVALID"]);
  });

  test("RFC-59: a thread that is not running cannot be paused", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    await home.crash();
    const ran = await home.uw(["pause", id, "--json"]);
    expect(refusal(ran)).toEqual([20, "STATE_INVALID"]);
    expect(ran.json.error.message).toContain("interrupted");
  });

  test("RFC-59: a pause survives kill -9 and resume --all", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    const pausing = home.uw(["pause", id, "--json"]);
    await until(
      async () => ((await home.records(id)).some((record) => record.action === "pause") ? true : null),
      "the pause",
    );
    await home.crash();
    await pausing;
    await home.open(2, 3);
    expect((await home.uw(["resume", "--all", "--json"])).json).toEqual({ resumed: [], failed: [] });
    expect(await home.status(id)).toBe("paused");
    expect(await home.roles(id)).toEqual(["r1"]);
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
  });

  test("RFC-60: resume unpauses, and the finished steps are not repeated", async () => {
    await using home = await TempHome.create();
    const id = await paused(home);
    await home.open(3);
    const ran = await home.uw(["resume", id, "--json"]);
    expect(ran.json).toMatchObject({ status: "ok", executionId: id, output: { roles: 3 } });
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3"]);
    expect(ran.events[0].type).toBe("execution.resumed");
  });

  test("RFC-60: resume recovers an interrupted thread", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    await home.crash();
    await home.open(2, 3);
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3"]);
  });

  test("RFC-60: a running thread or a finished one is not resumed", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    const ran = await home.uw(["resume", id, "--json"]);
    expect(refusal(ran)).toEqual([20, "STATE_INVALID"]);
    expect(ran.json.error.message).toContain("not paused");
    await home.open(2, 3);
    await home.untilStatus(id, "completed");
    expect(refusal(await home.uw(["resume", id, "--json"]))).toEqual([20, "STATE_INVALID"]);
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3"]);
  });

  test("RFC-60: what would repeat finished work is refused, unless --from-start asks for it", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `import { existsSync } from "node:fs";
      export default async function* ({ prompt }) {
        yield { role: "first", content: "", meta: {} };
        while (!existsSync(prompt + "/open-2")) await new Promise((go) => setTimeout(go, 5));
        return { returnCode: 0, summary: "" };
      }`,
    );
    const id = await home.start("flow", "--prompt", home.dir);
    await home.untilSteps(id, 1);
    await home.crash();
    const ran = await home.uw(["resume", id, "--json"]);
    expect(refusal(ran)).toEqual([20, "STATE_INVALID"]);
    expect(ran.json.error.hint).toContain("--from-start");
    await home.open(2);
    const again = await home.uw(["resume", id, "--from-start", "--json"]);
    expect(again.json).toMatchObject({ status: "ok", output: { roles: 1 } });
  });
});

describe("fork", () => {
  test("RFC-61: without a flag the last step is dropped and tried again", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    const ran = await home.uw(["fork", id, "--json"]);
    expect(ran.json.executionId).not.toBe(id);
    const records = await home.records(ran.json.executionId);
    expect(records[0].forkFrom).toMatchObject({ threadId: id, steps: 2 });
    expect(await home.roles(ran.json.executionId)).toEqual(["r1", "r2", "r3"]);
  });

  test("RFC-61: --from-role keeps the steps through the first one of the role", async () => {
    await using home = await TempHome.create();
    await home.add(
      "flow",
      `export default async function* ({ steps }) {
        const roles = ["plan", "code", "plan", "code"];
        for (let n = steps.length; n < 4; n++) yield { role: roles[n], content: String(n), meta: {} };
        return { returnCode: 0, summary: "" };
      }`,
    );
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    for (const [role, kept] of [
      ["plan", 1],
      ["code", 2],
    ] as const) {
      const fork = (await home.uw(["fork", id, "--from-role", role, "--json"])).json.executionId;
      expect((await home.records(fork))[0].forkFrom.steps).toBe(kept);
      expect(await home.roles(fork)).toEqual(["plan", "code", "plan", "code"]);
    }
  });

  test("RFC-61: an unknown role is refused with the roles there are", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    const ran = await home.uw(["fork", id, "--from-role", "ghost", "--json"]);
    expect(refusal(ran)).toEqual([10, "NOT_FOUND"]);
    expect(ran.json.error.details.roles).toEqual(["r1", "r2", "r3"]);
    expect(ran.json.error.hint).toContain("r1, r2, r3");
    expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
  });

  test("RFC-61: --from-step keeps that many steps, from none to all of them", async () => {
    await using home = await TempHome.create();
    const id = await finished(home);
    for (const kept of [0, 1, 3]) {
      const fork = (await home.uw(["fork", id, "--from-step", String(kept), "--json"])).json.executionId;
      expect((await home.records(fork))[0].forkFrom.steps).toBe(kept);
      expect(await home.roles(fork)).toEqual(["r1", "r2", "r3"]);
    }
    expect(refusal(await home.uw(["fork", id, "--from-step", "4", "--json"]))).toEqual([10, "NOT_FOUND"]);
    expect(refusal(await home.uw(["fork", id, "--from-step", "-1", "--json"]))[0]).toBe(10);
    expect(refusal(await home.uw(["fork", id, "--from-step", "1", "--from-role", "r1", "--json"]))).toEqual([
      10,
      "USAGE",
    ]);
  });

  test("RFC-61: --prompt gives the fork another prompt", async () => {
    await using home = await TempHome.create();
    await home.add("tell", telling("input.prompt"));
    const id = (await home.uw(["run", "tell", "--prompt", "one", "--json"])).json.executionId;
    const fork = await home.uw(["fork", id, "--prompt", "two", "--json"]);
    expect(JSON.parse(fork.json.output.last.content)).toBe("two");
    expect((await home.records(id))[0].parameters.prompt).toBe("one");
  });

  test("RFC-61: a running or interrupted thread can be forked, and is not touched", async () => {
    await using home = await TempHome.create();
    const id = await running(home);
    const fork = await home.uw(["fork", id, "--from-step", "1", "--detach", "--json"]);
    expect(fork.exitCode).toBe(0);
    await home.open(2, 3);
    for (const one of [id, fork.json.executionId]) {
      await home.untilStatus(one, "completed");
      expect(await home.roles(one)).toEqual(["r1", "r2", "r3"]);
    }
  });
});

// RELIABILITY P rows and the worker's own promises: real processes, real signals.
import { expect, test } from "bun:test";
import { readdir, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gated } from "../../../../tests/support/bundles.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";
import { type Holder, readHolder } from "../../src/disk/process/holder-file.ts";
import { isAlive } from "../../src/disk/process/process-identity.ts";

/** Twenty steps with a random nonce each; comes back in the middle. */
const SLOW = `export default async function* (input) {
  for (let n = input.steps.length; n < 20; n++) {
    await new Promise((r) => setTimeout(r, 60));
    yield { role: "r" + n, content: Math.random().toString(36), meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}`;

const ALL = Array.from({ length: 20 }, (_, n) => `r${n}`);

test("P3: ten runs at once share one worker, and all ten can be killed", async () => {
  await using home = await TempHome.create();
  // Long enough that none has ended by itself when the last is killed, however slow the machine.
  await home.add("slow", SLOW.replace("n < 20", "n < 5000"));
  const ids = await Promise.all(Array.from({ length: 10 }, () => home.start("slow", "--max-rounds", "5000")));
  expect(new Set(ids).size).toBe(10);
  const running = (await home.uw(["ps", "--json"])).json.threads;
  expect(running).toHaveLength(10);
  expect(new Set(running.map((thread: { pid: number }) => thread.pid)).size).toBe(1);
  const killed = await Promise.all(ids.map((id) => home.uw(["kill", id, "--json"])));
  expect(killed.map((ran) => ran.exitCode)).toEqual(ids.map(() => 0));
  for (const id of ids) expect(await home.status(id)).toBe("killed");
  await home.untilQuiet();
});

test("a worker holds none of its starter's files, survives it, and leaves when idle", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const id = await home.start("slow");
  const [pid] = await home.workers();
  expect(await readlink(`/proc/${pid}/fd/0`)).toBe("/dev/null");
  expect(await readlink(`/proc/${pid}/fd/1`)).toBe("/dev/null");
  expect(await readlink(`/proc/${pid}/fd/2`)).toEndWith(".log");
  await home.untilStatus(id, "completed");
  await home.untilQuiet();
  expect(await home.roles(id)).toEqual(ALL);
});

test("a worker that was started early is told to leave when nobody takes it over, unless it is busy", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const refused = await home.uw(["run", "slow", "--no-such-flag", "--json"]);
  expect(refused.json.error.code).toBe("USAGE");
  await home.untilQuiet();
  const id = await home.start("slow");
  const [pid] = await home.workers();
  expect((await home.uw(["run", "slow", "--no-such-flag", "--json"])).exitCode).toBe(10);
  process.kill(pid as number, "SIGHUP");
  await home.untilStatus(id, "completed");
  expect(await home.roles(id)).toEqual(ALL);
});

test("P3: what was started early for runs that come at once is one worker in the end", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const [good, bad] = [
    ["run", "slow", "--detach", "--json"],
    ["run", "slow", "--no-such-flag"],
  ];
  const ran = await Promise.all([good, bad, good, bad, good].map((args) => home.uw(args)));
  expect(ran.map((one) => one.exitCode)).toEqual([0, 10, 0, 10, 0]);
  const running = (await home.uw(["ps", "--json"])).json.threads;
  expect(new Set(running.map((thread: { pid: number }) => thread.pid)).size).toBe(1);
  expect(running).toHaveLength(3);
});

test("S20, S21: the log of a worker that was started early is private, and no link", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("slow", SLOW);
  await home.start("slow");
  expect((await stat(home.layout.workerLog(hash))).mode & 0o777).toBe(0o600);
  await home.crash();
  await rm(home.layout.socket(hash), { force: true });
  await rm(home.layout.workerLog(hash), { force: true });
  await symlink(join(home.dir, "elsewhere"), home.layout.workerLog(hash));
  const ran = await home.uw(["run", "slow", "--json"]);
  expect([ran.exitCode, ran.json.error.code]).toEqual([40, "IO_FAILED"]);
});

test("S1: kill -9 of the worker interrupts its threads, and resume --all finishes them without repeating a step", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const ids = await Promise.all([home.start("slow"), home.start("slow"), home.start("slow")]);
  await home.untilSteps(ids[0] as string, 3);
  const [pid] = await home.workers();
  process.kill(pid as number, "SIGKILL");
  await home.untilQuiet();
  expect((await home.uw(["ps", "--json"])).json.threads).toEqual([]);
  const before = await Promise.all(ids.map((id) => home.records(id)));
  for (const id of ids) expect(await home.status(id)).toBe("interrupted");
  const resumed = await home.uw(["resume", "--all", "--json"]);
  expect(resumed.json.resumed.sort()).toEqual([...ids].sort());
  for (const [index, id] of ids.entries()) {
    await home.untilStatus(id, "completed");
    expect(await home.roles(id)).toEqual(ALL);
    const after = await home.records(id);
    expect(after.slice(0, before[index]?.length)).toEqual(before[index] as unknown[]);
  }
});

test("P4: of two resumes at once, one thread goes on and nothing is written twice", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const id = await home.start("slow");
  await home.untilSteps(id, 2);
  process.kill((await home.workers())[0] as number, "SIGKILL");
  await home.untilQuiet();
  const both = await Promise.all([home.uw(["resume", id, "--json"]), home.uw(["resume", id, "--json"])]);
  expect(both.map((ran) => ran.exitCode).sort()).toEqual([0, 20]);
  const loser = both.find((ran) => ran.exitCode === 20);
  expect(loser?.json.error.code).toBe("STATE_INVALID");
  expect(await home.roles(id)).toEqual(ALL);
  expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
});

test("P5: a kill that races the end leaves exactly one result", async () => {
  await using home = await TempHome.create();
  await home.add(
    "brief",
    `export default async function* (input) { await new Promise((r) => setTimeout(r, 40)); if (input.steps.length === 0) yield { role: "r", content: "", meta: {} }; return { returnCode: 0, summary: "done" }; }`,
  );
  for (let round = 0; round < 8; round++) {
    const id = await home.start("brief");
    await Bun.sleep(round * 8);
    const killed = await home.uw(["kill", id, "--json"]);
    await home.untilStatus(id, "completed", "killed");
    const results = (await home.records(id)).filter((record) => record.kind === "result");
    expect(results).toHaveLength(1);
    expect(killed.exitCode).toBe(results[0].status === "killed" ? 0 : 20);
  }
});

test("P10: a stale socket, a stale holder file and a foreign pid in it are passed over, and nobody is signalled", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("slow", SLOW);
  const bystander = Bun.spawn(["sleep", "60"]);
  try {
    await home.uw(["run", "slow", "--max-rounds", "1", "--json"]);
    await home.untilQuiet();
    const listener = Bun.listen({ unix: home.layout.socket(hash), socket: { data() {} } });
    listener.stop(true);
    await writeFile(
      home.layout.holder(hash),
      JSON.stringify({ pid: bystander.pid, startedTicks: "1", worker: "X" }),
    );
    const ran = await home.uw(["run", "slow", "--max-rounds", "1", "--json"]);
    expect(ran.json.status).toBe("ok");
    expect(bystander.killed).toBe(false);
    expect(bystander.exitCode).toBeNull();
  } finally {
    bystander.kill();
  }
});

test("P13: a stopped worker is ended before its thread is taken over, and cannot append afterwards", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const [first, second] = [await home.start("slow"), await home.start("slow")];
  await home.untilSteps(first, 2);
  const [pid] = await home.workers();
  process.kill(pid as number, "SIGSTOP");
  const killed = await home.uw(["kill", first, "--json"]);
  expect(killed.json.status).toBe("killed");
  // The same worker had the second thread; it goes on elsewhere.
  await home.untilStatus(second, "completed");
  expect(await home.roles(second)).toEqual(ALL);
  for (const id of [first, second]) expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  expect((await home.workers()).includes(pid as number)).toBe(false);
}, 60_000);

test("P14: SIGTERM ends a worker between two records; SIGHUP and a dead starter do not", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const id = await home.start("slow");
  await home.untilSteps(id, 2);
  const [pid] = await home.workers();
  process.kill(pid as number, "SIGHUP");
  const before = (await home.roles(id)).length;
  await home.untilSteps(id, before + 2);
  process.kill(pid as number, "SIGTERM");
  await home.untilQuiet();
  expect(await home.status(id)).toBe("interrupted");
  expect((await Bun.file(await home.journalPath(id)).text()).endsWith("\n")).toBe(true);
  expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
  expect(await home.roles(id)).toEqual(ALL);
});

test("P7: a thread keeps the bundle it started with when the name moves on", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("slow", SLOW);
  const id = await home.start("slow");
  await home.untilSteps(id, 1);
  const next = await home.add("slow", SLOW.replace("done", "other"));
  expect(next).not.toBe(hash);
  await home.untilStatus(id, "completed");
  const view = (await home.uw(["thread", id, "--json"])).json;
  expect(view.hash).toBe(hash);
  expect(view.result.summary).toBe("done");
});

test("P8: a running thread cannot be removed; a finished one goes with both files", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const id = await home.start("slow");
  expect((await home.uw(["thread", "rm", id, "--json"])).json.error.code).toBe("STATE_INVALID");
  await home.uw(["kill", id]);
  expect((await home.uw(["thread", "rm", id, "--json"])).json).toEqual({ threadId: id, removed: true });
  expect((await home.uw(["thread", id, "--json"])).exitCode).toBe(10);
  expect((await home.uw(["threads", "--json"])).json.threads).toEqual([]);
});

test("P17: a thread that runs cannot be adopted by a second resume", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const id = await home.start("slow");
  const resumed = await home.uw(["resume", id, "--json"]);
  expect(resumed.exitCode).toBe(20);
  expect(resumed.json.error).toMatchObject({ code: "STATE_INVALID" });
  await home.untilStatus(id, "completed");
  expect(await home.roles(id)).toEqual(ALL);
});

test("pause parks a thread, its worker leaves, and resume goes on where it was", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const id = await home.start("slow");
  await home.untilSteps(id, 3);
  expect((await home.uw(["pause", id, "--json"])).json).toEqual({ threadId: id, status: "paused" });
  await home.untilQuiet();
  const held = await home.roles(id);
  expect((await home.records(id)).at(-1).kind).toBe("seal");
  expect((await home.uw(["pause", id, "--json"])).exitCode).toBe(20);
  expect(await home.status(id)).toBe("paused");
  expect((await home.uw(["resume", "--all", "--json"])).json.resumed).toEqual([]);
  expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
  expect(await home.roles(id)).toEqual(ALL);
  expect((await home.roles(id)).slice(0, held.length)).toEqual(held);
});

const FORGETFUL = `export default async function* () {
  for (let n = 0; n < 12; n++) { await new Promise((r) => setTimeout(r, 60)); yield { role: "r" + n, content: "", meta: {} }; }
  return { returnCode: 0, summary: "done" };
}`;

test("a bundle that cannot come back is held in memory while paused, and refused after a crash unless from the start", async () => {
  await using home = await TempHome.create();
  await home.add("forgetful", FORGETFUL);
  const paused = await home.start("forgetful");
  await home.untilSteps(paused, 2);
  await home.uw(["pause", paused]);
  expect(await home.status(paused)).toBe("paused");
  expect((await home.uw(["resume", paused, "--json"])).json.status).toBe("ok");
  expect(await home.roles(paused)).toEqual(ALL.slice(0, 12));

  const crashed = await home.start("forgetful");
  await home.untilSteps(crashed, 2);
  process.kill((await home.workers())[0] as number, "SIGKILL");
  await home.untilQuiet();
  const refused = await home.uw(["resume", crashed, "--json"]);
  expect(refused.exitCode).toBe(20);
  expect(refused.json.error.hint).toContain("--from-start");
  const again = await home.uw(["resume", crashed, "--from-start", "--json"]);
  expect(again.json.status).toBe("ok");
  expect(again.json.output.roles).toBe(12);
});

test("Ctrl-C detaches: the thread goes on", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW);
  const run = home.spawn(["run", "slow", "--json"]);
  const id = await until(
    async () => (await home.uw(["ps", "--json"])).json.threads[0]?.threadId ?? null,
    "the thread to run",
  );
  run.kill("SIGINT");
  expect(await run.exited).toBe(0);
  expect(JSON.parse(await new Response(run.stdout).text())).toEqual({ executionId: id, status: "running" });
  await home.untilStatus(id, "completed");
});

test("Ctrl-C detaches as soon as there is a thread, be it not handed over yet", async () => {
  await using home = await TempHome.create();
  await home.add("gated", gated(1));
  const first = await home.start("gated", "--prompt", home.dir);
  const worker = (await home.workers())[0] as number;
  process.kill(worker, "SIGSTOP");
  const run = home.spawn(["run", "gated", "--prompt", home.dir, "--json"]);
  const folder = dirname(await home.journalPath(first));
  const journal = await until(async () => {
    const names = await readdir(folder);
    return names.find((name) => name.endsWith(".data.jsonl") && !name.startsWith(first)) ?? null;
  }, "its journal");
  run.kill("SIGINT");
  process.kill(worker, "SIGCONT");
  expect(await run.exited).toBe(0);
  const id = journal.slice(0, 26);
  expect(JSON.parse(await new Response(run.stdout).text())).toEqual({ executionId: id, status: "running" });
  await home.open(1);
  await home.untilStatus(id, "completed");
});

test("RFC-84: concurrency 1 queues the second thread of a workflow, and another workflow starts at once", async () => {
  await using home = await TempHome.create();
  const one = SLOW.replace(
    "export default",
    `export const descriptor = { description: "", roles: {}, concurrency: 1 };\nexport default`,
  );
  await home.add("one", one);
  await home.add("free", SLOW);
  const [first, second] = [await home.start("one"), await home.start("one")];
  const other = await home.start("free");
  await home.untilSteps(first, 1);
  expect(await home.status(second)).toBe("queued");
  await home.untilSteps(other, 1);
  expect(await home.roles(second)).toEqual([]);
  const waiting = await home.start("one");
  expect((await home.uw(["kill", waiting, "--json"])).json.status).toBe("killed");
  await home.untilStatus(first, "completed");
  await home.untilStatus(second, "completed");
  expect(await home.roles(second)).toEqual(ALL);
});

test("S22: a worker whose home was deleted leaves, and makes nothing anew", async () => {
  const home = await TempHome.create();
  try {
    await home.add(
      "waiting",
      `export default async function* ({ steps }) { yield { role: "r", content: "", meta: {} }; await new Promise(() => {}); return steps; }`,
    );
    await home.start("waiting");
    const [pid] = await home.workers();
    const holder = readHolder(
      join(
        home.layout.run,
        (await readdir(home.layout.run)).find((name) => name.endsWith(".json")) as string,
      ),
    );
    expect(holder?.pid).toBe(pid as number);
    await rm(home.home, { recursive: true });
    await until(async () => (isAlive(holder as Holder) ? null : true), "the worker to leave");
    expect(await Bun.file(home.home).exists()).toBe(false);
  } finally {
    await home[Symbol.asyncDispose]();
  }
});

test("P6: a kill beside a pause kills, whichever comes first", async () => {
  await using home = await TempHome.create();
  await home.add("slow", SLOW.replace("60", "5").replace("n < 20", "n < 5000"));
  await home.start("slow", "--max-rounds", "5000");
  for (let round = 0; round < 12; round++) {
    const id = await home.start("slow", "--max-rounds", "5000");
    const [paused, killed] = await Promise.all([
      home.uw(["pause", id, "--json"]),
      home.uw(["kill", id, "--json"]),
    ]);
    expect([0, 20]).toContain(paused.exitCode);
    expect([killed.exitCode, killed.stdout]).toEqual([0, expect.stringContaining("killed")]);
    expect((await home.records(id)).filter((record) => record.kind === "result")).toMatchObject([
      { status: "killed" },
    ]);
  }
});

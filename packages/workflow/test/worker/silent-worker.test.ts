// A worker that does not answer, and one that goes away: whoever asks is told what is so, and nobody else's threads end.
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { counting, gated, modal, yielding } from "../../../../tests/support/bundles.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";
import { WorkerClient } from "../../src/control/worker-client.ts";

const ASKS = yielding(`yield { do: "approve", prompt: "well?" };
  yield { role: "r", content: "", meta: {} };
  return { returnCode: 0, summary: "done" };`);

test.concurrent("P13: run does not end a worker that is busy with other people's threads; its thread is taken up later", async () => {
  await using home = await TempHome.create();
  await home.add("gated", gated(1));
  const first = await home.start("gated", "--prompt", home.dir);
  const [worker] = (await home.workers()) as [number];
  process.kill(worker, "SIGSTOP");
  const refused = await home.uw(["run", "gated", "--prompt", home.dir, "--json"]);
  expect(await home.workers()).toEqual([worker]);
  process.kill(worker, "SIGCONT");
  expect(refused.exitCode).toBe(20);
  const { code, message, hint, details } = refused.json.error;
  expect(code).toBe("STATE_INVALID");
  expect(message).toContain("does not answer");
  expect(hint).toBe(`uncaged-workflow kill ${details.threadId}`);
  await home.open(1);
  for (const id of [first, details.threadId]) await home.untilStatus(id, "completed");
  expect(await home.roles(details.threadId)).toEqual(["r1"]);
}, 60_000);

test.concurrent("P13: neither do resume and approve; what was said is recorded once, when the worker answers again", async () => {
  await using home = await TempHome.create();
  const wait = `yield { role: "first", content: "", meta: {} };
  yield { do: "approve", prompt: "well?" };`;
  await home.add("asks", modal("forgetful", wait));
  const id = (await home.uw(["run", "asks", "--json"])).json.executionId;
  const [worker] = (await home.workers()) as [number];
  process.kill(worker, "SIGSTOP");
  for (const args of [
    ["resume", id, "--from-start"],
    ["approve", id],
  ]) {
    const refused = await home.uw([...args, "--json"]);
    expect(refused.json.error).toMatchObject({ code: "STATE_INVALID", details: { silent: true } });
    expect(await home.workers()).toEqual([worker]);
  }
  process.kill(worker, "SIGCONT");
  await home.untilStatus(id, "completed");
  const decisions = (await home.records(id)).filter(({ kind }) => kind === "decision");
  expect(decisions).toMatchObject([{ decision: "approve" }]);
  expect(await home.roles(id)).toEqual(["first"]);
}, 60_000);

/** Somebody in the worker's place who hangs up on everybody, at once or after so many. */
function hangUp(path: string, times: number, when: "open" | "data"): { count: number } {
  const seen = { count: 0 };
  const end = (socket: { end(): unknown }) => {
    seen.count += 1;
    if (seen.count >= times) {
      listener.stop();
      rmSync(path, { force: true });
    }
    socket.end();
  };
  const listener = Bun.listen({
    unix: path,
    socket: {
      open: (socket) => void (when === "open" && end(socket)),
      data: (socket) => void (when === "data" && end(socket)),
    },
  });
  return seen;
}

test.each(["open", "data"] as const)(
  "A2: a decision that meets leaving workers (at %s) is told to the next one, and recorded once",
  async (when) => {
    await using home = await TempHome.create();
    const hash = await home.add("asks", ASKS);
    const id = (await home.uw(["run", "asks", "--json"])).json.executionId;
    await home.untilQuiet();
    const seen = hangUp(home.layout.socket(hash), 12, when);
    const { json } = await home.uw(["approve", id, "--json"]);
    expect(json.status).toBe("ok");
    // Fewer than 12 when the worker that `approve` starts takes the socket over before that.
    expect(seen.count).toBeGreaterThan(0);
    const decisions = (await home.records(id)).filter(({ kind }) => kind === "decision");
    expect(decisions).toMatchObject([{ decision: "approve" }]);
  },
);

test.concurrent("A2: when every worker goes away, that is no bug of ours, and nothing is recorded", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("asks", ASKS);
  const id = (await home.uw(["run", "asks", "--json"])).json.executionId;
  await home.untilQuiet();
  hangUp(home.layout.socket(hash), Infinity, "data");
  const before = await home.records(id);
  const { json, exitCode } = await home.uw(["approve", id, "--json"]);
  expect([exitCode, json.error.code]).toEqual([40, "IO_FAILED"]);
  expect(json.error.message).toContain("nothing is recorded");
  expect(await home.records(id)).toEqual(before);
  const other = await home.uw(["run", "asks", "--json"]);
  expect(other.json.error.code).toBe("IO_FAILED");
}, 60_000);

test.concurrent("A2: a connection that was closed before it is asked says so at once", async () => {
  await using home = await TempHome.create();
  const hash = await home.add("counts", counting(1));
  await home.uw(["run", "counts"]);
  await home.untilQuiet();
  const path = home.layout.socket(hash);
  hangUp(path, 1, "open");
  const client = await WorkerClient.connect(path);
  await client?.closed;
  expect(client?.ask({ op: "list" }, 600_000)).rejects.toThrow("went away");
});

test.concurrent("GOV-37: word of an effect of a killed thread is refused with exit 30, and not recorded", async () => {
  await using home = await TempHome.create();
  const once = `yield { do: "effect", effect: "sys/exec@1", params: { argv: ["sh", "-c", "sleep 1000"] } };`;
  await home.add("runs", yielding(once, { effects: ["sys/exec@1"] }));
  const id = await home.start("runs");
  const intent: string = await until(
    async () => (await home.records(id)).find(({ kind }) => kind === "intent")?.id ?? null,
    "the intent",
  );
  await home.crash();
  await home.uw(["resume", id, "--json"]);
  await home.uw(["kill", id, "--json"]);
  const before = await home.records(id);
  for (const more of [[], ["--intent", intent], ["--intent", "f".repeat(64)]])
    for (const how of [["--ok", "{}"], ["--error", "no"], ["--retry"]]) {
      const refused = await home.uw(["reconcile", id, ...how, ...more, "--json"]);
      expect([refused.exitCode, refused.json.error.code]).toEqual([30, "KILLED"]);
    }
  expect(await home.records(id)).toEqual(before);
});

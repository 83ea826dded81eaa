// AOS 2.4: a payload that does not fit its schema, and whom that harms.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { yielding } from "../../../../tests/support/bundles.ts";
import { installProbe, type Probe } from "../../../../tests/support/probe.ts";
import { type Ran, TempHome, until } from "../../../../tests/support/temp-home.ts";

const EFFECT = `const effect = (params, more = {}) => ({ do: "effect", effect: "test/do@1", params, ...more });`;
const RECEIPT = {
  type: "object",
  properties: { id: { type: "string" } },
  required: ["id"],
  additionalProperties: false,
};

async function flow(home: TempHome, body: string): Promise<Probe> {
  const probe = await installProbe(home, { "test/do@1": { receipt: RECEIPT } });
  await home.add("flow", yielding(`${EFFECT}\n${body}`, { effects: ["test/do@1"] }));
  return probe;
}

const run = (home: TempHome): Promise<Ran> => home.uw(["run", "flow", "--json"]);

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of many shapes
async function linesOf(home: TempHome, id: string, kind: string): Promise<any[]> {
  return (await home.records(id)).filter((record) => record.kind === kind);
}

describe("AOS-31: a malformed payload settles its intent", () => {
  test("AOS-31: the fault is recorded by digest and size, and nothing is in flight after it", async () => {
    await using home = await TempHome.create();
    await flow(home, `yield effect({ say: { id: 5 } }); return { returnCode: 0, summary: "" };`);
    const ran = await run(home);
    const id = ran.json.executionId;
    const text = `{"id":5}`;
    expect(await linesOf(home, id, "fault")).toMatchObject([
      {
        effect: "test/do@1",
        code: "SCHEMA_INVALID",
        payloadHash: new Bun.CryptoHasher("sha256").update(text).digest("hex"),
        payloadSize: text.length,
      },
    ]);
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view).toMatchObject({ status: "failed", inflight: [] });
    expect(view.commands).toMatchObject([{ status: "failed", effect: "test/do@1" }]);
  });

  test.each([
    ["another type", `"text"`],
    ["a missing field", `{}`],
    ["an unknown field", `{ id: "a", more: 1 }`],
    ["null", `null`],
  ])("AOS-31: %s does not fit", async (_, payload) => {
    await using home = await TempHome.create();
    await flow(home, `yield effect({ say: ${payload} }); return { returnCode: 0, summary: "" };`);
    const ran = await run(home);
    expect([ran.exitCode, ran.json.error.code]).toEqual([1, "RECEIPT_FAULT"]);
    expect(ran.json.error.message).toContain("test/do@1");
  });
});

describe("AOS-32: a workflow that wants to hear of it does", () => {
  test("AOS-32: with onFault the generator is given the fault and goes on", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `const fault = yield effect({ say: { id: 5, secret: "s3cr3t" } }, { onFault: "deliver" });
      const fine = yield effect({ say: { id: "a" } });
      return { returnCode: 0, summary: JSON.stringify([fault.status, fault.error, fault.payload ?? null, fine.status]) };`,
    );
    const ran = await run(home);
    const [status, error, payload, next] = JSON.parse(ran.json.output.summary);
    expect([status, payload, next]).toEqual(["fault", null, "ok"]);
    expect(error).toMatchObject({ code: "SCHEMA_INVALID", details: { payloadSize: 26 } });
    expect(error.details.payloadHash).toMatch(/^[0-9a-f]{64}$/);
    const id = ran.json.executionId;
    expect(await linesOf(home, id, "fault")).toHaveLength(1);
    expect((await linesOf(home, id, "receipt")).map((receipt) => receipt.status)).toEqual(["fault", "ok"]);
    expect((await home.uw(["replay", id, "--json"])).json.status).toBe("identical");
  });
});

describe("AOS-33: otherwise the thread fails, and what else it waited for is dropped", () => {
  test("AOS-33: of two in flight one is malformed: the thread fails, the other is ended and counted", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `try {
        yield [effect({ gate: "bad", say: 5 }), effect({ gate: "late", say: { id: "b" } })];
      } catch { yield { role: "never", content: "", meta: {} }; }
      return { returnCode: 0, summary: "" };`,
    );
    const running = run(home);
    const calls = await probe.untilCalled(2);
    await probe.open("bad");
    const ran = await running;
    expect([ran.exitCode, ran.json.error.code, ran.json.status]).toEqual([1, "RECEIPT_FAULT", "failed"]);
    const id = ran.json.executionId;
    expect(await linesOf(home, id, "fault")).toMatchObject([{ index: 0, dropped: 1 }]);
    expect(await home.roles(id)).toEqual([]);
    const before = readFileSync(await home.journalPath(id), "utf8");
    await probe.open("late");
    await home.untilQuiet();
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
    expect(await linesOf(home, id, "receipt")).toEqual([]);
    expect(calls.every(({ pid }) => !isThere(pid))).toBe(true);
    const dropped = (await linesOf(home, id, "intent"))[1].id;
    const posted = await home.uw(["reconcile", id, "--intent", dropped, "--ok", '{"id":"b"}', "--json"]);
    expect(posted.json.ignored).toBe(true);
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
  });

  test("AOS-33: a worker that dies between the fault and the end fails the thread when it comes back", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield [effect({ gate: "bad", say: 5 }), effect({ gate: "late", say: { id: "b" } })];`,
    );
    const id = await home.start("flow");
    await probe.untilCalled(2);
    await probe.open("bad");
    await until(async () => ((await linesOf(home, id, "fault")).length > 0 ? true : null), "the fault");
    await home.crash();
    if ((await home.status(id)) === "interrupted") await home.uw(["resume", id, "--json"]);
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect([view.status, view.error.code]).toEqual(["failed", "RECEIPT_FAULT"]);
    expect(await probe.calls()).toHaveLength(2);
  });

  test("AOS-33, AOS-97: why says what happened", async () => {
    await using home = await TempHome.create();
    await flow(home, `yield effect({ say: 5 });`);
    const id = (await run(home)).json.executionId;
    const why = (await home.uw(["why", id, "--json"])).json;
    expect(why.cause).toBe("adapter_error");
    expect(why.message).toContain("test/do@1");
  });
});

test("C10: a no to one command of a list ends the thread, and does not wait for the others", async () => {
  await using home = await TempHome.create();
  const probe = await flow(
    home,
    `yield [{ do: "approve", prompt: "?" }, effect({ gate: "never" })]; return { returnCode: 0, summary: "" };`,
  );
  const id = await home.start("flow");
  const [call] = await probe.untilCalled(1);
  expect((await home.uw(["deny", id, "--json"])).json).toMatchObject({
    status: "cancelled",
    error: { code: "APPROVAL_DENIED" },
  });
  await until(async () => (isThere(call?.pid as number) ? null : true), "the program to end");
  expect(await linesOf(home, id, "receipt")).toEqual([]);
});

test("AOS-34: a fault in one thread does not hold another of the same worker", async () => {
  await using home = await TempHome.create();
  const probe = await flow(
    home,
    `const { payload } = yield effect({ gate: prompt, say: prompt === "bad" ? 5 : { id: "fine" } }); return { returnCode: 0, summary: payload.id };`,
  );
  const bad = await home.start("flow", "--prompt", "bad");
  const good = await home.start("flow", "--prompt", "good");
  await probe.untilCalled(2);
  expect(await home.workers()).toHaveLength(1);
  await probe.open("bad");
  await home.untilStatus(bad, "failed");
  expect(await home.status(good)).toBe("running");
  await probe.open("good");
  await home.untilStatus(good, "completed");
});

describe("AOS-97: why a thread is where it is", () => {
  test.each([
    ["adapter_timeout", `effect({ gate: "never" }, { timeoutMs: 200, retry: false })`],
    ["adapter_error", `effect({ error: { code: "NO", message: "no" } })`],
  ])("AOS-97: %s", async (cause, value) => {
    await using home = await TempHome.create();
    await flow(home, `const { status } = yield ${value}; if (status !== "ok") throw new Error(status);`);
    const id = (await run(home)).json.executionId;
    expect((await home.uw(["why", id, "--json"])).json).toMatchObject({ status: "failed", cause });
  });

  test.each([
    ["waiting_approval", `{ do: "approve", prompt: "Really?" }`, "approve"],
    ["waiting_input", `{ do: "input", prompt: "Which?", schema: {} }`, "answer"],
    ["waiting_timer", `{ do: "sleep", ms: 3_600_000 }`, "tick"],
  ])("AOS-97: %s, and the verb that helps", async (cause, value, verb) => {
    await using home = await TempHome.create();
    await flow(home, `yield ${value}; return { returnCode: 0, summary: "" };`);
    const id = (await run(home)).json.executionId;
    const why = (await home.uw(["why", id, "--json"])).json;
    expect([why.status, why.cause]).toEqual(["waiting", cause]);
    expect(why.hint).toContain(`uncaged-workflow ${verb}`);
  });

  test("AOS-97: completed, a refusal, and a throw without an effect", async () => {
    await using home = await TempHome.create();
    const causes = [];
    for (const body of [
      `return { returnCode: 0, summary: "fine" };`,
      `yield { do: "nothing" };`,
      `throw new Error("no");`,
    ]) {
      await flow(home, body);
      const id = (await run(home)).json.executionId;
      causes.push((await home.uw(["why", id, "--json"])).json.cause);
    }
    expect(causes).toEqual(["completed", "invariant_violation", "unknown_failure"]);
  });
});

function isThere(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

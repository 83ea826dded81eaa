// AOS 2.3: which intent an answer belongs to.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { yielding } from "../../../../tests/support/bundles.ts";
import { installProbe, type Probe } from "../../../../tests/support/probe.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const EFFECT = `const effect = (params, more = {}) => ({ do: "effect", effect: "test/do@1", params, ...more });`;

async function flow(home: TempHome, body: string, more: Record<string, unknown> = {}): Promise<Probe> {
  const probe = await installProbe(home, { "test/do@1": {} });
  await home.add("flow", yielding(`${EFFECT}\n${body}`, { effects: ["test/do@1"], ...more }));
  return probe;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of many shapes
async function linesOf(home: TempHome, id: string, kind: string): Promise<any[]> {
  return (await home.records(id)).filter((record) => record.kind === kind);
}

describe("AOS-19 (threads): an answer goes to the thread that asked", () => {
  test("AOS-19, AOS-94 (threads): of two threads with the same params in flight, the answer of one brings on that one", async () => {
    await using home = await TempHome.create();
    // The program is told to wait for a file in its own workspace, which is the thread's.
    const probe = await installProbe(home, {
      "test/do@1": {
        command: [
          "sh",
          "-c",
          `read call; echo "$call" >> ${home.dir}/calls.jsonl; while [ ! -e answer ]; do sleep 0.02; done; echo "{\\"receipt\\":{\\"status\\":\\"ok\\",\\"payload\\":\\"$(cat answer)\\"}}"`,
        ],
      },
    });
    await home.add(
      "flow",
      yielding(
        `const { payload, thread } = yield { do: "effect", effect: "test/do@1", params: { same: true } }; return { returnCode: 0, summary: payload + (thread === options.threadId) };`,
        { effects: ["test/do@1"] },
      ),
    );
    const a = await home.start("flow", "--workspace", "own");
    const b = await home.start("flow", "--workspace", "own");
    const calls = await probe.untilCalled(2);
    expect(calls[0]?.workspace).not.toBe(calls[1]?.workspace);
    expect(calls[0]?.intent).not.toBe(calls[1]?.intent);
    await Bun.write(`${home.layout.workspace(b)}/answer`, "for-b");
    await home.untilStatus(b, "completed");
    expect(await home.status(a)).toBe("running");
    expect(await linesOf(home, a, "receipt")).toEqual([]);
    await Bun.write(`${home.layout.workspace(a)}/answer`, "for-a");
    await home.untilStatus(a, "completed");
    const summaries = [];
    for (const id of [a, b]) summaries.push((await home.uw(["thread", id, "--json"])).json.result.summary);
    expect(summaries).toEqual(["for-atrue", "for-btrue"]);
  });

  test("AOS-75 (threads): of thirty threads answered in any order, each gets its own", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `const { payload } = yield effect({ say: prompt, id: prompt }); return { returnCode: 0, summary: payload };`,
    );
    const names = Array.from({ length: 30 }, (_, n) => `order-${n}`);
    const ids: string[] = [];
    for (const name of names) ids.push(await home.start("flow", "--prompt", name));
    for (const id of ids) await home.untilStatus(id, "completed");
    const results = [];
    for (const id of ids)
      results.push((await home.records(id)).find((record) => record.kind === "result").summary);
    expect(results).toEqual(names);
  });
});

describe("AOS-20: an intent is who asks, where, and for what", () => {
  test("AOS-20: the same effect with the same params, asked for twice, is two intents", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield effect({}); yield effect({}); yield [effect({}), effect({})]; return { returnCode: 0, summary: "" };`,
    );
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const intents = await linesOf(home, id, "intent");
    expect(intents.map(({ n, index }) => [n, index])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [3, 1],
    ]);
    expect(new Set(intents.map((intent) => intent.id)).size).toBe(4);
    expect((await probe.calls()).map((call) => call.intent).sort()).toEqual(
      intents.map((intent) => intent.id).sort(),
    );
  });

  test("AOS-20: another key is another intent, and another epoch is", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `yield effect({}, state === undefined ? { key: "a" } : { key: state });
      if (state === undefined) yield { do: "continue", state: "b" };
      if (state === "b") yield { do: "continue", state: "a" };
      return { returnCode: 0, summary: "" };`,
    );
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const intents = await linesOf(home, id, "intent");
    expect(intents.map(({ n, key }) => [n, key])).toEqual([
      [1, "a"],
      [1, "b"],
      [1, "a"],
    ]);
    expect(new Set(intents.map((intent) => intent.id)).size).toBe(3);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });
});

describe("AOS-23: an answer that comes twice, late or from nowhere moves nothing", () => {
  async function unknown(home: TempHome): Promise<{ id: string; intent: string }> {
    const probe = await flow(
      home,
      `const { payload } = yield effect({ gate: "never" }); yield { do: "approve", prompt: "?" }; return { returnCode: 0, summary: payload };`,
    );
    const id = await home.start("flow");
    await probe.untilCalled(1);
    await home.crash();
    await home.uw(["resume", id, "--json"]);
    const [intent] = await linesOf(home, id, "intent");
    return { id, intent: intent.id };
  }

  test("AOS-23: a second answer is ignored, and the journal stays as it is", async () => {
    await using home = await TempHome.create();
    const { id, intent } = await unknown(home);
    const first = await home.uw(["reconcile", id, "--intent", intent, "--ok", '"one"', "--json"]);
    expect(first.json.status).toBe("needs_approval");
    const before = readFileSync(await home.journalPath(id), "utf8");
    const second = await home.uw(["reconcile", id, "--intent", intent, "--ok", '"two"', "--json"]);
    expect([second.exitCode, second.json.ignored]).toEqual([0, true]);
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
    const third = await home.uw([
      "reconcile",
      id,
      "--intent",
      intent.slice(0, 12),
      "--error",
      "no",
      "--json",
    ]);
    expect([third.exitCode, third.json.ignored]).toEqual([0, true]);
  });

  test("AOS-23: an intent nobody knows is refused", async () => {
    await using home = await TempHome.create();
    const { id } = await unknown(home);
    const before = readFileSync(await home.journalPath(id), "utf8");
    const told = await home.uw(["reconcile", id, "--intent", "f".repeat(64), "--ok", "1", "--json"]);
    expect([told.exitCode, told.json.error.code]).toEqual([20, "UNKNOWN_RECEIPT"]);
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
  });

  test("AOS-23: after the thread has ended, its intents are settled and others still unknown", async () => {
    await using home = await TempHome.create();
    const { id, intent } = await unknown(home);
    await home.uw(["reconcile", id, "--ok", '"one"', "--json"]);
    expect((await home.uw(["approve", id, "--json"])).json.output.summary).toBe("one");
    const before = readFileSync(await home.journalPath(id), "utf8");
    const late = await home.uw(["reconcile", id, "--intent", intent, "--ok", '"two"', "--json"]);
    expect([late.exitCode, late.json.ignored]).toEqual([0, true]);
    const stranger = await home.uw(["reconcile", id, "--intent", "f".repeat(64), "--ok", "1", "--json"]);
    expect([stranger.exitCode, stranger.json.error.code]).toEqual([20, "UNKNOWN_RECEIPT"]);
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
  });
});

describe("AOS-24: answers come in any order and are given in that of the commands", () => {
  const SLOW_FAST = `const all = yield [effect({ id: "slow", gate: "slow", say: "slow" }), effect({ id: "fast", gate: "fast", say: "fast" })];
  return { returnCode: 0, summary: all.map((one) => one.payload).join() };`;

  test("AOS-24: the journal has fast before slow, the generator slow before fast", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, SLOW_FAST);
    const id = await home.start("flow");
    await probe.untilCalled(2);
    await probe.open("fast");
    await until(async () => ((await linesOf(home, id, "receipt")).length === 1 ? true : null), "a receipt");
    await probe.open("slow");
    await home.untilStatus(id, "completed");
    expect((await linesOf(home, id, "receipt")).map((receipt) => receipt.payload)).toEqual(["fast", "slow"]);
    expect((await home.uw(["thread", id, "--json"])).json.result.summary).toBe("slow,fast");
    expect((await home.uw(["replay", id, "--json"])).json.status).toBe("identical");
  });

  test("C32: steps of a list stand in the order of their ids, or of their places", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `yield ["c", "a", "b"].map((id) => effect({ say: id }, { id }));
      yield Array.from({ length: 12 }, (_, n) => effect({ say: n }));
      return { returnCode: 0, summary: "" };`,
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    const ids = ran.json.steps.map((step: { stepId: string }) => step.stepId);
    expect(ids).toEqual(["a", "b", "c", ...Array.from({ length: 12 }, (_, n) => `n2.${n}`)]);
  });
});

describe("AOS-87: what changes the world carries a key", () => {
  test("AOS-87: the intent id without a key of the author's own, which then is handed on instead", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield effect({}); yield effect({}, { key: "order-7" }); return { returnCode: 0, summary: "" };`,
    );
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const intents = await linesOf(home, id, "intent");
    expect((await probe.calls()).map((call) => call.idempotencyKey)).toEqual([intents[0].id, "order-7"]);
  });

  test("AOS-87: a request carries it in a header", async () => {
    await using home = await TempHome.create();
    const seen: (string | null)[] = [];
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        seen.push(request.headers.get("idempotency-key"));
        return new Response("ok");
      },
    });
    await installProbe(home, {});
    await Bun.write(home.layout.policy, `http: { allow: ["127.0.0.1:${server.port}"] }`);
    await home.add(
      "flow",
      yielding(
        `const post = (key) => ({ do: "effect", effect: "sys/http.request@1", params: { method: "POST", url: prompt }, ...key });
        yield post({ key: "order-7" });
        const { intent } = yield post({});
        return { returnCode: 0, summary: intent };`,
        { effects: ["sys/http.request@1"] },
      ),
    );
    const ran = await home.uw(["run", "flow", "--prompt", `http://127.0.0.1:${server.port}/`, "--json"]);
    expect(seen).toEqual(["order-7", ran.json.output.summary]);
  });
});

test("AOS-21, AOS-22 (registry): what the registry says meanwhile does not move an answer", async () => {
  await using home = await TempHome.create();
  const asking = (word: string) => `
export const descriptor = { description: "d", roles: {}, determinism: "strict", effects: ["sys/exec@1"] };
export default async function* () {
  const { decision } = yield { do: "approve", prompt: "go on?" };
  const { payload } = yield { do: "effect", effect: "sys/exec@1", params: { argv: ["echo", "${word}"] } };
  yield { role: "teller", content: decision + " " + payload.stdout.trim(), meta: {} };
  return { returnCode: 0, summary: "done" };
}
`;
  await home.add("flow", asking("old"));
  await home.add("flow", asking("new"));
  const { executionId } = (await home.uw(["run", "flow", "--json"])).json;
  await home.uw(["rollback", "flow"]);
  await home.uw(["remove", "flow"]);
  const approved = await home.uw(["approve", executionId, "--json"]);
  expect(approved.json.output.last.content).toBe("approve new");
  expect(approved.json.executionId).toBe(executionId);
  expect((await home.uw(["threads", "--json"])).json.threads).toHaveLength(1);
});

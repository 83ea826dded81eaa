// AOS-1, AOS-40, AOS-44, AOS-93: what was recorded comes again, or it is said where it does not.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { encodeRecord } from "#codec/journal-line.ts";
import { yielding } from "../../../../tests/support/bundles.ts";
import { installProbe, type Probe } from "../../../../tests/support/probe.ts";
import { type Ran, TempHome, until } from "../../../../tests/support/temp-home.ts";

const EFFECT = `const effect = (params, more = {}) => ({ do: "effect", effect: "test/do@1", params, ...more });`;
const DONE = `return { returnCode: 0, summary: "done" };`;

async function flow(
  home: TempHome,
  body: string,
  more: Record<string, unknown> = {},
  imports = "",
): Promise<Probe> {
  const probe = await installProbe(home, { "test/do@1": { class: "idempotent" } });
  await home.add(
    "flow",
    `${imports}\n${yielding(`${EFFECT}\n${body}`, { effects: ["test/do@1", "sys/exec@1"], ...more })}`,
  );
  return probe;
}

const run = (home: TempHome, ...flags: string[]): Promise<Ran> =>
  home.uw(["run", "flow", "--json", ...flags]);

async function replay(home: TempHome, id: string): Promise<Ran> {
  return home.uw(["replay", id, "--json"]);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of many shapes
type Line = any;

async function rewrite(home: TempHome, id: string, change: (records: Line[]) => Line[]): Promise<void> {
  const path = await home.journalPath(id);
  const records = (await home.records(id)).map(({ sum: _sum, ...record }) => record);
  let sum = "";
  const lines = change(records).map((record) => {
    const made = encodeRecord(record, sum);
    sum = made.sum;
    return made.text;
  });
  writeFileSync(path, `${lines.join("\n")}\n`);
}

describe("AOS-1: a finished thread replays without anybody being called", () => {
  const EVERYTHING = `
    const at = yield { do: "now" };
    const dice = yield { do: "random", bytes: 8 };
    const context = yield { do: "context" };
    const [a, b] = yield [effect({ id: "a", say: { at } }), effect({ id: "b", error: { code: "E", message: "no" } })];
    const first = yield { do: "any", of: [{ do: "sleep", ms: 60_000 }, effect({ id: "c" })] };
    const { seq } = yield { do: "checkpoint", state: { at } };
    yield { do: "annotate", note: "n" };
    yield { do: "sleep", ms: 1 };
    yield { role: "teller", content: JSON.stringify([at, dice, context, a, b, first, seq]), meta: { b: b.status } };
    return { returnCode: 0, summary: Object.keys(a).join() + dice };`;

  test("AOS-1: the same yields in the same order, no call, exit 0, nothing written", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, EVERYTHING);
    const ran = await run(home);
    const id = ran.json.executionId;
    expect(ran.json.error).toBeNull();
    const calls = (await probe.calls()).length;
    const before = readFileSync(await home.journalPath(id), "utf8");
    const again = await replay(home, id);
    expect([again.exitCode, again.json]).toEqual([
      0,
      { threadId: id, status: "identical", yields: 9, divergence: null },
    ]);
    expect(await probe.calls()).toHaveLength(calls);
    expect(readFileSync(await home.journalPath(id), "utf8")).toBe(before);
  });

  test("AOS-1: answers of people are printed the same when they come and when they come again", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `const told = [];
      told.push(yield { do: "approve", prompt: "?", onDeny: "deliver" });
      told.push(yield { do: "input", prompt: "?", schema: {} });
      told.push(yield { do: "any", of: [{ do: "sleep", ms: 3_600_000 }, { do: "approve", prompt: "?" }] });
      return { returnCode: 0, summary: JSON.stringify(told) };`,
    );
    const id = (await run(home)).json.executionId;
    await home.uw(["deny", id, "--reason", "not now", "--json"]);
    await home.uw(["answer", id, "--value", '{"z":1,"a":{"y":2,"b":3}}', "--json"]);
    const ran = await home.uw(["approve", id, "--json"]);
    expect(JSON.parse(ran.json.output.summary)).toMatchObject([
      { decision: "deny", reason: "not now" },
      { a: { b: 3, y: 2 }, z: 1 },
      { index: 1, answer: { decision: "approve" } },
    ]);
    expect((await replay(home, id)).json.divergence).toBeNull();
  });

  test("AOS-1: a thread that failed, one that was cancelled and one that waits replay as far as they went", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield effect({ id: prompt });
      if (prompt === "fails") throw new Error("as it should");
      if (prompt === "refused") yield { do: "effect", effect: "sys/fs.read@1", params: {} };
      yield { do: "approve", prompt: "?" };
      ${DONE}`,
    );
    for (const prompt of ["fails", "refused", "waits", "cancelled"]) {
      const id = (await run(home, "--prompt", prompt)).json.executionId;
      if (prompt === "cancelled") await home.uw(["cancel", id]);
      const again = await replay(home, id);
      expect([prompt, again.exitCode, again.json.status]).toEqual([prompt, 0, "identical"]);
    }
    expect(await probe.calls()).toHaveLength(4);
  });

  test("AOS-1: after effects.yaml has lost the effect, what was done is still there to be repeated", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `const { payload } = yield effect({ say: "x" }); return { returnCode: 0, summary: payload };`,
    );
    const id = (await run(home)).json.executionId;
    writeFileSync(home.layout.effects, "effects: {}");
    expect((await replay(home, id)).json.status).toBe("identical");
  });

  test("AOS-1: a bundle that does not promise to repeat itself is not run again", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, `yield effect({}); ${DONE}`, { determinism: "steps" });
    const id = (await run(home)).json.executionId;
    const again = await replay(home, id);
    expect([again.exitCode, again.json.error.code]).toEqual([20, "STATE_INVALID"]);
    expect(await probe.calls()).toHaveLength(1);
  });
});

describe("AOS-40: what a strict generator yields depends on its answers alone", () => {
  test.each([
    ["the clock", "Date.now()", ""],
    ["chance", "Math.random()", ""],
    ["a file", `Number(readFileSync(prompt, "utf8"))`, `import { readFileSync } from "node:fs";`],
  ])(
    "AOS-40: %s in a yielded value is a divergence that names the yield and the field",
    async (_, expression, imports) => {
      await using home = await TempHome.create();
      const file = await home.file("number", "1");
      await flow(
        home,
        `yield effect({ id: "a" }); yield effect({ id: "b", at: [{ here: ${expression} }] }); ${DONE}`,
        {},
        imports,
      );
      const id = (await run(home, "--prompt", file)).json.executionId;
      await Bun.sleep(2);
      await home.file("number", "2");
      const again = await replay(home, id);
      expect(again.exitCode).toBe(20);
      expect(again.json).toMatchObject({
        status: "diverged",
        divergence: { n: 2, steps: 0, field: "params.at[0].here" },
      });
    },
  );

  test("AOS-40: the same in a role output, and in the result", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `if (prompt === "role") yield { role: "r", content: "", meta: { at: Math.random() } }; return { returnCode: 0, summary: String(Math.random()) };`,
    );
    for (const [prompt, found] of [
      ["role", { n: 1, field: "meta.at" }],
      ["result", { n: 1, field: "summary" }],
    ] as const) {
      const id = (await run(home, "--prompt", prompt)).json.executionId;
      expect((await replay(home, id)).json).toMatchObject({ status: "diverged", divergence: found });
    }
  });

  test("AOS-40: a thread that comes back and diverges does nothing more, and stays as it is", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield effect({ id: "a", at: Date.now() }); yield effect({ id: "b", gate: "go" }); ${DONE}`,
    );
    const id = await home.start("flow");
    await probe.untilCalled(2);
    await home.crash();
    await probe.open("go");
    const resumed = await home.uw(["resume", id, "--json"]);
    expect([resumed.exitCode, resumed.json.error.code]).toEqual([20, "REPLAY_DIVERGENCE"]);
    expect(resumed.json.error.details).toMatchObject({ n: 1, field: "params.at" });
    expect(resumed.json.error.hint).toContain("fork");
    expect(await probe.calls()).toHaveLength(2);
    expect(await home.status(id)).toBe("interrupted");
  });

  test("AOS-40, AOS-60: now, random and context are the same next time", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `const told = JSON.stringify([yield { do: "now" }, yield { do: "random", bytes: 16 }, yield { do: "context" }]);
      yield effect({ gate: "go", told });
      return { returnCode: 0, summary: told };`,
    );
    const id = await home.start("flow");
    const [call] = await probe.untilCalled(1);
    await home.crash();
    await probe.open("go");
    const told: unknown = Object(call?.params).told;
    expect((await home.uw(["resume", id, "--json"])).json.output.summary).toEqual(told);
    expect((await replay(home, id)).json.status).toBe("identical");
  });
});

describe("AOS-44: lines of an older design are shown, never acted upon", () => {
  test("AOS-44: a plan_started line is shown as it is; thread, resume and replay pass over it", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield effect({ id: "a" }); yield effect({ id: "b", gate: "go" }); ${DONE}`,
    );
    const id = await home.start("flow");
    await probe.untilCalled(2);
    await home.crash();
    await rewrite(home, id, ([start, ...rest]) => [
      start,
      {
        kind: "plan_started",
        n: 1,
        index: 0,
        plan: { steps: [{ effect: "test/do@1" }] },
        timestamp: start.timestamp,
      },
      ...rest,
      { kind: "plan_ended", n: 2, index: 0, timestamp: start.timestamp },
    ]);
    expect((await home.uw(["thread", id, "--raw"])).stdout).toContain("plan_started");
    const view = (await home.uw(["thread", id, "--json"])).json;
    expect(view.legacy).toMatchObject([
      { kind: "plan_started", seq: 2 },
      { kind: "plan_ended", seq: 6 },
    ]);
    expect(view.commands).toHaveLength(2);
    expect((await home.uw(["thread", id])).stdout).toContain("legacy");
    await probe.open("go");
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect(await probe.ids()).toEqual(["a", "b", "b"]);
    expect((await replay(home, id)).json.status).toBe("identical");
  });

  test("AOS-44: a kind nobody knows is refused, not passed over", async () => {
    await using home = await TempHome.create();
    await flow(home, `yield { do: "approve", prompt: "?" }; ${DONE}`);
    const id = (await run(home)).json.executionId;
    await rewrite(home, id, (records) => [...records, { kind: "grant", n: 1, index: 0, timestamp: 1 }]);
    const resumed = await home.uw(["resume", id, "--json"]);
    expect([resumed.exitCode, resumed.json.error.code]).toEqual([20, "JOURNAL_CORRUPT"]);
    expect(resumed.json.error.message).toContain("newer version");
  });
});

describe("AOS-93: replay or die", () => {
  const WITH_STATE = `
    const from = state?.sum ?? 0;
    let sum = from;
    for (const id of from === 0 ? ["a", "b"] : ["c"]) sum += (yield effect({ id, say: 10 })).payload;
    yield { do: "checkpoint", state: { sum } };
    if (from === 0) yield { do: "continue", state: { sum } };
    yield effect({ id: "last", gate: prompt === "" ? undefined : prompt, say: sum });
    return { returnCode: 0, summary: String(sum) };`.replace(
    `gate: prompt === "" ? undefined : prompt, `,
    `...(prompt === "" ? {} : { gate: prompt }), `,
  );

  test("AOS-93: every life of a thread repeats, and the last ends the same", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, WITH_STATE);
    const id = (await run(home)).json.executionId;
    expect((await home.uw(["thread", id, "--json"])).json.result.summary).toBe("30");
    expect((await replay(home, id)).json).toMatchObject({ status: "identical", yields: 7 });
    expect((await home.uw(["verify", id, "--json"])).json).toMatchObject({ ok: true, problems: [] });
    expect(await probe.ids()).toEqual(["a", "b", "c", "last"]);
  });

  const TWO_LIVES = `
    const from = state?.sum ?? 0;
    yield { role: "worker", content: "from " + from, meta: {} };
    if (from === 0) yield { do: "continue", state: { sum: 5 } };
    return { returnCode: 0, summary: String(from) };`;

  test("AOS-93: a step of an earlier life that the code does not say is found", async () => {
    await using home = await TempHome.create();
    await flow(home, TWO_LIVES);
    const id = (await run(home)).json.executionId;
    expect((await replay(home, id)).json).toMatchObject({ status: "identical", yields: 3 });
    await rewrite(home, id, (records) =>
      records
        .filter((record) => record.kind !== "seal")
        .map((record) => (record.content === "from 0" ? { ...record, content: "from 1" } : record)),
    );
    const replayed = await replay(home, id);
    expect(replayed.exitCode).toBe(20);
    expect(replayed.json.divergence).toMatchObject({
      n: 1,
      steps: 0,
      field: "content",
      expected: { content: "from 1" },
      actual: { content: "from 0" },
    });
    expect(replayed.json.divergence.epoch).toBeUndefined();
  });

  test("AOS-93: a state that was handed on and that the code does not hand on is found, and so is what follows", async () => {
    await using home = await TempHome.create();
    await flow(home, TWO_LIVES);
    const id = (await run(home)).json.executionId;
    const state = { sum: 6 };
    const stateHash = new Bun.CryptoHasher("sha256").update(JSON.stringify(state)).digest("hex");
    await rewrite(home, id, (records) =>
      records
        .filter((record) => record.kind !== "seal")
        .map((record) => {
          if (record.kind === "checkpoint") return { ...record, state, stateHash };
          if (record.content === "from 5") return { ...record, content: "from 6" };
          return record.kind === "result" ? { ...record, summary: "6" } : record;
        }),
    );
    expect((await replay(home, id)).json.divergence).toMatchObject({
      n: 2,
      steps: 1,
      field: "state.sum",
      expected: { do: "continue", state },
      actual: { do: "continue", state: { sum: 5 } },
    });
  });

  test("AOS-93: what differs in a later life is told with how many were before it", async () => {
    await using home = await TempHome.create();
    await flow(home, TWO_LIVES);
    const id = (await run(home)).json.executionId;
    await rewrite(home, id, (records) =>
      records
        .filter((record) => record.kind !== "seal")
        .map((record) => (record.content === "from 5" ? { ...record, content: "from 6" } : record)),
    );
    expect((await replay(home, id)).json.divergence).toMatchObject({ epoch: 1, n: 1, field: "content" });
    expect((await home.uw(["replay", id])).stdout).toContain("yield 1 after 1 continue, first in content");
  });

  test("AOS-93: check finds that new code would have begun otherwise", async () => {
    await using home = await TempHome.create();
    await flow(home, TWO_LIVES);
    await run(home);
    const file = (body: string) => home.bundle("new", yielding(`${EFFECT}\n${body}`));
    const otherwise = await file(
      TWO_LIVES.replace('"from " + from', 'from === 0 ? "first" : "from " + from'),
    );
    const found = await home.uw(["check", "flow", otherwise, "--json"]);
    expect([found.exitCode, found.json.diverged.length]).toEqual([20, 1]);
    const same = await home.uw(["check", "flow", await file(`${TWO_LIVES} // the same`), "--json"]);
    expect([same.exitCode, same.json.identical]).toEqual([0, 1]);
  });

  test("what is told of a thread is its last life, each yield once; `thread` shows where it began", async () => {
    await using home = await TempHome.create();
    await flow(home, WITH_STATE);
    const ran = await run(home);
    expect(ran.json.steps.map(({ stepId }: { stepId: string }) => stepId)).toEqual(["n1", "n2", "n3"]);
    const { commands } = (await home.uw(["thread", ran.json.executionId, "--json"])).json;
    const words = commands.map((entry: { do: string }) => entry.do);
    expect(words.filter((word: string) => word !== "effect")).toEqual([
      "checkpoint",
      "continue",
      "checkpoint",
    ]);
  });

  test("PROMISE-1: a fork of a later life begins with the state that was handed on, and repeats nothing before", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `if (state === undefined) {
         const { payload } = yield effect({ id: "paid", say: 5 });
         yield { do: "continue", state: { sum: payload } };
       }
       yield { role: "worker", content: "from " + state.sum, meta: {} };
       ${DONE}`,
    );
    const id = (await run(home)).json.executionId;
    for (const flags of [[], ["--from-step", "0"], ["--from-step", "1"]]) {
      const forked = (await home.uw(["fork", id, "--json", ...flags])).json;
      expect(forked.output.last).toMatchObject({ content: "from 5" });
      expect((await home.uw(["verify", forked.executionId, "--json"])).json.ok).toBe(true);
    }
    expect(await probe.ids()).toEqual(["paid"]);
  });

  test("E6: a fork does again what failed, and nothing that was finished behind it", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `yield { role: "planner", content: "go", meta: {} };
       const [, b] = yield [effect({ id: "a", say: 1 }), effect({ id: "b", error: { code: "E", message: "no" } })];
       const { payload } = yield effect({ id: "c", say: 3 });
       if (b.status !== "ok") throw new Error("b is missing");
       return { returnCode: 0, summary: String(payload) };`,
    );
    const id = (await run(home)).json.executionId;
    expect((await probe.ids()).sort()).toEqual(["a", "b", "c"]);
    // The workflow went on from it, so by itself it counts as answered.
    expect((await home.uw(["fork", id, "--plan", "--json"])).json.runs).toEqual([]);
    const plan = (await home.uw(["fork", id, "--redo-failed", "--plan", "--json"])).json;
    expect(plan.runs.map(({ asked }: { asked: { id: string } }) => asked.id)).toEqual(["b"]);
    const forked = await home.uw(["fork", id, "--redo-failed", "--json"]);
    expect((await probe.ids()).sort()).toEqual(["a", "b", "b", "c"]);
    const again = forked.json.executionId;
    expect((await home.uw(["verify", again, "--json"])).json.ok).toBe(true);
    expect((await replay(home, again)).json).toMatchObject({ status: "identical" });
  });

  test("AOS-93: a fork of a later life is repeated from the state it took over", async () => {
    await using home = await TempHome.create();
    await flow(home, TWO_LIVES);
    const id = (await run(home)).json.executionId;
    const forked = (await home.uw(["fork", id, "--json"])).json;
    expect(forked.output.summary).toBe("5");
    const replayed = await replay(home, forked.executionId);
    expect(replayed.json).toMatchObject({ status: "identical", yields: 1, divergence: null });
  });

  test("AOS-93: after a crash the finished epoch is not run again", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, WITH_STATE);
    const id = await home.start("flow", "--prompt", "go");
    await until(async () => ((await probe.ids()).includes("last") ? true : null), "the last effect");
    await home.crash();
    await probe.open("go");
    expect((await home.uw(["resume", id, "--json"])).json.output.summary).toBe("30");
    expect(await probe.ids()).toEqual(["a", "b", "c", "last", "last"]);
  });

  test("AOS-93: a state that was changed is found, though all sums are right", async () => {
    await using home = await TempHome.create();
    const probe = await flow(home, WITH_STATE);
    const id = await home.start("flow", "--prompt", "go");
    await until(async () => ((await probe.ids()).includes("last") ? true : null), "the last effect");
    await home.crash();
    const at =
      (await home.records(id)).findIndex((record) => record.kind === "checkpoint" && record.epoch) + 1;
    await rewrite(home, id, (records) =>
      records.map((record) => (record.kind === "checkpoint" ? { ...record, state: { sum: 9000 } } : record)),
    );
    const verified = await home.uw(["verify", id, "--json"]);
    expect(verified.exitCode).toBe(20);
    expect(verified.json.problems.map((one: { code: string }) => one.code)).toContain("JOURNAL_CORRUPT");
    expect(verified.json.problems.map((one: { line: number }) => one.line)).toContain(at);
  });

  test("AOS-93: a state with its hash that the code does not come to is found by a replay", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `let sum = 0;
       for (const id of ["a", "b"]) sum += (yield effect({ id, say: 10 })).payload;
       yield { do: "checkpoint", state: { sum } };
       return { returnCode: 0, summary: "done" };`,
    );
    const id = (await run(home)).json.executionId;
    expect((await replay(home, id)).json).toMatchObject({ status: "identical", yields: 3 });
    const state = { sum: 21 };
    const stateHash = new Bun.CryptoHasher("sha256").update(JSON.stringify(state)).digest("hex");
    await rewrite(home, id, (records) =>
      records
        .filter((record) => record.kind !== "seal")
        .map((record) => (record.kind === "checkpoint" ? { ...record, state, stateHash } : record)),
    );
    const replayed = await replay(home, id);
    expect(replayed.exitCode).toBe(20);
    expect(replayed.json.divergence).toMatchObject({ expected: { state }, actual: { state: { sum: 20 } } });
    const verified = await home.uw(["verify", id, "--json"]);
    expect(verified.json.problems).toContainEqual({
      code: "JOURNAL_CORRUPT",
      message: "the checkpoint in line 6 holds another state than its hash says",
      line: 6,
    });
  });
});

test("AOS-86 (intents and receipts): a correlation field leads from the intent to its receipt", async () => {
  await using home = await TempHome.create();
  await flow(
    home,
    `for (const order_id of [6, 7]) yield effect({ order_id, say: order_id }, { issuerRef: "order " + order_id }); ${DONE}`,
  );
  const id = (await run(home)).json.executionId;
  const { commands } = (await home.uw(["thread", id, "--json"])).json;
  const found = commands.filter((one: { asked: { order_id: number } }) => one.asked.order_id === 7);
  expect(found).toMatchObject([{ answer: 7, receipt: "ok" }]);
  const receipt = (await home.records(id)).find(
    (record) => record.kind === "receipt" && record.intent === found[0].intent,
  );
  expect(receipt.issuerRef).toBe("order 7");
});

// AOS 2.4: what an executor answers, and how that is kept.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { encodeRecord } from "#codec/journal-line.ts";
import { yielding } from "../../../../tests/support/bundles.ts";
import { installProbe, type Probe } from "../../../../tests/support/probe.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";

const EFFECT = `const effect = (params, more = {}) => ({ do: "effect", effect: "test/do@1", params, ...more });`;
const TELL = `return { returnCode: 0, summary: JSON.stringify(answer) };`;

async function flow(home: TempHome, body: string, more: Record<string, unknown> = {}): Promise<Probe> {
  const probe = await installProbe(home, { "test/do@1": more });
  await home.add(
    "flow",
    yielding(`${EFFECT}\n${body}`, {
      effects: ["test/do@1", "sys/exec@1", "sys/blob.put@1", "sys/blob.get@1"],
    }),
  );
  return probe;
}

/** Runs to the end and answers what the generator was given for its one yield. */
// biome-ignore lint/suspicious/noExplicitAny: receipts of many shapes
async function answerTo(home: TempHome, value: string, more: Record<string, unknown> = {}): Promise<any> {
  await flow(home, `const answer = yield ${value}; ${TELL}`, more);
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(ran.json.error).toBeNull();
  return JSON.parse(ran.json.output.summary);
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function linesOf(home: TempHome, id: string, kind: string): Promise<any[]> {
  return (await home.records(id)).filter((record) => record.kind === kind);
}

async function onlyThread(home: TempHome): Promise<string> {
  return (await home.uw(["threads", "--json"])).json.threads[0].threadId;
}

test("AOS-2: an error is a value, and the workflow decides what to do about it", async () => {
  await using home = await TempHome.create();
  const probe = await flow(
    home,
    `const paid = yield effect({ id: "pay", say: "p1" });
    const sent = yield effect({ id: "send", error: { code: "NO_ADDRESS", message: "no address" } });
    if (sent.status === "error") yield effect({ id: "refund", of: paid.payload });
    return { returnCode: 0, summary: sent.status + " " + sent.error.code };`,
  );
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(ran.json.output.summary).toBe("error NO_ADDRESS");
  expect(await probe.ids()).toEqual(["pay", "send", "refund"]);
});

test("AOS-2: the engine compensates nothing by itself", async () => {
  await using home = await TempHome.create();
  const probe = await flow(home, `yield effect({ id: "pay" }); throw new Error("no");`);
  expect((await home.uw(["run", "flow", "--json"])).exitCode).toBe(1);
  expect(await probe.ids()).toEqual(["pay"]);
});

describe("AOS-4: progress is told, not recorded", () => {
  test("AOS-4: three frames are three lines of the log and three events; the journal has intent and receipt", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `const answer = yield effect({ frames: [{ at: 1 }, "half", 3], say: "done" }, { id: "work" }); ${TELL}`,
    );
    const ran = await home.uw(["run", "flow", "--workspace", "own", "--json"]);
    const id = ran.json.executionId;
    const kinds = (await home.records(id)).flatMap((record) => record.kind ?? []);
    // The control line has the state of its files.
    expect(kinds).toEqual(["intent", "receipt", "control", "result", "seal"]);
    const told = ran.events.filter((event) => event.type === "effect.progress");
    expect(told.map(({ stepId, effect, frame }) => [stepId, effect, frame])).toEqual([
      ["work", "test/do@1", { at: 1 }],
      ["work", "test/do@1", "half"],
      ["work", "test/do@1", 3],
    ]);
    const logged = (await home.uw(["logs", id, "--json"])).json.lines.filter((line: { content: string }) =>
      line.content.startsWith("test/do@1 work: "),
    );
    expect(logged).toHaveLength(3);
    expect(ran.json.output.summary).not.toContain("half");
  });

  test("AOS-30: frames in order, doubles dropped, a gap named", async () => {
    await using home = await TempHome.create();
    const lines = [1, 2, 2, 1, 5].map((seq) => JSON.stringify({ progress: `p${seq}`, seq }));
    const raw = `${[...lines, JSON.stringify({ receipt: { status: "ok", payload: 1 } })].join("\n")}\n`;
    await flow(home, `const answer = yield effect({ raw: ${JSON.stringify(raw)} }); ${TELL}`);
    const ran = await home.uw(["run", "flow", "--json"]);
    const frames = ran.events.filter((event) => event.type === "effect.progress").map((event) => event.frame);
    expect(frames).toEqual(["p1", "p2", { missing: { from: 3, to: 4 } }, "p5"]);
  });
});

describe("AOS-25: the envelope of a receipt", () => {
  const ALWAYS = [
    "attempt",
    "effect",
    "executor",
    "hash",
    "index",
    "intent",
    "kind",
    "n",
    "origin",
    "paramsHash",
    "sig",
    "status",
    "sum",
    "thread",
    "timestamp",
    "workflow",
  ];

  test("AOS-25, AOS-28: every field is there, and the issuer's reference as it was given", async () => {
    await using home = await TempHome.create();
    const given = await answerTo(
      home,
      `effect({ raw: '{"receipt":{"status":"ok","payload":{"a":1},"costUsd":0.25}}' }, { issuerRef: "po-77 ü" })`,
    );
    const id = await onlyThread(home);
    const [start] = await home.records(id);
    const [intent] = await linesOf(home, id, "intent");
    const [receipt] = await linesOf(home, id, "receipt");
    expect(Object.keys(receipt).sort()).toEqual([...ALWAYS, "costUsd", "issuerRef", "payload"].sort());
    expect(receipt).toMatchObject({
      intent: intent.id,
      thread: id,
      workflow: "flow",
      hash: start.hash,
      effect: "test/do@1",
      executor: "program:test/do@1",
      status: "ok",
      payload: { a: 1 },
      n: 1,
      index: 0,
      attempt: 1,
      costUsd: 0.25,
      issuerRef: "po-77 ü",
    });
    const { kind: _kind, origin: _origin, sum: _sum, timestamp: _timestamp, ...seen } = receipt;
    expect(given).toEqual(seen);
    const [command] = (await home.uw(["thread", id, "--json"])).json.commands;
    expect(command).toMatchObject({
      intent: intent.id,
      effect: "test/do@1",
      receipt: "ok",
      answer: { a: 1 },
    });
  });

  test("AOS-29: a sleep and a blob are answered in the same envelope", async () => {
    await using home = await TempHome.create();
    await flow(
      home,
      `const answer = yield [{ do: "sleep", ms: 0 }, { do: "effect", effect: "sys/blob.put@1", params: { content: "x" } }, effect({ say: 1 })]; ${TELL}`,
    );
    const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
    const receipts = await linesOf(home, id, "receipt");
    for (const receipt of receipts)
      expect(Object.keys(receipt).sort()).toEqual([...ALWAYS, "payload"].sort());
    expect(receipts.map(({ effect }) => effect).sort()).toEqual([
      "sys/blob.put@1",
      "sys/timer.set@1",
      "test/do@1",
    ]);
  });
});

describe("AOS-26: a receipt's status", () => {
  test("AOS-26: an executor that takes too long is a timeout; the thread goes on and the program does not", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `const answer = yield effect({ gate: "never" }, { timeoutMs: 300, retry: false }); ${TELL}`,
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(JSON.parse(ran.json.output.summary)).toMatchObject({
      status: "timeout",
      error: { code: "TIMEOUT" },
    });
    const [call] = await probe.calls();
    expect(existsSync(`/proc/${call?.pid}`)).toBe(false);
  });

  test.each(["fault", "unknown", "done"])("AOS-26: an executor cannot say %j", async (status) => {
    await using home = await TempHome.create();
    const raw = JSON.stringify({ receipt: { status, payload: 1 } });
    const answer = await answerTo(home, `effect({ raw: ${JSON.stringify(raw)} })`);
    expect(answer).toMatchObject({ status: "error", error: { code: "EXECUTOR_BAD_OUTPUT" } });
  });
});

describe("AOS-27: receipts are signed", () => {
  async function finished(home: TempHome): Promise<{ id: string; path: string; lines: string[] }> {
    // Interrupted, so that no seal covers the receipt.
    const probe = await flow(
      home,
      `yield effect({ say: { amount: 100 } }); const answer = yield effect({ gate: "go" }); ${TELL}`,
      { class: "idempotent" },
    );
    const id = await home.start("flow");
    await probe.untilCalled(2);
    await home.crash();
    await probe.open("go");
    const path = await home.journalPath(id);
    return { id, path, lines: readFileSync(path, "utf8").split("\n").slice(0, -1) };
  }

  /** The same lines after a change of their records, chained as if we had written them. */
  function rewrite(path: string, lines: string[], change: (record: Record<string, unknown>) => object): void {
    let sum = "";
    const chained = lines.map((line) => {
      const { sum: _sum, ...record } = JSON.parse(line);
      const made = encodeRecord(change(record), sum);
      sum = made.sum;
      return made.text;
    });
    writeFileSync(path, `${chained.join("\n")}\n`);
  }

  test("AOS-27: one byte of a receipt line changed is found", async () => {
    await using home = await TempHome.create();
    const { id, path, lines } = await finished(home);
    writeFileSync(path, `${lines.join("\n").replace(`"amount":100`, `"amount":900`)}\n`);
    for (const verb of ["replay", "resume", "verify"]) {
      const ran = await home.uw([verb, id, "--json"]);
      expect([verb, ran.exitCode]).toEqual([verb, 20]);
      expect(ran.stdout).toContain("JOURNAL_CORRUPT");
    }
  });

  test.each([
    ["payload", (receipt: Record<string, unknown>) => ({ ...receipt, payload: { amount: 900 } })],
    ["status", ({ payload: _, ...receipt }: Record<string, unknown>) => ({ ...receipt, status: "error" })],
    ["attempt", (receipt: Record<string, unknown>) => ({ ...receipt, attempt: 2 })],
    ["sig", (receipt: Record<string, unknown>) => ({ ...receipt, sig: "" })],
  ])("AOS-27: a receipt with another %s is not ours, even with the sums made anew", async (_, change) => {
    await using home = await TempHome.create();
    const { id, path, lines } = await finished(home);
    rewrite(path, lines, (record) => (record.kind === "receipt" ? change(record) : record));
    const before = readFileSync(path, "utf8");
    for (const verb of ["replay", "resume", "verify"]) {
      const ran = await home.uw([verb, id, "--json"]);
      expect([verb, ran.exitCode]).toEqual([verb, 20]);
      expect(ran.stdout).toContain("JOURNAL_CORRUPT");
      expect(ran.stdout).toContain("line 3");
    }
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("AOS-27: a receipt of another thread does not answer this one", async () => {
    await using home = await TempHome.create();
    const { id, path, lines } = await finished(home);
    const other = await home.start("flow");
    await home.untilStatus(other, "completed");
    const [theirs] = await linesOf(home, other, "receipt");
    const { sum: _sum, ...foreign } = theirs;
    rewrite(path, lines, (record) => (record.kind === "receipt" ? foreign : record));
    const ran = await home.uw(["resume", id, "--json"]);
    expect([ran.exitCode, ran.json.error.code]).toEqual([20, "JOURNAL_CORRUPT"]);
  });

  test("AOS-27: the key is readable by its owner alone", async () => {
    await using home = await TempHome.create();
    await finished(home);
    expect(statSync(home.layout.sealKey).mode & 0o777).toBe(0o600);
  });
});

describe("AOS-15: a payload of any depth is kept, or refused as an answer", () => {
  test.each([199, 200, 201])("%i levels", async (levels) => {
    await using home = await TempHome.create();
    const raw = `{"receipt":{"status":"ok","payload":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    const value = `[effect({ raw: ${JSON.stringify(raw)} }), { do: "now" }]`;
    const [answer] = await answerTo(home, value);
    if (levels < 200) expect(answer.status).toBe("ok");
    else expect(answer.error.code).toBe("EXECUTOR_BAD_OUTPUT");
    const id = await onlyThread(home);
    expect((await home.uw(["verify", id, "--json"])).json.problems).toEqual([]);
    expect((await home.uw(["replay", id, "--json"])).json.status).toBe("identical");
  });
});

test("AOS-15: an answer that a person gives is refused where a line could not hold it", async () => {
  await using home = await TempHome.create();
  await flow(home, `const answer = yield { do: "input", prompt: "?", schema: {} }; ${TELL}`);
  const id = (await home.uw(["run", "flow", "--json"])).json.executionId;
  const deep = await home.uw(["answer", id, "--value", `${"[".repeat(200)}${"]".repeat(200)}`, "--json"]);
  expect([deep.exitCode, deep.json.error.code]).toEqual([20, "NON_CANONICAL_VALUE"]);
  const fine = await home.uw(["answer", id, "--value", `${"[".repeat(198)}${"]".repeat(198)}`, "--json"]);
  expect(fine.json.status).toBe("ok");
});

describe("AOS-30: exactly one receipt", () => {
  test("AOS-30: a program that ends without one is answered for", async () => {
    await using home = await TempHome.create();
    const answer = await answerTo(home, `effect({ raw: "" })`);
    expect(answer).toMatchObject({ status: "error", error: { code: "EXECUTOR_NO_RECEIPT" } });
  });

  test("AOS-30: the first of two counts", async () => {
    await using home = await TempHome.create();
    const raw = [1, 2]
      .map((payload) => `${JSON.stringify({ receipt: { status: "ok", payload } })}\n`)
      .join("");
    const answer = await answerTo(home, `effect({ raw: ${JSON.stringify(raw)} })`);
    expect(answer).toMatchObject({ status: "ok", payload: 1 });
    expect(await linesOf(home, await onlyThread(home), "receipt")).toHaveLength(1);
  });

  test("AOS-30: a program that prints something else is told so", async () => {
    await using home = await TempHome.create();
    const answer = await answerTo(home, `effect({ raw: "hello\\n" })`);
    expect(answer).toMatchObject({ status: "error", error: { code: "EXECUTOR_BAD_OUTPUT" } });
    expect(answer.error.message).toContain("hello");
  });
});

describe("C19: what is sent again by itself", () => {
  const failing = `{ id: "a", error: { code: "BUSY", message: "m", retryable: true }, failing: 2, say: "done" }`;

  test("C19: an effect that may be sent again is, three times in all, and every attempt is recorded", async () => {
    await using home = await TempHome.create();
    const probe = await flow(
      home,
      `const answer = yield effect(${failing}, { retry: { delayMs: 1 } }); ${TELL}`,
      { class: "idempotent" },
    );
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(JSON.parse(ran.json.output.summary)).toMatchObject({ status: "ok", attempt: 3, payload: "done" });
    const calls = await probe.calls();
    expect(calls.map((call) => call.attempt)).toEqual([1, 2, 3]);
    expect(new Set(calls.map((call) => call.idempotencyKey)).size).toBe(1);
    const id = ran.json.executionId;
    expect((await linesOf(home, id, "attempt")).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, "failed"],
      [2, "started"],
      [2, "failed"],
      [3, "started"],
    ]);
    expect(await linesOf(home, id, "intent")).toHaveLength(1);
    expect(
      ran.json.steps.map((step: { attempt: number; status: string }) => [step.attempt, step.status]),
    ).toEqual([
      [1, "failed"],
      [2, "failed"],
      [3, "completed"],
    ]);
  });

  test.each([
    ["once", {}, `{ retry: { delayMs: 1 } }`],
    ["with retry: false", { class: "idempotent" }, `{ retry: false }`],
  ])("C19: an effect that is %s is sent a single time", async (_, more, options) => {
    await using home = await TempHome.create();
    const probe = await flow(home, `const answer = yield effect(${failing}, ${options}); ${TELL}`, more);
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(JSON.parse(ran.json.output.summary)).toMatchObject({ status: "error", attempt: 1 });
    expect(await probe.calls()).toHaveLength(1);
  });
});

describe("AOS-77: blobs are kept under what they hold", () => {
  async function put(home: TempHome, content: string): Promise<{ sha256: string; path: string }> {
    const answer = await answerTo(
      home,
      `{ do: "effect", effect: "sys/blob.put@1", params: { content: ${JSON.stringify(content)} } }`,
    );
    const { sha256 } = answer.payload;
    return { sha256, path: `${home.layout.blobs}/${sha256.slice(0, 2)}/${sha256.slice(2)}` };
  }

  const get = (sha256: string) =>
    `{ do: "effect", effect: "sys/blob.get@1", params: { sha256: "${sha256}" }, retry: false }`;

  test("AOS-77: what was put is got back", async () => {
    await using home = await TempHome.create();
    const { sha256, path } = await put(home, "hello ü");
    expect(sha256).toBe(new Bun.CryptoHasher("sha256").update("hello ü").digest("hex"));
    expect(readFileSync(path, "utf8")).toBe("hello ü");
    expect((await answerTo(home, get(sha256))).payload).toEqual({ bytes: 8, content: "hello ü" });
  });

  test("AOS-77: a file that was changed is an error, not other data", async () => {
    await using home = await TempHome.create();
    const { sha256, path } = await put(home, "hello");
    await Bun.$`chmod u+w ${path}`.quiet();
    writeFileSync(path, "jello");
    const answer = await answerTo(home, get(sha256));
    expect(answer.status).toBe("error");
    expect(answer.payload).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain("jello");
  });

  test("AOS-77: a blob nobody put is an error", async () => {
    await using home = await TempHome.create();
    expect(await answerTo(home, get("0".repeat(64)))).toMatchObject({
      status: "error",
      error: { code: "BLOB_NOT_FOUND" },
    });
  });
});

describe("AOS-90: retries that the workflow makes are seen as what they are", () => {
  test("AOS-90: two failures are three intents and two sleeps", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": { class: "idempotent" } });
    const entry = await home.file(
      "flow.ts",
      `import { effect, must, retry } from "@uncaged/workflow";
      export default async function* () {
        const params = { id: "a", error: { code: "BUSY", message: "m", retryable: true }, failing: 2, say: "done" };
        const receipt = yield* retry(() => effect<string>("test/do@1", params), { max: 3, delayMs: 1 });
        return { returnCode: 0, summary: must(receipt) };
      }
      export const descriptor = { description: "", roles: {}, effects: ["test/do@1"], determinism: "strict" };`,
    );
    expect((await home.uw(["add", "flow", entry])).exitCode).toBe(0);
    const ran = await home.uw(["run", "flow", "--json"]);
    expect(ran.json.output.summary).toBe("done");
    const intents = await linesOf(home, ran.json.executionId, "intent");
    expect(intents.map((intent) => intent.do)).toEqual(["effect", "sleep", "effect", "sleep", "effect"]);
    expect(await probe.calls()).toHaveLength(3);
    expect((await home.uw(["replay", ran.json.executionId, "--json"])).json.status).toBe("identical");
    expect(await probe.calls()).toHaveLength(3);
  });
});

test("a thousand effects in one list: each is called once and answered in its place", async () => {
  await using home = await TempHome.create();
  await installProbe(home, { "test/do@1": {} });
  await home.add(
    "flow",
    yielding(
      `const all = yield Array.from({ length: 1000 }, (_, n) => ({ do: "effect", effect: "sys/blob.put@1", params: { content: String(n) } }));
      return { returnCode: 0, summary: [all.length, new Set(all.map((one) => one.payload.sha256)).size, all.every((one, n) => one.index === n)].join() };`,
      { effects: ["sys/blob.put@1"], limits: { maxCommands: 1000, maxParallel: 16 } },
    ),
  );
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(ran.json.output.summary).toBe("1000,1000,true");
  const id = ran.json.executionId;
  expect(await linesOf(home, id, "receipt")).toHaveLength(1000);
  expect((await home.uw(["replay", id, "--json"])).json).toMatchObject({ status: "identical" });
  await until(async () => ((await home.workers()).length === 0 ? true : null), "the worker to leave");
});

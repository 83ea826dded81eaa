// AOS 2.2 and C2: one byte form for what is asked, answered and recorded.
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import canonicalize from "canonicalize";
import { encodeRecord } from "#codec/journal-line.ts";
import { yielding } from "../../../../tests/support/bundles.ts";
import { installProbe } from "../../../../tests/support/probe.ts";
import { type Ran, TempHome } from "../../../../tests/support/temp-home.ts";

const EFFECTS = { effects: ["test/do@1"] };
const DONE = `return { returnCode: 0, summary: "done" };`;

/** An independent library says what is canonical. */
const jcs = (value: unknown) => canonicalize(value) as string;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of many shapes
async function intentOf(home: TempHome, ran: Ran): Promise<any> {
  return (await home.records(ran.json.executionId)).find((record) => record.kind === "intent");
}

async function runParams(home: TempHome, params: string, more = ""): Promise<Ran> {
  await home.add(
    "flow",
    yielding(`yield { do: "effect", effect: "test/do@1", params: ${params}, ${more} }; ${DONE}`, EFFECTS),
  );
  return home.uw(["run", "flow", "--json"]);
}

/** The id of an intent as it is documented, with the bundle and thread left out: what is left is the command's own. */
function commandId(intent: Record<string, unknown>): string {
  const { n, index, effect, params, key } = intent;
  return sha256(jcs({ n, index, effect, params, idempotencyKey: key ?? null }));
}

test("AOS-14: the order of the params' keys changes neither intent nor journal nor what the executor reads", async () => {
  await using home = await TempHome.create();
  const probe = await installProbe(home, { "test/do@1": {} });
  const intents = [];
  for (const params of [
    `{ b: 1, a: { d: [2, { z: 0, y: 1 }], c: "é" } }`,
    `{ a: { c: "\\u00e9", d: [2.0, { y: 1, z: 0 }] }, b: 1e0 }`,
  ])
    intents.push(await intentOf(home, await runParams(home, params)));
  const [one, other] = intents;
  expect(JSON.stringify(one.params)).toBe(`{"a":{"c":"é","d":[2,{"y":1,"z":0}]},"b":1}`);
  expect(JSON.stringify(other.params)).toBe(JSON.stringify(one.params));
  expect(commandId(other)).toBe(commandId(one));
  const seen = (await probe.calls()).map((call) => JSON.stringify(call.params));
  expect(seen).toEqual([JSON.stringify(one.params), JSON.stringify(one.params)]);
});

test("AOS-14, AOS-20: the intent id is sha256 over the canonical {thread, workflow, hash, key, n, index, effect, params, idempotencyKey}", async () => {
  await using home = await TempHome.create();
  await installProbe(home, { "test/do@1": {} });
  const ran = await runParams(home, `{ b: 1, a: 2 }`, `key: "order-7"`);
  const intent = await intentOf(home, ran);
  const [start] = await home.records(ran.json.executionId);
  const preimage = {
    thread: start.threadId,
    workflow: "flow",
    hash: start.hash,
    key: null,
    n: 1,
    index: 0,
    effect: "test/do@1",
    params: { a: 2, b: 1 },
    idempotencyKey: "order-7",
  };
  expect(intent.id).toBe(sha256(jcs(preimage)));
});

test("AOS-15, AOS-88: a payload with a field its closed schema does not know never reaches the generator", async () => {
  await using home = await TempHome.create();
  const receipt = { type: "object", properties: { id: { type: "string" } }, additionalProperties: false };
  await installProbe(home, { "test/do@1": { receipt } });
  await home.add(
    "flow",
    yielding(
      `const answer = yield { do: "effect", effect: "test/do@1", params: { say: { id: "a", admin: "smuggled" } }, onFault: "deliver" };
      return { returnCode: 0, summary: JSON.stringify(answer) };`,
      EFFECTS,
    ),
  );
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(JSON.parse(ran.json.output.summary)).toMatchObject({
    status: "fault",
    error: { code: "SCHEMA_INVALID" },
  });
  expect(ran.json.output.summary).not.toContain("smuggled");
  const answers = (await home.records(ran.json.executionId)).filter((record) => record.kind !== "intent");
  expect(JSON.stringify(answers)).not.toContain("smuggled");
});

test("AOS-15: a payload reaches the generator in the form that is recorded", async () => {
  await using home = await TempHome.create();
  await installProbe(home, { "test/do@1": {} });
  await home.add(
    "flow",
    yielding(
      `const { payload } = yield { do: "effect", effect: "test/do@1", params: { raw: '{"receipt":{"payload":{"z":1.0,"a":"\\\\u00e9","b":1e2},"status":"ok"}}' } };
      return { returnCode: 0, summary: JSON.stringify(payload) };`,
      EFFECTS,
    ),
  );
  const ran = await home.uw(["run", "flow", "--json"]);
  expect(ran.json.output.summary).toBe(`{"a":"é","b":100,"z":1}`);
  const text = readFileSync(await home.journalPath(ran.json.executionId), "utf8");
  expect(text).toContain(`"payload":{"a":"é","b":100,"z":1}`);
});

test("AOS-16: every line of every kind is canonical JSON", async () => {
  await using home = await TempHome.create();
  await installProbe(home, {
    "test/do@1": { class: "idempotent", receipt: { type: "object" } },
    "test/bad@1": { receipt: { type: "string" } },
  });
  await home.add(
    "flow",
    yielding(
      `const effect = (params, more) => ({ do: "effect", effect: "test/do@1", params, ...more });
      yield [effect({ say: { "\\u20ac": 1, "\\r": 2, "1": 3, "\\ud83d\\ude00": 4 } }, { key: "k", id: "one", issuerRef: "r" }), { do: "random", bytes: 8 }, { do: "context" }];
      yield { do: "any", of: [{ do: "sleep", ms: 0 }, { do: "sleep", ms: 1 }] };
      yield effect({ id: "b", error: { code: "E", message: "m", retryable: true }, failing: 1, say: {} }, { retry: { max: 2, delayMs: 0 } });
      yield { do: "effect", effect: "test/bad@1", params: {}, onFault: "deliver" };
      yield { do: "checkpoint", state: { b: 1.5e-7, a: 5e-324 } };
      yield { do: "annotate", text: "x", at: 0.1 };
      yield { role: "r", content: "c", meta: { z: 1, a: [] } };
      yield { do: "nothing" };`,
      { effects: ["test/do@1", "test/bad@1"] },
    ),
  );
  const ran = await home.uw(["run", "flow", "--workspace", "own", "--json"]);
  expect(ran.json.error.code).toBe("SCHEMA_INVALID");
  const path = await home.journalPath(ran.json.executionId);
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const kinds = new Set(lines.map((line) => JSON.parse(line).kind ?? "rfc"));
  expect([...kinds].sort()).toEqual(
    [
      "annotation",
      "attempt",
      "checkpoint",
      "control",
      "fault",
      "intent",
      "receipt",
      "reject",
      "result",
      "rfc",
      "seal",
    ].sort(),
  );
  for (const line of lines) {
    const { sum, ...record } = JSON.parse(line);
    expect(line).toBe(`${jcs(record).slice(0, -1)},"sum":"${sum}"}`);
  }
  expect((await home.uw(["verify", ran.json.executionId, "--json"])).json.ok).toBe(true);
});

describe("AOS-17: there is no second form", () => {
  async function finished(home: TempHome): Promise<{ id: string; path: string; lines: string[] }> {
    await installProbe(home, { "test/do@1": {} });
    const ran = await runParams(home, `{ say: { a: 1 } }`);
    const path = await home.journalPath(ran.json.executionId);
    return { id: ran.json.executionId, path, lines: readFileSync(path, "utf8").split("\n").slice(0, -1) };
  }

  test("AOS-17: a line indented by hand is refused with its number, and left alone", async () => {
    await using home = await TempHome.create();
    const { id, path, lines } = await finished(home);
    lines[1] = (lines[1] as string).replace(`,"kind"`, `, "kind"`);
    writeFileSync(path, `${lines.join("\n")}\n`);
    const before = readFileSync(path, "utf8");
    for (const verb of ["replay", "thread", "fork", "verify"]) {
      const ran = await home.uw([verb, id, "--json"]);
      expect([verb, ran.exitCode]).toEqual([verb, 20]);
      expect(ran.stdout).toContain("JOURNAL_CORRUPT");
      expect(ran.stdout).toContain("line 2");
    }
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("AOS-17: not even when somebody made the sums anew", async () => {
    await using home = await TempHome.create();
    const { id, path, lines } = await finished(home);
    let sum = "";
    const rechained = lines.map((line, index) => {
      const { sum: _, ...record } = JSON.parse(line);
      const made = encodeRecord(record, sum);
      if (index !== 1) {
        sum = made.sum;
        return made.text;
      }
      // Other key order, same value.
      const { kind, ...rest } = record;
      const { chain, text } = spaced({ kind, ...rest }, sum);
      sum = chain;
      return text;
    });
    writeFileSync(path, `${rechained.join("\n")}\n`);
    const verified = await home.uw(["verify", id, "--json"]);
    expect(verified.exitCode).toBe(20);
    expect(verified.json.problems[0]).toMatchObject({ code: "JOURNAL_CORRUPT", line: 2 });
    const replayed = await home.uw(["replay", id, "--json"]);
    expect([replayed.exitCode, replayed.json.error.code]).toEqual([20, "SEAL_BROKEN"]);
  });
});

/** A line with its keys as they come, and the sum such a line would have. */
function spaced(record: Record<string, unknown>, previousSum: string): { text: string; chain: string } {
  const json = JSON.stringify(record);
  const chain = Bun.hash.xxHash64(previousSum + json);
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let text = "";
  let rest = chain;
  for (let digit = 0; digit < 13; digit++) {
    text = alphabet[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return { text: `${json.slice(0, -1)},"sum":"${text}"}`, chain: text };
}

describe("AOS-18: sugar does not change what is asked", () => {
  const params = {
    type: "object",
    properties: {
      to: { type: "string" },
      urgent: { type: "boolean", default: false },
      via: { type: "object", properties: { host: { type: "string", default: "localhost" } }, default: {} },
    },
  };

  test("AOS-18: a default left out is a default spelled out", async () => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": { params } });
    const ids = [];
    for (const given of [
      `{ to: "a" }`,
      `{ to: "a", urgent: false }`,
      `{ via: { host: "localhost" }, urgent: false, to: "a" }`,
    ])
      ids.push(commandId(await intentOf(home, await runParams(home, given))));
    expect(new Set(ids).size).toBe(1);
    const given = { to: "a", urgent: false, via: { host: "localhost" } };
    expect((await probe.calls()).map((call): unknown => call.params)).toEqual([given, given, given]);
  });

  test("AOS-18: code that now spells a default out repeats its old threads", async () => {
    await using home = await TempHome.create();
    await installProbe(home, { "test/do@1": { params } });
    expect((await runParams(home, `{ to: "a" }`)).json.status).toBe("ok");
    const flow = (given: string) =>
      yielding(`yield { do: "effect", effect: "test/do@1", params: ${given}, }; ${DONE}`, EFFECTS);
    const spelled = await home.bundle("spelled", flow(`{ urgent: false, to: "a" }`));
    expect((await home.uw(["check", "flow", spelled, "--json"])).json).toMatchObject({
      threads: 1,
      identical: 1,
    });
    const other = await home.bundle("other", flow(`{ urgent: true, to: "a" }`));
    const checked = (await home.uw(["check", "flow", other, "--json"])).json;
    expect(checked.diverged).toMatchObject([{ divergence: { field: "params.urgent" } }]);
  });
});

describe("C2: a value JSON would alter is refused with its path, and nothing is written", () => {
  test.each([
    ["undefined", "undefined"],
    ["-0", "-0"],
    ["Infinity", "Infinity"],
    ["BigInt", "1n"],
    ["Date", "new Date(0)"],
    ["Map", "new Map()"],
    ["function", "() => 1"],
    ["class instance", "new (class A {})()"],
    ["lone surrogate", '"\\ud800"'],
    ["2^53 + 2", "2 ** 53 + 2"],
  ])("%s", async (_, value) => {
    await using home = await TempHome.create();
    const probe = await installProbe(home, { "test/do@1": {} });
    const ran = await runParams(home, `{ deep: [{ here: ${value} }] }`);
    expect([ran.exitCode, ran.json.error.code]).toEqual([20, "NON_CANONICAL_VALUE"]);
    expect(ran.json.error.message).toContain("params.deep[0].here");
    expect(await intentOf(home, ran)).toBeUndefined();
    expect(await probe.calls()).toEqual([]);
  });
});

// RELIABILITY E1..E7, OPS-6, AOS-33, AOS-34: what becomes of effects when something goes wrong. An outside ledger says
// what was really done. The long form is `bun run torture --only effects`.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { cli } from "../../../../tests/support/in-process.ts";
import { type Called, Ledger } from "../../../../tests/support/ledger.ts";
import { WorkerSocket } from "../../../../tests/support/socket.ts";
import { TempHome, until } from "../../../../tests/support/temp-home.ts";
import { encodeRecord } from "../../src/codec/journal-line.ts";
import { effectFlow } from "./effect-flow.ts";

async function ready(source = effectFlow()): Promise<{ home: TempHome; ledger: Ledger; hash: string }> {
  const home = await TempHome.create();
  const ledger = await Ledger.open(home);
  return { home, ledger, hash: await home.add("flow", source) };
}

const start = async (home: TempHome, prompt: string) =>
  (await cli(home, ["run", "flow", "--prompt", prompt, "--detach", "--json"])).json.executionId as string;
const receipts = async (home: TempHome, id: string) =>
  (await home.records(id)).filter(({ kind }) => kind === "receipt");

describe("E1: the worker dies", () => {
  for (const stop of ["before", "after"] as const)
    test(`E1: ${stop} a keyed effect is applied: it is sent again with its key, and applied once`, async () => {
      const { home, ledger } = await ready();
      await using _home = home;
      const id = await start(home, `ledger/keyed@1|n|${stop}|`);
      await ledger.untilAt("n");
      await home.crash();
      expect(ledger.applied("n")).toHaveLength(stop === "before" ? 0 : 1);
      expect((await cli(home, ["resume", id, "--json"])).json.status).toBe("ok");
      const calls = ledger.called("n");
      expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
      expect(ledger.applied("n")).toHaveLength(1);
      expect(await receipts(home, id)).toMatchObject([{ status: "ok", attempt: 2, payload: { nonce: "n" } }]);
    });

  for (const stop of ["before", "after"] as const)
    test(`E1: ${stop} a once effect is applied: nobody sends it again, a person is asked`, async () => {
      const { home, ledger } = await ready();
      await using _home = home;
      const id = await start(home, `ledger/once@1|n|${stop}|`);
      await ledger.untilAt("n");
      await home.crash();
      const resumed = (await cli(home, ["resume", id, "--json"])).json;
      expect(resumed.status).toBe("waiting");
      expect((await cli(home, ["thread", id, "--json"])).json.waitingOn).toBe("reconcile");
      expect(ledger.called("n")).toHaveLength(1);
      // However often it is tried.
      expect((await cli(home, ["resume", id, "--json"])).json.error.code).toBe("STATE_INVALID");
      await cli(home, ["resume", "--all", "--json"]);
      await cli(home, ["tick", "--json"]);
      await home.untilQuiet();
      expect(ledger.called("n")).toHaveLength(1);
      const said = await cli(home, [
        "reconcile",
        id,
        ...(stop === "before" ? ["--retry"] : ["--ok", '{"nonce":"n"}']),
        "--json",
      ]);
      expect(said.json.status).toBe("ok");
      expect(ledger.applied("n")).toHaveLength(1);
      expect(await receipts(home, id)).toMatchObject([{ status: "ok", payload: { nonce: "n" } }]);
    });

  test('E1: a generator that said onUnknown "deliver" is told, and nobody is asked', async () => {
    const { home, ledger } = await ready(effectFlow(`onUnknown: "deliver"`));
    await using _home = home;
    const id = await start(home, "ledger/once@1|n|after|");
    await ledger.untilAt("n");
    await home.crash();
    const resumed = (await cli(home, ["resume", id, "--json"])).json;
    expect(resumed.status).toBe("ok");
    expect(JSON.parse(resumed.output.last.content)).toMatchObject({
      status: "unknown",
      error: { code: "OUTCOME_UNKNOWN" },
    });
    expect(ledger.called("n")).toHaveLength(1);
  });

  test("E1: after a receipt, before the next yield: the answer is the recorded one", async () => {
    const source = effectFlow()
      .replace(
        "const receipt = ",
        `const { existsSync, writeFileSync } = process.getBuiltinModule("node:fs");
    const receipt = `,
      )
      .replace(
        "yield { role",
        `if (!existsSync(how)) { writeFileSync(how, ""); await new Promise(() => {}); }
    yield { role`,
      );
    const { home, ledger } = await ready(source);
    await using _home = home;
    const told = `${home.dir}/told`;
    const id = await start(home, `ledger/once@1|n||${told}`);
    await until(async () => ((await Bun.file(told).exists()) ? true : null), "the answer");
    await home.crash();
    const [recorded] = await receipts(home, id);
    const resumed = (await cli(home, ["resume", id, "--json"])).json;
    expect(JSON.parse(resumed.output.last.content)).toMatchObject({
      intent: recorded.intent,
      sig: recorded.sig,
    });
    expect(ledger.called("n")).toHaveLength(1);
  });
});

test("E2: when a call stands there, its intent is on disk, and a kill leaves it there", async () => {
  const { home, ledger } = await ready();
  await using _home = home;
  const id = await start(home, "ledger/keyed@1|n|before|");
  await ledger.untilAt("n");
  const path = await home.journalPath(id);
  const standing = readFileSync(path, "utf8");
  await home.crash();
  expect(readFileSync(path, "utf8")).toBe(standing);
  const { intent, key } = ledger.called("n")[0] as Called;
  expect((await home.records(id)).find(({ kind }) => kind === "intent")).toMatchObject({
    id: intent,
    attempt: 1,
  });
  expect(key).toBe(intent);
});

test("E3: of two receipts the first counts; one that comes after the timeout does not", async () => {
  const { home, ledger } = await ready(effectFlow("timeoutMs: 300, retry: false"));
  await using _home = home;
  const twice = (await cli(home, ["run", "flow", "--prompt", "ledger/keyed@1|n||twice", "--json"])).json;
  expect(JSON.parse(twice.output.last.content).payload).toEqual({ nonce: "n" });
  const late = (await cli(home, ["run", "flow", "--prompt", "ledger/once@1|late|before|", "--json"])).json;
  expect(JSON.parse(late.output.last.content)).toMatchObject({ status: "timeout" });
  ledger.go("late");
  await home.untilQuiet();
  expect(ledger.running()).toEqual([]);
  for (const { executionId } of [twice, late]) {
    expect(await receipts(home, executionId)).toHaveLength(1);
    expect((await cli(home, ["verify", executionId, "--json"])).json.ok).toBe(true);
  }
});

/** Writes the lines of a thread anew, with sums that fit. */
// biome-ignore lint/suspicious/noExplicitAny: lines of many shapes
async function rewrite(home: TempHome, id: string, change: (records: any[]) => any[]): Promise<void> {
  const records = (await home.records(id)).map(({ sum: _sum, ...record }) => record);
  let sum = "";
  const lines = change(records).map((record) => {
    const line = encodeRecord(record, sum);
    sum = line.sum;
    return `${line.text}\n`;
  });
  writeFileSync(await home.journalPath(id), lines.join(""));
}

describe("E4: a receipt that is not this thread's own", () => {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const forgeries: Record<string, (own: any, other: any) => any> = {
    "with another payload": (own) => ({ ...own, payload: { nonce: "forged" } }),
    "with another status": (own) => ({ ...own, status: "error", error: { code: "X", message: "x" } }),
    "of another thread": (own, other) => ({ ...other, intent: own.intent }),
    "of another thread, whole": (_own, other) => other,
    "that names another thread": (own, other) => ({ ...own, thread: other.thread }),
    "for other params": (own, other) => ({ ...own, paramsHash: other.paramsHash }),
    "of another place": (own) => ({ ...own, n: own.n + 1 }),
    "without a signature": (own) => ({ ...own, sig: "" }),
    "signed as a seal": (own) => ({ ...own, sig: own.sig.split("").reverse().join("") }),
  };

  let home: TempHome;
  let ledger: Ledger;
  let id: string;
  let whole: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  let foreign: any;

  beforeAll(async () => {
    ({ home, ledger } = await ready(effectFlow("", `determinism: "strict",`)));
    id = await start(home, "ledger/keyed@1|a||");
    const other = await start(home, "ledger/keyed@1|b||");
    for (const one of [id, other]) await home.untilStatus(one, "completed");
    const [{ sum: _sum, ...receipt }] = await receipts(home, other);
    foreign = receipt;
    whole = readFileSync(await home.journalPath(id));
  }, 60_000);
  afterAll(() => home[Symbol.asyncDispose]());

  for (const [what, forge] of Object.entries(forgeries))
    test(`E4: ${what} is refused by resume, replay and fork, and nothing is added`, async () => {
      const path = await home.journalPath(id);
      writeFileSync(path, whole);
      await rewrite(home, id, (records) =>
        records
          .filter(({ kind }) => kind !== "result" && kind !== "seal")
          .map((record) => (record.kind === "receipt" ? forge(record, foreign) : record)),
      );
      const before = readFileSync(path);
      for (const words of ["resume", "replay", "fork --from-step 1"]) {
        const [verb = "", ...more] = words.split(" ");
        const ran = await cli(home, [verb, id, ...more, "--json"]);
        expect({ verb, code: ran.json.error?.code, exit: ran.exitCode }).toEqual({
          verb,
          code: "JOURNAL_CORRUPT",
          exit: 20,
        });
      }
      expect(readFileSync(path).equals(before)).toBe(true);
      expect((await cli(home, ["verify", id, "--json"])).json.ok).toBe(false);
      expect(ledger.called()).toHaveLength(2);
    });
});

test("E5: an effect that is not declared is refused before anything of it is written or done", async () => {
  const { home, ledger } = await ready();
  await using _home = home;
  const ran = (await cli(home, ["run", "flow", "--prompt", "sys/exec@1|n||", "--json"])).json;
  expect(ran).toMatchObject({ status: "failed", error: { code: "EFFECT_NOT_DECLARED" } });
  const kinds = (await home.records(ran.executionId)).slice(1).map(({ kind }) => kind);
  expect(kinds).toEqual(["reject", "result", "seal"]);
  expect(ledger.called()).toEqual([]);
});

const THREE = `
export const descriptor = { description: "three effects", roles: {}, effects: ["ledger/once@1"] };
export default async function* ({ steps }, { threadId }) {
  for (let n = steps.length; n < 3; n++) {
    yield { do: "effect", effect: "ledger/once@1", params: { nonce: "n" + n } };
    yield { role: "r" + n, content: "", meta: {} };
  }
  return { returnCode: 0, summary: "done" };
}`;

test("E6: a fork at every step repeats no effect it keeps, and gives those it does keys of its own", async () => {
  const { home, ledger } = await ready(THREE);
  await using _home = home;
  const origin = (await cli(home, ["run", "flow", "--json"])).json.executionId;
  const keys = new Set(ledger.called().map(({ key }) => key));
  expect(keys.size).toBe(3);
  for (const kept of [0, 1, 2, 3]) {
    const before = ledger.called().length;
    const forked = await cli(home, ["fork", origin, "--from-step", String(kept), "--json"]);
    expect(forked.json.status).toBe("ok");
    const calls = ledger.called().slice(before);
    expect(calls.map(({ nonce }) => nonce)).toEqual(["n0", "n1", "n2"].slice(kept));
    for (const { key } of calls) {
      expect(keys.has(key)).toBe(false);
      keys.add(key);
    }
    expect((await cli(home, ["verify", forked.json.executionId, "--json"])).json.ok).toBe(true);
  }
});

test("E7: a dry run calls nobody, and neither does one that is resumed or forked", async () => {
  const { home, ledger } = await ready();
  await using _home = home;
  for (const effect of ["keyed", "once", "read"]) {
    const ran = (
      await cli(home, ["run", "flow", "--prompt", `ledger/${effect}@1|n||`, "--dry-run", "--json"])
    ).json;
    await cli(home, ["fork", ran.executionId, "--from-step", "0", "--json"]);
    await cli(home, ["resume", ran.executionId, "--from-start", "--json"]);
  }
  expect(ledger.called()).toEqual([]);
});

test("OPS-6: of two that resume a thread at the same moment one proceeds, and the effect is performed once", async () => {
  const { home, ledger, hash } = await ready();
  await using _home = home;
  const id = await start(home, "ledger/keyed@1|n|after|");
  await ledger.untilAt("n");
  await home.crash();
  const both = await Promise.all([home.uw(["resume", id, "--json"]), home.uw(["resume", id, "--json"])]);
  const codes = both.map(({ json }) => json.error?.code ?? json.status).sort();
  expect(codes).toEqual(["STATE_INVALID", "ok"]);
  await home.untilQuiet();
  expect(ledger.called("n")).toHaveLength(2);
  expect(ledger.applied("n")).toHaveLength(1);
  expect((await cli(home, ["verify", id, "--json"])).json.ok).toBe(true);
  expect((await home.records(id)).filter(({ action }) => action === "resume")).toHaveLength(1);

  const other = await start(home, "ledger/keyed@1|m|after|");
  await ledger.untilAt("m");
  await home.crash();
  await start(home, "ledger/keyed@1|keeper|before|");
  await ledger.untilAt("keeper");
  using socket = await WorkerSocket.open(home, hash);
  const host = { op: "host", threadId: other, how: "resume" };
  const answers = await socket.ask([host, host, host]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  ledger.go("keeper");
  await home.untilStatus(other, "completed");
  expect(ledger.applied("m")).toHaveLength(1);
});

const TWO = `
export const descriptor = { description: "two at once", roles: {}, effects: ["ledger/keyed@1"] };
export default async function* ({ steps, prompt }) {
  const effect = (nonce, how, stop) => ({ do: "effect", effect: "ledger/keyed@1", params: { nonce, how, stop } });
  if (prompt === "healthy") yield effect("healthy", "", "before");
  else yield [effect("bad", "misfit", ""), effect("beside", "", "before")];
  return { returnCode: 0, summary: "done" };
}`;

test("AOS-33, AOS-34: a payload that does not fit fails its thread, drops what ran beside it, and harms no other thread", async () => {
  const { home, ledger } = await ready(TWO);
  await using _home = home;
  const healthy = await start(home, "healthy");
  await ledger.untilAt("healthy");
  const id = await start(home, "faulty");
  expect(await home.untilStatus(id, "failed", "completed")).toBe("failed");
  ledger.go("beside");
  const records = await home.records(id);
  expect(records.at(-2)).toMatchObject({ kind: "result", error: { code: "RECEIPT_FAULT" } });
  expect(records.filter(({ kind }) => kind === "fault")).toMatchObject([{ dropped: 1 }]);
  expect(records.filter(({ kind }) => kind === "receipt")).toEqual([]);
  expect(await home.status(healthy)).toBe("running");
  ledger.go("healthy");
  await home.untilStatus(healthy, "completed");
  for (const one of [id, healthy]) expect((await cli(home, ["verify", one, "--json"])).json.ok).toBe(true);
});

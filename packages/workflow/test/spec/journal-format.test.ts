// RFC-001 section 5: the lines of a thread. Every byte of them is in ../golden.
import { describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { canonicalJson } from "#codec/canonical-json.ts";
import { counting, gated } from "../../../../tests/support/bundles.ts";
import { REPO, TempHome } from "../../../../tests/support/temp-home.ts";

const TAG = /^[0-9A-HJKMNP-TV-Z]{8}$/;

async function run(home: TempHome, source: string, ...flags: string[]): Promise<string> {
  await home.add("flow", source);
  return (await home.uw(["run", "flow", "--json", ...flags])).json.executionId;
}

/** A thread of a gated bundle whose worker was killed after two of its four steps. */
async function interrupted(home: TempHome): Promise<string> {
  await home.add("flow", gated(4));
  const id = await home.start("flow", "--prompt", home.dir);
  await home.open(1, 2);
  await home.untilSteps(id, 2);
  await home.crash();
  return id;
}

const OWN = ["--workspace", "own"];

describe(".data.jsonl", () => {
  test("RFC-13: the last record is the result, and only its seal follows", async () => {
    await using home = await TempHome.create();
    const id = await run(home, counting(2));
    const records = await home.records(id);
    expect(records.map((record) => record.kind ?? record.role ?? "start")).toEqual([
      "start",
      "r1",
      "r2",
      "result",
      "seal",
    ]);
    const { sum: _sum, timestamp: _timestamp, ...result } = records.at(-2);
    expect(result).toEqual({ kind: "result", status: "completed", returnCode: 0, summary: "counted to 2" });
  });

  test("RFC-38, OPS-86: the start record of a run in a folder of its own has exactly RFC-001's keys, sha256, initiator and sum", async () => {
    await using home = await TempHome.create();
    const id = await run(home, counting(1), "--prompt", "Fix the login redirect bug in #3", ...OWN);
    const [start] = await home.records(id);
    expect(Object.keys(start).sort()).toEqual([
      "hash",
      "initiator",
      "name",
      "parameters",
      "sha256",
      "sum",
      "threadId",
      "timestamp",
    ]);
    expect(start).toMatchObject({
      name: "flow",
      threadId: id,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(start.parameters).toEqual({
      prompt: "Fix the login redirect bug in #3",
      options: { isDryRun: false, maxRounds: 50 },
    });
  });

  test("RFC-38: further keys of the start record are there only when used", async () => {
    await using home = await TempHome.create();
    const id = await run(home, counting(2), "--var", "k=v", "--max-steps", "9", "--timeout-ms", "60000");
    const [start] = await home.records(id);
    expect(start.parameters).toEqual({
      prompt: "",
      options: { isDryRun: false, maxRounds: 50 },
      variables: { k: "v" },
      limits: { maxSteps: 9, timeoutMs: 60000 },
      workspace: { path: home.dir },
    });
    const fork = (await home.uw(["fork", id, "--json"])).json.executionId;
    expect((await home.records(fork))[0].forkFrom).toEqual({ threadId: id, hash: start.hash, steps: 1 });
  });

  test("RFC-39, C25: a role record has exactly role, content, meta, timestamp and sum; every other line has kind", async () => {
    await using home = await TempHome.create();
    const id = await run(home, counting(3));
    const [, ...lines] = await home.records(id);
    const roles = lines.filter((record) => "role" in record);
    expect(roles).toHaveLength(3);
    for (const record of roles)
      expect(Object.keys(record).sort()).toEqual(["content", "meta", "role", "sum", "timestamp"]);
    for (const record of lines.filter((line) => !("role" in line))) expect(typeof record.kind).toBe("string");
  });

  test("RFC-41: timestamps are whole milliseconds within the run, and never go back", async () => {
    await using home = await TempHome.create();
    const before = Date.now();
    const id = await run(home, counting(5));
    const after = Date.now();
    const stamps: number[] = (await home.records(id)).map((record) => record.timestamp);
    expect(stamps.every(Number.isSafeInteger)).toBe(true);
    expect([...stamps].sort((a, b) => a - b)).toEqual(stamps);
    expect(stamps.at(0)).toBeGreaterThanOrEqual(before);
    expect(stamps.at(-1)).toBeLessThanOrEqual(after);
  });
});

describe(".info.jsonl", () => {
  const printing = `export default async function* ({ steps }) {
    console.log("from the bundle");
    return { returnCode: 0, summary: String(steps.length) };
  }`;

  test("RFC-40: a line is {tag, content, timestamp} with a tag of 8 Crockford characters", async () => {
    await using home = await TempHome.create();
    const id = await run(home, printing);
    const { lines } = (await home.uw(["logs", id, "--json"])).json;
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual(["tag", "level", "content", "timestamp"]);
      expect(line.tag).toMatch(TAG);
      expect(Number.isSafeInteger(line.timestamp)).toBe(true);
    }
    expect(lines.map((line: { content: string }) => line.content)).toContain("from the bundle");
    const path = (await home.journalPath(id)).replace(/\.data\.jsonl$/, ".info.jsonl");
    for (const line of (await Bun.file(path).text()).trim().split("\n"))
      expect(Object.keys(JSON.parse(line))).toEqual(["tag", "content", "timestamp"]);
  });

  test("RFC-40: a tag is fixed per call site: each call in the sources has a literal of its own", async () => {
    const tags: string[] = [];
    for await (const file of new Glob("packages/workflow/src/**/*.ts").scan({ cwd: REPO })) {
      const source = readFileSync(join(REPO, file), "utf8");
      for (const [, argument = ""] of source.matchAll(/\.say\(\s*([^,)]+),/g)) {
        expect([file, argument]).toEqual([file, expect.stringMatching(/^"[0-9A-HJKMNP-TV-Z]{8}"$/)]);
        tags.push(argument);
      }
    }
    expect(tags.length).toBeGreaterThan(0);
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe("RFC-42: append-only, and readable while it grows", () => {
  test("RFC-42: a running thread's journal holds whole lines that can be read", async () => {
    await using home = await TempHome.create();
    await home.add("flow", gated(2));
    const id = await home.start("flow", "--prompt", home.dir);
    await home.open(1);
    await home.untilSteps(id, 1);
    const before = readFileSync(await home.journalPath(id), "utf8");
    const ran = await home.uw(["thread", id, "--json"]);
    expect(ran.json).toMatchObject({ status: "running", steps: [{ role: "r1" }] });
    await home.open(2);
    await home.untilStatus(id, "completed");
    expect(readFileSync(await home.journalPath(id), "utf8")).toStartWith(before);
  });

  test("RFC-42: a line cut short is passed over by readers and cut by resume, which goes on from the last whole one", async () => {
    await using home = await TempHome.create();
    const id = await interrupted(home);
    const path = await home.journalPath(id);
    const whole = readFileSync(path, "utf8");
    appendFileSync(path, '{"content":"half a st');

    const seen = await home.uw(["thread", id, "--json"]);
    expect(seen.json).toMatchObject({ status: "interrupted", steps: [{ role: "r1" }, { role: "r2" }] });
    expect(readFileSync(path, "utf8")).toBe(`${whole}{"content":"half a st`);

    await home.open(3, 4);
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3", "r4"]);
    expect(readFileSync(path, "utf8")).toStartWith(whole);
    expect((await home.uw(["verify", id, "--json"])).json.ok).toBe(true);
  });

  test("RFC-42: a journal cut in the middle of its second step goes on from the first", async () => {
    await using home = await TempHome.create();
    const id = await interrupted(home);
    const path = await home.journalPath(id);
    const text = readFileSync(path, "utf8");
    truncateSync(path, text.indexOf('"role":"r2"'));
    await home.open(3, 4);
    expect((await home.uw(["resume", id, "--json"])).json.status).toBe("ok");
    expect(await home.roles(id)).toEqual(["r1", "r2", "r3", "r4"]);
  });

  test("READER-1: any other damage is refused with line and byte, exit 20, and the bytes stay", async () => {
    await using home = await TempHome.create();
    const id = await interrupted(home);
    const path = await home.journalPath(id);
    const damaged = readFileSync(path, "utf8").replace("step 1", "step 9");
    await Bun.write(path, damaged);
    for (const verb of ["resume", "thread", "fork"]) {
      const ran = await home.uw([verb, id, "--json"]);
      expect([verb, ran.exitCode, ran.json.error.code]).toEqual([verb, 20, "JOURNAL_CORRUPT"]);
      expect(ran.json.error.details).toMatchObject({ line: 2, byte: damaged.indexOf("\n") + 1 });
    }
    expect(readFileSync(path, "utf8")).toBe(damaged);
    await home.add("other", counting(1));
    expect((await home.uw(["run", "other", "--json"])).json.status).toBe("ok");
  });
});

describe("N14: a journal is data", () => {
  test("N14: keys that mean something to JavaScript are read as keys, and change nothing", async () => {
    await using home = await TempHome.create();
    const meta =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toJSON":"x","then":"y","$ref":"#/"}';
    const source = `export default async function* ({ steps }) {
      if (steps.length === 0) yield { role: "r", content: "", meta: JSON.parse('${meta}') };
      yield { role: "seen", content: JSON.stringify(steps.map((step) => step.meta)) + {}.polluted, meta: {} };
      return { returnCode: 0, summary: "" };
    }`;
    const id = await run(home, source);
    const fork = await home.uw(["fork", id, "--json"]);
    expect(fork.json.output.last.content).toBe(`[${canonicalJson(JSON.parse(meta))}]undefined`);
    const view = await home.uw(["thread", id, "--json"]);
    expect(JSON.stringify(view.json.steps[0].meta)).toBe(canonicalJson(JSON.parse(meta)));
  });
});

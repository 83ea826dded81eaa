// The journal's invariants JOURNAL-1..JOURNAL-5 and the storage rows of RELIABILITY that concern one file.
import { describe, expect, test } from "bun:test";
import { appendFile, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeRecord } from "../../src/codec/journal-line.ts";
import { WorkflowError } from "../../src/contract/errors.ts";
import type { StartRecord } from "../../src/contract/record.ts";
import { SyncGroup } from "../../src/disk/sync-group.ts";
import { createJournal, FileJournal } from "../../src/journal/file-journal.ts";
import { type ReadLine, readJournal } from "../../src/journal/read-journal.ts";
import { openSealer } from "../../src/journal/sealer.ts";

const START: StartRecord = {
  name: "flow",
  hash: "EYHPV6X8XHTCS",
  sha256: "0".repeat(64),
  threadId: "01KQXKW18CT8G75T53R8F4G7YG",
  parameters: { prompt: "go", options: { isDryRun: false, maxRounds: 50 } },
  timestamp: 1_000,
};

const role = (n: number) => `{"content":"step ${n}","meta":{"n":${n}},"role":"r${n}"}`;

class Folder implements AsyncDisposable {
  constructor(readonly dir: string) {}
  static async create(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), "uw-journal-")));
  }
  at(name: string): string {
    return join(this.dir, name);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.dir, { recursive: true, force: true });
  }
}

function open(path: string, visit: (line: ReadLine) => void = () => {}, now = () => 2_000) {
  return FileJournal.open(path, { clock: { now }, group: new SyncGroup() }, visit);
}

async function write(path: string, steps: number): Promise<Uint8Array> {
  createJournal(path, START);
  const { journal } = open(path);
  for (let n = 1; n <= steps; n++) journal.appendRole(role(n));
  await journal.sync();
  journal.close();
  return readFile(path);
}

function linesOf(path: string): ReadLine[] {
  const lines: ReadLine[] = [];
  readJournal(path, (line) => lines.push(line));
  return lines;
}

function problemOf(path: string): WorkflowError {
  try {
    linesOf(path);
  } catch (error) {
    if (error instanceof WorkflowError) return error;
    throw error;
  }
  throw new Error("the journal was read without a complaint");
}

test("JOURNAL-2: a line cut short by a crash is dropped, and the next line does not join the stub", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  await write(path, 2);
  await appendFile(path, '{"content":"died he');
  const { journal, cutBytes } = open(path);
  expect(cutBytes).toBe(19);
  journal.appendRole(role(3));
  await journal.sync();
  journal.close();
  expect(linesOf(path).map((line) => line.seq)).toEqual([1, 2, 3, 4]);
});

test("S3: truncated at every byte, it opens at the last whole line and goes on", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  const whole = await write(path, 3);
  const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([index]) => index + 1);
  for (let length = 0; length <= whole.length; length++) {
    await writeFile(path, whole.subarray(0, length));
    const kept = ends.filter((end) => end <= length).length;
    let seen = 0;
    const { journal } = open(path, () => seen++);
    expect(seen).toBe(kept);
    if (kept > 0) journal.appendRole(role(9));
    await journal.sync();
    journal.close();
    expect(linesOf(path)).toHaveLength(kept + (kept > 0 ? 1 : 0));
  }
});

test("S4: zeros after the last line end, or inside an unfinished line, are cut", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  const whole = await write(path, 2);
  for (const tail of [
    new Uint8Array(4096),
    Buffer.concat([Buffer.from('{"content":"x'), Buffer.alloc(100)]),
  ]) {
    await writeFile(path, Buffer.concat([whole, tail]));
    const { journal, cutBytes } = open(path);
    journal.close();
    expect(cutBytes).toBe(tail.length);
    expect(await readFile(path)).toEqual(Buffer.from(whole));
  }
});

test("S4: a zero in the place of the last line end is a torn page, not damage", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  const whole = await write(path, 2);
  const torn = Uint8Array.from(whole);
  torn[whole.length - 1] = 0;
  await writeFile(path, torn);
  expect(linesOf(path)).toHaveLength(2);
});

test("S10: every flipped bit is found, named by line and byte, and left alone", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  const whole = await write(path, 2);
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const damaged = Uint8Array.from(whole);
    damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
    await writeFile(path, damaged);
    const problem = problemOf(path);
    expect(problem.code).toBe("JOURNAL_CORRUPT");
    expect(problem.details).toMatchObject({ file: path, line: expect.any(Number), byte: expect.any(Number) });
    expect(() => open(path)).toThrow(path);
    expect(await readFile(path)).toEqual(Buffer.from(damaged));
  }
}, 120_000);

describe("S11, S12, S13, S15: what is not a journal is refused and not rewritten", () => {
  const chain = (records: object[]): string => {
    let sum = "";
    let text = "";
    for (const record of records) {
      const line = encodeRecord(record, sum);
      sum = line.sum;
      text += `${line.text}\n`;
    }
    return text;
  };
  const step = { role: "r", content: "", meta: {}, timestamp: 2 };
  const result = { kind: "result", status: "completed", returnCode: 0, summary: "", timestamp: 3 };
  const good = chain([START, step, result]);
  const [first, second, third] = good.split("\n") as [string, string, string];
  const cases: Record<string, string> = {
    "S11: an unknown kind": chain([START, { kind: "teleport", timestamp: 2 }]),
    "S11: an unknown control action": chain([START, { kind: "control", action: "explode", timestamp: 2 }]),
    "S11: a record without a timestamp": chain([START, { role: "r", content: "", meta: {} }]),
    "S12: a doubled line": `${first}\n${second}\n${second}\n${third}\n`,
    "S12: a missing line": `${first}\n${third}\n`,
    "S12: two lines swapped": `${first}\n${third}\n${second}\n`,
    "S12: a first line that is no start": chain([step]),
    "S13: a step after the result": chain([START, result, step]),
    "S13: a second result": chain([START, result, result]),
    "S15: a byte order mark": `\ufeff${good}`,
    "S15: CRLF line ends": good.replaceAll("\n", "\r\n"),
    "S15: an empty line": `${first}\n\n${second}\n`,
    "S15: spaces inside a line": good.replace('{"content"', '{ "content"'),
  };
  for (const [name, text] of Object.entries(cases))
    test(name, async () => {
      await using folder = await Folder.create();
      const path = folder.at("t.data.jsonl");
      await writeFile(path, text);
      expect(problemOf(path).code).toBe("JOURNAL_CORRUPT");
      expect(await readFile(path, "utf8")).toBe(text);
    });

  test("S15: invalid UTF-8 and NUL bytes inside a line", async () => {
    await using folder = await Folder.create();
    const path = folder.at("t.data.jsonl");
    for (const byte of [0xff, 0x00]) {
      const bytes = Buffer.from(good);
      bytes[good.indexOf('"content":"') + 2] = byte;
      await writeFile(path, bytes);
      expect(problemOf(path).code).toBe("JOURNAL_CORRUPT");
    }
  });
});

test("S14: an empty file has no lines and is no error", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  await writeFile(path, "");
  expect(linesOf(path)).toEqual([]);
});

test("S20: a symbolic link in the place of a journal is refused", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  await write(folder.at("elsewhere"), 1);
  await symlink(folder.at("elsewhere"), path);
  expect(() => linesOf(path)).toThrow("symbolic link");
  expect(() => open(path)).toThrow("symbolic link");
});

test("S21: a journal is readable by its owner alone, whatever the umask", async () => {
  await using folder = await Folder.create();
  const before = process.umask(0);
  try {
    createJournal(folder.at("logs/t.data.jsonl"), START);
  } finally {
    process.umask(before);
  }
  expect((await stat(folder.at("logs/t.data.jsonl"))).mode & 0o777).toBe(0o600);
  expect((await stat(folder.at("logs"))).mode & 0o777).toBe(0o700);
});

test("P15: timestamps never go back, though the clock does", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  createJournal(path, START);
  const times = [5_000, 3_000, 1, 6_000];
  const { journal } = open(path, undefined, () => times.shift() ?? 0);
  for (let n = 1; n <= 4; n++) journal.appendRole(role(n));
  journal.close();
  expect(linesOf(path).map((line) => line.record.timestamp)).toEqual([1_000, 5_000, 5_000, 5_000, 6_000]);
});

test("S24: a journal of many megabytes is read in memory that does not grow with it", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  createJournal(path, START);
  const { journal } = open(path);
  const content = "x".repeat(8_000);
  for (let n = 0; n < 6_000; n++) journal.appendRole(`{"content":"${content}","meta":{},"role":"r"}`);
  await journal.sync();
  journal.close();
  expect((await stat(path)).size).toBeGreaterThan(48_000_000);
  // In a process of its own: this one has had other work to do.
  const reader = `const { readJournal } = await import(${JSON.stringify(join(import.meta.dir, "../../src/journal/read-journal.ts"))});
    const { rss } = process.memoryUsage;
    const before = rss();
    let [lines, peak] = [0, before];
    readJournal(${JSON.stringify(path)}, () => {
      if (lines++ % 100 === 0) peak = Math.max(peak, rss());
    });
    console.log(JSON.stringify({ lines, grown: peak - before }));`;
  const child = Bun.spawn([process.execPath, "-e", reader], { stdout: "pipe" });
  const { lines, grown } = (await child.stdout.json()) as { lines: number; grown: number };
  expect(lines).toBe(6_001);
  expect(grown).toBeLessThan(40_000_000);
});

test("JOURNAL-4: after a failed write the journal takes nothing more", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  await write(path, 1);
  const before = await readFile(path);
  const { journal } = open(path);
  journal.close();
  expect(() => journal.appendRole(role(2))).toThrow("append");
  expect(() => journal.appendRole(role(3))).toThrow("append");
  expect(await readFile(path)).toEqual(before);
});

test("a seal covers every byte before it and verifies with the store's key", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  await write(path, 2);
  const sealer = openSealer(folder.at("seal.key"));
  const { journal } = open(path);
  const before = await readFile(path);
  await journal.seal(sealer);
  journal.close();
  const seal = linesOf(path).at(-1)?.record as { sha256: string };
  expect(seal.sha256).toBe(new Bun.CryptoHasher("sha256").update(before).digest("hex"));
  expect((await stat(folder.at("seal.key"))).mode & 0o777).toBe(0o600);
});

test("a journal cut inside its first line has no lines, and one byte of it is not mistaken for damage", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  await write(path, 0);
  await truncate(path, 1);
  expect(linesOf(path)).toEqual([]);
});

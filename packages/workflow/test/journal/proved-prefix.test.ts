// One digest may stand for many sums: that of a seal, and that of the lines a fork copied. Nothing gets past it that a
// sum would have found.
import { describe, expect, test } from "bun:test";
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeBytes } from "../../../../torture/lib/journal.ts";
import { encodeRecord } from "../../src/codec/journal-line.ts";
import { WorkflowError } from "../../src/contract/errors.ts";
import type { StartRecord } from "../../src/contract/record.ts";
import { SyncGroup } from "../../src/disk/sync-group.ts";
import { createJournal, FileJournal } from "../../src/journal/file-journal.ts";
import { type ReadLine, readJournal } from "../../src/journal/read-journal.ts";
import { outputsJson } from "../../src/journal/read-line.ts";
import { openSealer } from "../../src/journal/sealer.ts";

const START: StartRecord = {
  name: "flow",
  hash: "EYHPV6X8XHTCS",
  sha256: "0".repeat(64),
  threadId: "01KQXKW18CT8G75T53R8F4G7YG",
  parameters: { prompt: "go", options: { isDryRun: false, maxRounds: 50 } },
  timestamp: 1_000,
};
const forkOf = (steps: number, threadId = "01KQXKW2ZZT8G75T53R8F4G7YH"): StartRecord => ({
  ...START,
  threadId,
  forkFrom: { threadId: START.threadId, hash: START.hash, steps },
});
const role = (n: number, chars = 1_000) =>
  `{"content":"${"ä".repeat(chars >> 1)}","meta":{"n":${n}},"role":"r${n}"}`;

class Folder implements AsyncDisposable {
  constructor(readonly dir: string) {}
  static async create(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), "uw-proved-")));
  }
  at(name: string): string {
    return join(this.dir, name);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.dir, { recursive: true });
  }
}

function open(path: string): FileJournal {
  const ports = { clock: { now: () => 1_794_865_755_698 }, group: new SyncGroup() };
  return FileJournal.open(path, ports, () => {}).journal;
}

async function write(path: string, steps: number, chars?: number, seal = false): Promise<Buffer> {
  createJournal(path, START);
  const journal = open(path);
  for (let n = 1; n <= steps; n++) journal.appendRole(role(n, chars));
  await journal.sync();
  if (seal) await journal.seal(openSealer(join(path, "../seal.key")));
  journal.close();
  return readFile(path);
}

function linesOf(path: string): ReadLine[] {
  const lines: ReadLine[] = [];
  readJournal(path, (line) => lines.push(line));
  return lines;
}

/** By every sum, as `verify` reads. */
function linesBySum(path: string): ReadLine[] {
  const lines: ReadLine[] = [];
  readJournal(path, (line) => lines.push(line), { onBytes: () => {} });
  return lines;
}

function problemOf(path: string, read = linesOf): WorkflowError | null {
  try {
    read(path);
    return null;
  } catch (error) {
    if (error instanceof WorkflowError) return error;
    throw error;
  }
}

const textsOf = (lines: readonly ReadLine[]) => lines.map((line) => Buffer.from(line.text).toString());

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const damaged = Uint8Array.from(bytes);
  damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
  return damaged;
}

function lineAt(bytes: Uint8Array, byte: number): number {
  return bytes.subarray(0, byte).filter((one) => one === 10).length + 1;
}

describe("a seal stands for the sums before it", () => {
  test("S10: every flipped bit of a sealed journal is found, and named by line and byte", async () => {
    await using folder = await Folder.create();
    const path = folder.at("t.data.jsonl");
    const whole = await write(path, 2, 8, true);
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const damaged = flipped(whole, bit);
      await writeFile(path, damaged);
      const problem = problemOf(path);
      expect([bit, problem?.code]).toEqual([bit, "JOURNAL_CORRUPT"]);
      expect([bit, problem?.details?.line]).toEqual([bit, lineAt(damaged, bit >> 3)]);
      expect(problem?.message).toBe(problemOf(path, linesBySum)?.message as string);
    }
  });

  test("S10: and of the lines after the seal", async () => {
    await using folder = await Folder.create();
    const path = folder.at("t.data.jsonl");
    const sealed = await write(path, 1, 8, true);
    const journal = open(path);
    journal.append({ kind: "control", action: "resume" });
    journal.appendRole(role(2, 8));
    journal.close();
    const whole = await readFile(path);
    for (let bit = sealed.length * 8; bit < whole.length * 8; bit++) {
      await writeFile(path, flipped(whole, bit));
      expect([bit, problemOf(path)?.code]).toEqual([bit, "JOURNAL_CORRUPT"]);
    }
  });

  test("S3: a sealed journal cut at every byte opens at the last whole line and goes on", async () => {
    await using folder = await Folder.create();
    const path = folder.at("t.data.jsonl");
    const whole = await write(path, 2, 8, true);
    for (let length = 0; length <= whole.length; length++) {
      await writeFile(path, whole.subarray(0, length));
      const kept = whole.subarray(0, length).filter((byte) => byte === 10).length;
      expect(linesOf(path)).toHaveLength(kept);
      const journal = open(path);
      if (kept > 0) journal.appendRole(role(9, 8));
      journal.close();
      expect(judgeBytes(await readFile(path)).problems).toEqual([]);
      expect(linesOf(path)).toHaveLength(kept + (kept > 0 ? 1 : 0));
    }
  });

  test("S11, S13: a seal does not excuse a line of an unknown kind, or one after the result", async () => {
    await using folder = await Folder.create();
    const path = folder.at("t.data.jsonl");
    const timestamp = 1;
    const result = { kind: "result", status: "completed", returnCode: 0, summary: "", timestamp };
    const step = { content: "", meta: {}, role: "r", timestamp };
    for (const records of [[{ kind: "new", timestamp }], [result, step], [result, result]]) {
      let sum = "";
      let text = "";
      const add = (record: object) => {
        const line = encodeRecord(record, sum);
        sum = line.sum;
        text += `${line.text}\n`;
      };
      for (const record of [START, ...records]) add(record);
      const sha256 = new Bun.CryptoHasher("sha256").update(text).digest("hex");
      add({ kind: "seal", sha256, key: "k", sig: "s", timestamp });
      await writeFile(path, text);
      expect(problemOf(path)?.code).toBe("JOURNAL_CORRUPT");
    }
  });

  test("the mark of a seal inside somebody's meta proves nothing", async () => {
    await using folder = await Folder.create();
    const path = folder.at("t.data.jsonl");
    createJournal(path, START);
    const journal = open(path);
    journal.appendRole('{"content":"","meta":{"key":"k","kind":"seal","sha256":"0"},"role":"r"}');
    journal.close();
    expect(linesOf(path)).toHaveLength(2);
    const whole = await readFile(path);
    await writeFile(path, whole.toString().replace('"role":"r"', '"role":"s"'));
    expect(problemOf(path)?.details).toMatchObject({ line: 2 });
  });

  test("a seal written after a quick reading is over the same bytes as one after a slow one", async () => {
    await using folder = await Folder.create();
    const path = folder.at("t.data.jsonl");
    await write(path, 2, 8, true);
    const journal = open(path);
    journal.appendRole(role(3, 8));
    await journal.seal(openSealer(folder.at("seal.key")));
    journal.close();
    const bytes = await readFile(path);
    const at = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
    const digest = new Bun.CryptoHasher("sha256").update(bytes.subarray(0, at)).digest("hex");
    expect(JSON.parse(bytes.subarray(at).toString()).sha256).toBe(digest);
  });
});

describe("a fork copies lines as they are", () => {
  const STEPS = 20;
  async function forked(
    folder: Folder,
    seal = true,
    steps = STEPS,
  ): Promise<{ path: string; bytes: Buffer }> {
    await write(folder.at("t.data.jsonl"), STEPS, 1_000, seal);
    const path = folder.at("f.data.jsonl");
    createJournal(path, forkOf(steps), linesOf(folder.at("t.data.jsonl")).slice(1, steps + 1));
    return { path, bytes: await readFile(path) };
  }

  test("byte for byte, with their sums; the start line says what they are chained to", async () => {
    await using folder = await Folder.create();
    const { path, bytes } = await forked(folder);
    const source = linesOf(folder.at("t.data.jsonl"));
    expect(textsOf(linesOf(path)).slice(1)).toEqual(textsOf(source).slice(1, STEPS + 1));
    const block = bytes.subarray(bytes.indexOf(10) + 1);
    expect(JSON.parse(bytes.toString().split("\n")[0] as string).forkFrom.copy).toEqual({
      bytes: block.length,
      sha256: new Bun.CryptoHasher("sha256").update(block).digest("hex"),
      sum: source[0]?.sum,
    });
    expect(judgeBytes(bytes).problems).toEqual([]);
    expect(textsOf(linesBySum(path))).toEqual(textsOf(linesOf(path)));
  });

  test("it goes on from there, and both ways of reading agree", async () => {
    await using folder = await Folder.create();
    const { path } = await forked(folder, false, 18);
    const journal = open(path);
    journal.appendRole(role(19));
    await journal.seal(openSealer(folder.at("seal.key")));
    journal.append({ kind: "control", action: "resume" });
    journal.close();
    expect(judgeBytes(await readFile(path)).problems).toEqual([]);
    expect(textsOf(linesBySum(path))).toEqual(textsOf(linesOf(path)));
    expect(linesOf(path)).toHaveLength(22);
  });

  test("S10: flipped bits are found in the start line, the block and behind it", async () => {
    await using folder = await Folder.create();
    const { path } = await forked(folder);
    const journal = open(path);
    journal.appendRole(role(21, 8));
    journal.close();
    const whole = await readFile(path);
    const start = (whole.indexOf(10) + 1) * 8;
    const last = whole.lastIndexOf("\n", whole.length - 2) * 8;
    const inside = Array.from({ length: 400 }, (_, n) => start + 7 + 331 * n);
    const near = (from: number, bits: number) => Array.from({ length: bits }, (_, n) => from + n);
    const bits = [...near(0, start), ...inside, ...near(last - 400, whole.length * 8 - last + 400)];
    for (const bit of bits.filter((one) => one < whole.length * 8)) {
      const damaged = flipped(whole, bit);
      await writeFile(path, damaged);
      for (const read of [linesOf, linesBySum]) {
        const problem = problemOf(path, read);
        expect([bit, problem?.code, problem?.details?.line]).toEqual([
          bit,
          "JOURNAL_CORRUPT",
          lineAt(damaged, bit >> 3),
        ]);
      }
    }
  });

  test("S3: what was renamed into place whole is damaged when a part of it is missing; a tail behind it is cut", async () => {
    await using folder = await Folder.create();
    const { path, bytes } = await forked(folder);
    const start = bytes.indexOf(10) + 1;
    for (const length of [start, start + 1, start + 3_000, bytes.length - 1]) {
      await writeFile(path, bytes.subarray(0, length));
      for (const read of [linesOf, linesBySum])
        expect([length, problemOf(path, read)?.code]).toEqual([length, "JOURNAL_CORRUPT"]);
    }
    await writeFile(path, bytes);
    await appendFile(path, '{"content":"died he');
    const journal = open(path);
    journal.close();
    expect((await readFile(path)).equals(bytes)).toBe(true);
    await truncate(path, 10);
    expect(linesOf(path)).toEqual([]);
  });

  test("S12: what two forks of one thread wrote cannot be exchanged", async () => {
    await using folder = await Folder.create();
    await write(folder.at("t.data.jsonl"), STEPS);
    const lines = linesOf(folder.at("t.data.jsonl")).slice(1);
    const tails: string[] = [];
    for (const id of ["01KQXKW2ZZT8G75T53R8F4G7YA", "01KQXKW2ZZT8G75T53R8F4G7YB"]) {
      const path = folder.at(`${id}.data.jsonl`);
      createJournal(path, forkOf(STEPS, id), lines);
      const { length } = await readFile(path);
      const journal = open(path);
      journal.appendRole(role(21, 8));
      journal.close();
      const bytes = await readFile(path);
      tails.push(bytes.subarray(length).toString());
      await writeFile(path, Buffer.concat([bytes.subarray(0, length), Buffer.from(tails[0] as string)]));
      expect(problemOf(path)?.code ?? null).toBe(id.endsWith("A") ? null : "JOURNAL_CORRUPT");
    }
    expect(tails[0]).not.toBe(tails[1]);
  });

  test("S12: a block whose sums are right but which is not the one of the start line is refused", async () => {
    await using folder = await Folder.create();
    const { path, bytes } = await forked(folder);
    const [first = "", ...rest] = bytes.toString().split("\n");
    const { sum: _sum, ...start } = JSON.parse(first);
    start.forkFrom.copy.sha256 = "0".repeat(64);
    await writeFile(path, [encodeRecord(start, "").text, ...rest].join("\n"));
    for (const read of [linesOf, linesBySum]) expect(problemOf(path, read)?.code).toBe("JOURNAL_CORRUPT");
  });

  test("a fork of a fork copies what that one had copied, and chains the rest anew", async () => {
    await using folder = await Folder.create();
    const { path } = await forked(folder);
    const journal = open(path);
    journal.appendRole(role(21, 8));
    journal.appendRole(role(22, 8));
    await journal.seal(openSealer(folder.at("seal.key")));
    journal.close();
    const second = folder.at("g.data.jsonl");
    createJournal(second, forkOf(21, "01KQXKW2ZZT8G75T53R8F4G7YC"), linesOf(path).slice(1, 22));
    const bytes = await readFile(second);
    expect(judgeBytes(bytes).problems).toEqual([]);
    expect(textsOf(linesBySum(second))).toEqual(textsOf(linesOf(second)));
    expect(textsOf(linesOf(second)).slice(1, 21)).toEqual(textsOf(linesOf(path)).slice(1, 21));
    expect(linesOf(second).map((line) => line.seq)).toHaveLength(22);
    const own = createJournal(folder.at("h.data.jsonl"), forkOf(1), linesOf(path).slice(21, 22));
    expect(own.lines).toBe(2);
    expect(linesOf(folder.at("h.data.jsonl"))).toHaveLength(2);
  });

  test("lines that did not stand together, and few of them, are chained anew", async () => {
    await using folder = await Folder.create();
    await write(folder.at("t.data.jsonl"), STEPS);
    const lines = linesOf(folder.at("t.data.jsonl")).slice(1);
    for (const kept of [lines.slice(0, 3), lines.filter((line) => line.seq % 2 === 0)]) {
      const path = folder.at("few.data.jsonl");
      createJournal(path, forkOf(kept.length), kept);
      expect(linesOf(path)[0]?.record).toEqual(forkOf(kept.length));
      expect(judgeBytes(await readFile(path)).problems).toEqual([]);
    }
  });
});

test("the outputs of role lines are one JSON array, their stamps and sums left out", async () => {
  await using folder = await Folder.create();
  const path = folder.at("t.data.jsonl");
  await write(path, 3, 8);
  const lines = linesOf(path).filter((line) => line.isRole);
  for (const kept of [[], lines.slice(0, 1), lines])
    expect(new TextDecoder().decode(outputsJson(kept))).toBe(
      `[${kept.map((_, n) => role(n + 1, 8)).join(",")}]`,
    );
});

// One thread's journal: one JSON record per line, oldest first.
//
// JOURNAL-1. sync() resolves after the appended lines are on disk; nothing is acknowledged before.
// JOURNAL-2. An incomplete last line was never acknowledged: opening cuts it before anything is appended.
// JOURNAL-3. One writer: who opens a journal for writing holds the lock of its bundle.
// JOURNAL-4. A write or sync error stops this journal for good; it is never retried.
// JOURNAL-5. A result comes once and ends the thread; only its seal follows.
import { dirname } from "node:path";
import { chainLine, encodeRecord, type JournalLine, rechainLine } from "#codec/journal-line.ts";
import { plainJson } from "#codec/plain-json.ts";
import { sha256Hex } from "#codec/sha256.ts";
import type { Clock } from "#contract/ports.ts";
import {
  type ForkOrigin,
  isCopiedLine,
  type KindRecord,
  type ResultRecord,
  type SealRecord,
  type StartRecord,
  type Unstamped,
} from "#contract/record.ts";
import { AppendFile } from "#disk/append-file.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Disk } from "#disk/open-file.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { replaceWhole } from "#disk/whole-file.ts";
import type { JournalHash } from "./journal-hash.ts";
import type { LineStore, ReadableLines } from "./line-store.ts";
import { type JournalPlace, type ReadLine, readWithHash } from "./read-journal.ts";
import type { Sealer } from "./sealer.ts";

export class FileJournal {
  private constructor(
    private readonly file: LineStore,
    private readonly clock: Clock,
    private readonly hash: JournalHash,
    private place: JournalPlace,
    private lastStamp: number,
  ) {}

  /** Opens for writing, showing every record to `visit` on the way; cuts an incomplete tail. */
  static open(
    path: string,
    ports: { clock: Clock; group: SyncGroup; disk?: Disk | undefined },
    visit: (line: ReadLine) => void,
  ): { journal: FileJournal; cutBytes: number } {
    const { end, hash, start, lastStamp } = readAll(path, visit, ports.disk);
    const file = AppendFile.open(path, ports.group, ports.disk);
    try {
      if (end.tailBytes > 0) file.cutTo(end.bytes);
      if (start !== undefined && !isAsCreated(start, end.lines)) file.rewriteEnd(DOUBTFUL_BYTES_MAX);
    } catch (error) {
      file.close();
      throw error;
    }
    return { journal: new FileJournal(file, ports.clock, hash, end, lastStamp), cutBytes: end.tailBytes };
  }

  /** The same over lines that are no file; `name` is what a damaged line is told by. They end with a whole line. */
  static over(
    lines: ReadableLines,
    name: string,
    clock: Clock,
    visit: (line: ReadLine) => void,
  ): FileJournal {
    const { end, hash, lastStamp } = readAll(name, visit, lines.disk);
    return new FileJournal(lines, clock, hash, end, lastStamp);
  }

  get bytes(): number {
    return this.place.bytes;
  }

  get lastSeq(): number {
    return this.place.lines;
  }

  get lastSum(): string {
    return this.place.sum;
  }

  /** `json` is the canonical role output; its keys all sort before "timestamp", so the line stays canonical. */
  appendRole(json: string): void {
    this.appendJson(`${json.slice(0, -1)},"timestamp":${this.stamp()}}`);
  }

  append(record: Unstamped<KindRecord>): void {
    this.appendJson(plainJson({ ...record, timestamp: this.stamp() }));
  }

  /** Appends in one write. Returns the records as a reader of the lines gets them, with the same order of keys. */
  appendAll<R extends KindRecord>(records: readonly Unstamped<R>[]): R[] {
    const timestamp = this.stamp();
    let { sum } = this.place;
    const texts = records.map((record) => plainJson({ ...record, timestamp }));
    const lines = texts.map((json) => {
      const line = chainLine(json, sum);
      sum = line.sum;
      return line;
    });
    this.appendLines(lines);
    return texts.map((json) => JSON.parse(json) as R);
  }

  get isSynced(): boolean {
    return this.file.isSynced;
  }

  sync(): Promise<void> {
    return this.file.sync();
  }

  /** Seals what is there: the thread parks. */
  async seal(sealer: Sealer): Promise<void> {
    const sha256 = this.hash.hex();
    this.append({ kind: "seal", sha256, ...(await sealer.sign(sha256)) });
    await this.sync();
  }

  /** The result and its seal, in one write and one sync: a crash leaves both or neither. */
  async end(result: Unstamped<ResultRecord>, sealer: Sealer): Promise<void> {
    const timestamp = this.stamp();
    const ending = chainLine(plainJson({ ...result, timestamp }), this.place.sum);
    const sha256 = this.hash.hex(`${ending.text}\n`);
    const seal: SealRecord = { kind: "seal", sha256, ...(await sealer.sign(sha256)), timestamp };
    this.appendLines([ending, encodeRecord(seal, ending.sum)]);
    await this.sync();
  }

  close(): void {
    this.file.close();
  }

  private appendJson(json: string): void {
    this.appendLines([chainLine(json, this.place.sum)]);
  }

  private appendLines(lines: JournalLine[]): void {
    const text = lines.map((line) => `${line.text}\n`).join("");
    this.file.append(text);
    this.hash.add(text);
    const sum = lines.at(-1)?.sum ?? this.place.sum;
    this.place = { ...this.place, lines: this.place.lines + lines.length, bytes: this.file.size, sum };
  }

  /** Never earlier than the line before, whatever the clock does. */
  private stamp(): number {
    this.lastStamp = Math.max(this.lastStamp, this.clock.now());
    return this.lastStamp;
  }
}

function readAll(path: string, visit: (line: ReadLine) => void, disk: Disk | undefined) {
  let start: StartRecord | undefined;
  let last: ReadLine | undefined;
  const read = readWithHash(
    path,
    (line) => {
      if (line.seq === 1) start = line.record as StartRecord;
      last = line;
      visit(line);
    },
    disk,
  );
  setImmediate(() => read.hash.catchUp());
  return { ...read, start, lastStamp: (last as ReadLine | undefined)?.timestamp ?? 0 };
}

/** More than one sync has to bring to disk: the receipts of all effects that may run at once. */
const DOUBTFUL_BYTES_MAX = 16 * 1024 * 1024;

/** Nobody has written to it since it got its name, and it was synced before. */
function isAsCreated(start: StartRecord, lines: number): boolean {
  return lines === 1 || isCopiedLine(start, lines);
}

/**
 * A new journal appears whole: the start line and, for a fork, the lines it takes over. As many of them as stood together
 * in the thread they come from are copied as they are, when that pays; the rest is chained anew. `added`: lines of its own behind them.
 */
export function createJournal(
  path: string,
  start: StartRecord,
  history: readonly ReadLine[] = [],
  added: readonly Unstamped<KindRecord>[] = [],
): JournalPlace {
  const { pieces, place } = newJournal(start, history, added);
  ensureDirectory(dirname(path));
  replaceWhole(path, pieces);
  return place;
}

/** The same as bytes, for a journal that is no file. */
export function newJournal(
  start: StartRecord,
  history: readonly ReadLine[],
  added: readonly Unstamped<KindRecord>[],
): { pieces: Uint8Array[]; place: JournalPlace } {
  const block = blockOf(start, history);
  const first = encodeRecord(block === null ? start : withCopy(start, block), "");
  const kept = history.slice(block?.lines ?? 0).map((line) => line.text);
  const own = added.map(
    (record) => encodeRecord({ ...record, timestamp: start.timestamp } as KindRecord, "").text,
  );
  const rest = rechain(
    [...kept, ...own.map((text) => Buffer.from(text))],
    first.sum + (block?.lastSum ?? ""),
  );
  const pieces = [Buffer.from(`${first.text}\n`), ...(block === null ? [] : [block.bytes]), rest.bytes];
  const bytes = pieces.reduce((size, piece) => size + piece.length, 0);
  return { pieces, place: { lines: history.length + added.length + 1, bytes, sum: rest.sum, ended: false } };
}

function rechain(lines: readonly Uint8Array[], previousSum: string): { bytes: Uint8Array; sum: string } {
  const pieces: Uint8Array[] = [];
  let sum = previousSum;
  for (const text of lines) {
    const line = rechainLine(text, sum);
    pieces.push(line.bytes, NEWLINE);
    sum = line.sum;
  }
  return { bytes: Buffer.concat(pieces), sum };
}

const NEWLINE = Buffer.from("\n");
/** Below this a block costs more in the start line than it saves. */
const BLOCK_BYTES_MIN = 16 * 1024;

type Block = { bytes: Uint8Array; lines: number; chainedTo: string; lastSum: string };

/** The lines at the beginning that stood one after the other, chained to one another. */
function blockOf(start: StartRecord, history: readonly ReadLine[]): Block | null {
  const first = history[0];
  if (start.forkFrom === undefined || first === undefined || first.isJoint) return null;
  const lines = runOf(first, history);
  const last = history[lines - 1] as ReadLine;
  const bytes = first.source.subarray(first.from, last.end + 1);
  if (bytes.length < BLOCK_BYTES_MIN) return null;
  return { bytes, lines, chainedTo: first.previousSum, lastSum: last.sum };
}

/** Lines come in the order of the file: where one stands as far from the first as its index, so do all before it. */
function runOf(first: ReadLine, history: readonly ReadLine[]): number {
  let [known, end] = [0, history.length];
  while (end - known > 1) {
    const middle = (known + end) >> 1;
    const line = history[middle] as ReadLine;
    const isInRun =
      line.source === first.source && line.seq - first.seq === middle && line.isCopied === first.isCopied;
    if (isInRun) known = middle;
    else end = middle;
  }
  return end;
}

function withCopy(start: StartRecord, block: Block): StartRecord {
  const { bytes, chainedTo: sum } = block;
  const copy = { bytes: bytes.length, sha256: sha256Hex(bytes), sum };
  return { ...start, forkFrom: { ...(start.forkFrom as ForkOrigin), copy } };
}

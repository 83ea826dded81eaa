// One thread's journal: one JSON record per line, oldest first.
//
// J1. sync() resolves after the appended lines are on disk; nothing is acknowledged before.
// J2. An incomplete last line was never acknowledged: opening cuts it before anything is appended.
// J3. One writer: who opens a journal for writing holds the lock of its bundle.
// J4. A write or sync error stops this journal for good; it is never retried.
// J5. A result comes once and ends the thread; only its seal follows.
import { dirname } from "node:path";
import { canonicalJson } from "#codec/canonical-json.ts";
import { chainLine, encodeRecord, type JournalLine, rechainLine } from "#codec/journal-line.ts";
import type { Clock } from "#contract/ports.ts";
import type { KindRecord, ResultRecord, SealRecord, StartRecord, Unstamped } from "#contract/record.ts";
import { AppendFile } from "#disk/append-file.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { replaceWhole } from "#disk/whole-file.ts";
import { type JournalPlace, type ReadLine, readJournal } from "./read-journal.ts";
import type { Sealer } from "./sealer.ts";

export class FileJournal {
  private constructor(
    private readonly file: AppendFile,
    private readonly clock: Clock,
    private readonly hasher: Bun.CryptoHasher,
    private place: JournalPlace,
    private lastStamp: number,
  ) {}

  /** Opens for writing, showing every record to `visit` on the way; cuts an incomplete tail. */
  static open(
    path: string,
    ports: { clock: Clock; group: SyncGroup },
    visit: (line: ReadLine) => void,
  ): { journal: FileJournal; cutBytes: number } {
    const hasher = new Bun.CryptoHasher("sha256");
    let lastStamp = 0;
    const end = readJournal(
      path,
      (line) => {
        lastStamp = line.timestamp;
        visit(line);
      },
      { onBytes: (bytes) => hasher.update(bytes) },
    );
    const file = AppendFile.open(path, ports.group);
    if (end.tailBytes > 0) file.cutTo(end.bytes);
    return { journal: new FileJournal(file, ports.clock, hasher, end, lastStamp), cutBytes: end.tailBytes };
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
    this.appendJson(canonicalJson({ ...record, timestamp: this.stamp() }));
  }

  /** In one write; answers the time they carry. */
  appendAll(records: readonly Unstamped<KindRecord>[]): number {
    const timestamp = this.stamp();
    let { sum } = this.place;
    const lines = records.map((record) => {
      const line = encodeRecord({ ...record, timestamp } as KindRecord, sum);
      sum = line.sum;
      return line;
    });
    this.appendLines(lines);
    return timestamp;
  }

  get isSynced(): boolean {
    return this.file.isSynced;
  }

  sync(): Promise<void> {
    return this.file.sync();
  }

  /** Seals what is there: the thread parks. */
  async seal(sealer: Sealer): Promise<void> {
    const sha256 = this.hasher.copy().digest("hex");
    this.append({ kind: "seal", sha256, ...(await sealer.sign(sha256)) });
    await this.sync();
  }

  /** The result and its seal, in one write and one sync: a crash leaves both or neither. */
  async end(result: Unstamped<ResultRecord>, sealer: Sealer): Promise<void> {
    const timestamp = this.stamp();
    const ending = chainLine(canonicalJson({ ...result, timestamp }), this.place.sum);
    const sha256 = this.hasher.copy().update(`${ending.text}\n`).digest("hex");
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
    this.hasher.update(text);
    const sum = lines.at(-1)?.sum ?? this.place.sum;
    this.place = { ...this.place, lines: this.place.lines + lines.length, bytes: this.file.size, sum };
  }

  /** Never earlier than the line before, whatever the clock does. */
  private stamp(): number {
    this.lastStamp = Math.max(this.lastStamp, this.clock.now());
    return this.lastStamp;
  }
}

/**
 * A new journal appears whole: the start line and, for a fork, the lines it takes over (as they are in the file they
 * come from), re-chained to the new start.
 */
export function createJournal(
  path: string,
  start: StartRecord,
  history: readonly Uint8Array[] = [],
): JournalPlace {
  const first = encodeRecord(start, "");
  const pieces: Uint8Array[] = [Buffer.from(`${first.text}\n`)];
  let sum = first.sum;
  for (const taken of history) {
    const line = rechainLine(taken, sum);
    pieces.push(line.bytes, NEWLINE);
    sum = line.sum;
  }
  const bytes = Buffer.concat(pieces);
  ensureDirectory(dirname(path));
  replaceWhole(path, bytes);
  return { lines: history.length + 1, bytes: bytes.length, sum, ended: false };
}

const NEWLINE = Buffer.from("\n");

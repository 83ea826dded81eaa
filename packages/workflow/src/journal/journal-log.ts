// The lines of a thread as its host uses them: the journal, what its lines add up to, and how far they are durable. It is
// the thread's log (thread/thread-log.ts) over a file, over memory, or over the batches of a cluster.
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { Clock } from "#contract/ports.ts";
import type { JournalRecord, KindRecord, ResultRecord, StartRecord, Unstamped } from "#contract/record.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import type { Disk } from "#disk/open-file.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { foldRoleCost } from "#replay/fold-spent.ts";
import {
  beginsAnew,
  collectSteps,
  emptyFold,
  foldLine,
  foldRecord,
  foldStep,
  type ThreadFold,
} from "#replay/fold-thread.ts";
import { RecordedYields } from "#replay/recorded-yields.ts";
import { checkHeader } from "./check-header.ts";
import { assertReceipts, type ProofPorts } from "./check-receipts.ts";
import { FileJournal } from "./file-journal.ts";
import type { ReadableLines } from "./line-store.ts";
import { readJournal } from "./read-journal.ts";
import { outputsJson, type ReadLine } from "./read-line.ts";
import type { Sealer } from "./sealer.ts";

/** `path`: of its file; of lines that are no file, a name. */
export type ThreadPlace = { threadId: ThreadId; hash: BundleId; path: string };

export type LogPorts = {
  clock: Clock;
  sealer: Sealer;
  /** Where the store's key is, and how receipts are held against it; without `proof` as on this machine. */
  sealKey: string;
  proof?: ProofPorts | undefined;
  /** A generator that comes back repeats everything from the start; otherwise it is given the steps. */
  isStrict: boolean;
};

/** `disk`: the machine's, unless a simulation gives its own. */
export type FileLogPorts = LogPorts & { group: SyncGroup; disk?: Disk | undefined };

export class JournalLog {
  durableBytes: number;

  private constructor(
    private readonly journal: FileJournal,
    private readonly path: string,
    private readonly disk: Disk | undefined,
    readonly fold: ThreadFold,
    private first: Collected | null,
    private readonly ports: LogPorts,
    /** Bytes of an incomplete last line that were cut off. */
    readonly cutBytes: number,
  ) {
    this.durableBytes = journal.bytes;
  }

  static open(place: ThreadPlace, ports: FileLogPorts): JournalLog {
    const fold = emptyFold();
    const collected = collector(ports.isStrict);
    const { journal, cutBytes } = FileJournal.open(place.path, ports, taking(fold, collected));
    checkedHeader(fold, place, journal);
    return new JournalLog(journal, place.path, ports.disk, fold, collected, ports, cutBytes);
  }

  static over(lines: ReadableLines, place: ThreadPlace, ports: LogPorts): JournalLog {
    const fold = emptyFold();
    const collected = collector(ports.isStrict);
    const journal = FileJournal.over(lines, place.path, ports.clock, taking(fold, collected));
    checkedHeader(fold, place, journal);
    return new JournalLog(journal, place.path, lines.disk, fold, collected, ports, 0);
  }

  get start(): StartRecord {
    return this.fold.start as StartRecord;
  }

  get bytes(): number {
    return this.journal.bytes;
  }

  get isDurable(): boolean {
    return this.journal.isSynced;
  }

  step(json: string): void {
    this.journal.appendRole(json);
    if (json.includes('"costUsd":')) foldRoleCost(this.fold.spent, (JSON.parse(json) as RoleOutput).meta);
    foldStep(this.fold, this.ports.clock.now(), this.journal.lastSeq);
  }

  append(records: readonly Unstamped<KindRecord>[]): void {
    const first = this.journal.lastSeq + 1;
    const written = this.journal.appendAll<KindRecord>(records);
    for (const [index, record] of written.entries()) foldRecord(this.fold, record, first + index);
    if (written.some(beginsAnew)) this.first = null;
  }

  async durable(): Promise<void> {
    if (this.journal.isSynced) return;
    const { bytes } = this.journal;
    await this.journal.sync();
    this.durableBytes = Math.max(this.durableBytes, bytes);
  }

  /** What was read on open serves once; later it is read again, not kept. */
  recorded(): { stepsJson: Uint8Array<ArrayBuffer>; yields: RecordedYields } {
    const { steps, recorded } = this.first ?? this.collect();
    this.first = null;
    return { stepsJson: outputsJson(steps), yields: recorded };
  }

  some(matches: (record: JournalRecord) => boolean): boolean {
    let isFound = false;
    this.read((line) => {
      isFound ||= !line.isRole && matches(line.record);
    });
    return isFound;
  }

  async prove(): Promise<void> {
    const { sealKey, proof } = this.ports;
    if (this.fold.receipts > 0) await assertReceipts(this.path, sealKey, { ...proof, disk: this.disk });
  }

  assertSteps(): void {
    this.read((line) => void line.record);
  }

  async end(result: Unstamped<ResultRecord>): Promise<void> {
    await this.journal.end(result, this.ports.sealer);
    foldRecord(this.fold, { ...result, timestamp: this.ports.clock.now() }, this.journal.lastSeq);
    this.durableBytes = this.journal.bytes;
  }

  async seal(): Promise<void> {
    await this.journal.seal(this.ports.sealer);
    this.durableBytes = this.journal.bytes;
  }

  close(): void {
    this.journal.close();
  }

  private collect(): Collected {
    const collected = collector(this.ports.isStrict);
    this.read(taking(emptyFold(), collected));
    return collected;
  }

  private read(visit: (line: ReadLine) => void): void {
    readJournal(this.path, visit, { disk: this.disk });
  }
}

function checkedHeader(fold: ThreadFold, place: ThreadPlace, journal: FileJournal): void {
  try {
    checkHeader(fold.start, place);
  } catch (error) {
    journal.close();
    throw error;
  }
}

type Collected = {
  steps: ReadLine[];
  recorded: RecordedYields;
  take(line: ReadLine, fold: ThreadFold): void;
};

function taking(fold: ThreadFold, collected: Collected): (line: ReadLine) => void {
  return (line) => {
    foldLine(fold, line);
    collected.take(line, fold);
  };
}

function collector(isStrict: boolean): Collected {
  const steps: ReadLine[] = [];
  const recorded = new RecordedYields(isStrict);
  return {
    steps,
    recorded,
    take(line, fold) {
      if (!isStrict) collectSteps(steps, line, () => line);
      recorded.take(line, fold);
    },
  };
}

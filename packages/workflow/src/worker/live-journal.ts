// A thread's journal while a worker has it: the file, what its lines add up to, and how far it is on disk.
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { Clock } from "#contract/ports.ts";
import type {
  ControlAction,
  JournalRecord,
  KeptState,
  ResultRecord,
  StartRecord,
  Unstamped,
  WorkRecord,
} from "#contract/record.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import type { Disk } from "#disk/open-file.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { checkHeader } from "#journal/check-header.ts";
import { assertReceipts, type ProofPorts } from "#journal/check-receipts.ts";
import { FileJournal } from "#journal/file-journal.ts";
import { readJournal } from "#journal/read-journal.ts";
import { outputsJson, type ReadLine } from "#journal/read-line.ts";
import type { Sealer } from "#journal/sealer.ts";
import { foldRoleCost } from "#replay/fold-spent.ts";
import {
  collectSteps,
  emptyFold,
  foldLine,
  foldRecord,
  foldStep,
  type ThreadFold,
} from "#replay/fold-thread.ts";
import type { YieldState } from "#replay/fold-yield.ts";
import { RecordedYields } from "#replay/recorded-yields.ts";

export type ThreadPlace = { threadId: ThreadId; hash: BundleId; path: string };

export type Decider = { actor?: string | undefined; reason?: string | undefined };

export type LivePorts = {
  clock: Clock;
  group: SyncGroup;
  /** The machine's, unless a simulation gives its own. */
  disk?: Disk | undefined;
  proof?: ProofPorts | undefined;
  sealer: Sealer;
  /** A generator that comes back repeats everything from the start; otherwise it is given the steps. */
  isStrict: boolean;
};

/** What a new generator of the thread begins with. */
export type Return = { stepsJson: Uint8Array<ArrayBuffer>; recorded: RecordedYields };

export class LiveJournal {
  readonly start: StartRecord;
  durableBytes: number;
  /** Called after a step or a decision is on disk. */
  onDurable: () => void = () => {};

  private constructor(
    private readonly file: FileJournal,
    private readonly path: string,
    readonly fold: ThreadFold,
    private first: Collected | null,
    private readonly ports: LivePorts,
    /** Bytes of an incomplete last line that were cut off. */
    readonly cutBytes: number,
  ) {
    this.start = fold.start as StartRecord;
    this.durableBytes = file.bytes;
  }

  static open(place: ThreadPlace, ports: LivePorts): LiveJournal {
    const fold = emptyFold();
    const collected = collector(ports.isStrict);
    const { journal, cutBytes } = FileJournal.open(place.path, ports, (line) => {
      foldLine(fold, line);
      collected.take(line, fold);
    });
    try {
      checkHeader(fold.start, place);
    } catch (error) {
      journal.close();
      throw error;
    }
    return new LiveJournal(journal, place.path, fold, collected, ports, cutBytes);
  }

  /** Everything it holds is on disk. */
  get isDurable(): boolean {
    return this.durableBytes >= this.file.bytes;
  }

  get bytes(): number {
    return this.file.bytes;
  }

  /** Resolves when the step is on disk. */
  async step(json: string): Promise<void> {
    this.file.appendRole(json);
    if (json.includes('"costUsd":')) foldRoleCost(this.fold.spent, (JSON.parse(json) as RoleOutput).meta);
    foldStep(this.fold, this.ports.clock.now(), this.file.lastSeq);
    await this.sync();
  }

  get current(): YieldState | null {
    return this.fold.current;
  }

  get lastSeq(): number {
    return this.file.lastSeq;
  }

  /** Lines of commands, in one write: known at once, resolves when they are on disk. */
  async append(records: Unstamped<WorkRecord>[]): Promise<void> {
    const first = this.file.lastSeq + 1;
    const written = this.file.appendAll<WorkRecord>(records);
    for (const [index, record] of written.entries()) foldRecord(this.fold, record, first + index);
    await this.sync();
  }

  /** The thread goes another way from its yield `at` on. */
  async branch(at: number, steps: number): Promise<void> {
    this.file.append({ kind: "control", action: "branch", at, steps });
    const timestamp = this.ports.clock.now();
    foldRecord(this.fold, { kind: "control", action: "branch", at, steps, timestamp }, this.file.lastSeq);
    await this.sync();
  }

  /** The state of its files. It becomes durable with what comes next. */
  keepTree(at: number, state: KeptState): void {
    const record = { kind: "control", action: "tree", at, ...state } as const;
    this.file.append(record);
    foldRecord(this.fold, { ...record, timestamp: this.ports.clock.now() }, this.file.lastSeq);
  }

  /** Resolves when the decision is on disk. */
  async control(action: ControlAction, by: Decider = {}): Promise<void> {
    const actor = by.actor === undefined ? {} : { actor: by.actor };
    const reason = by.reason === undefined ? {} : { reason: by.reason };
    this.file.append({ kind: "control", action, ...actor, ...reason });
    const timestamp = this.ports.clock.now();
    foldRecord(this.fold, { kind: "control", action, ...reason, timestamp }, this.file.lastSeq);
    if (action === "restart") this.first = null;
    await this.sync();
  }

  async end(result: Unstamped<ResultRecord>): Promise<void> {
    await this.file.end(result, this.ports.sealer);
    foldRecord(this.fold, { ...result, timestamp: this.ports.clock.now() }, this.file.lastSeq);
    this.durableBytes = this.file.bytes;
  }

  async seal(): Promise<void> {
    await this.file.seal(this.ports.sealer);
    this.durableBytes = this.file.bytes;
  }

  /** Resolves when everything appended so far is on disk. */
  async sync(): Promise<void> {
    if (this.file.isSynced) return;
    const { bytes } = this.file;
    await this.file.sync();
    this.durableBytes = Math.max(this.durableBytes, bytes);
    this.onDurable();
  }

  /** What was read on open serves once; later it is read again, not kept. */
  comeBack(): Return {
    const { steps, recorded } = this.first ?? this.collect();
    this.first = null;
    return { stepsJson: outputsJson(steps), recorded };
  }

  /** Throws at the first step that cannot be read. */
  assertSteps(): void {
    this.read((line) => void line.record);
  }

  /** Rejects unless its receipts are what they say: before a thread goes on from them. */
  async proveReceipts(sealKey: string): Promise<void> {
    if (this.fold.receipts > 0) await assertReceipts(this.path, sealKey, this.ports.proof);
  }

  /** Looks for a line of the thread, whatever came of it. */
  some(matches: (record: JournalRecord) => boolean): boolean {
    let isFound = false;
    this.read((line) => {
      isFound ||= !line.isRole && matches(line.record);
    });
    return isFound;
  }

  close(): void {
    this.file.close();
  }

  private collect(): Collected {
    const fold = emptyFold();
    const collected = collector(this.ports.isStrict);
    this.read((line) => {
      foldLine(fold, line);
      collected.take(line, fold);
    });
    return collected;
  }

  private read(visit: (line: ReadLine) => void): void {
    readJournal(this.path, visit, { disk: this.ports.disk });
  }
}

type Collected = {
  steps: ReadLine[];
  recorded: RecordedYields;
  take(line: ReadLine, fold: ThreadFold): void;
};

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

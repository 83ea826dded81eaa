// A thread's journal while a worker has it: the file, what its lines add up to, and how far it is on disk.
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { Clock } from "#contract/ports.ts";
import type { ControlAction, ResultRecord, StartRecord, Unstamped } from "#contract/record.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { checkHeader } from "#journal/check-header.ts";
import { FileJournal } from "#journal/file-journal.ts";
import { readJournal } from "#journal/read-journal.ts";
import { outputsJson, type ReadLine } from "#journal/read-line.ts";
import type { Sealer } from "#journal/sealer.ts";
import { collectSteps, emptyFold, foldLine, foldRecord, type ThreadFold } from "#replay/fold-thread.ts";

export type ThreadPlace = { threadId: ThreadId; hash: BundleId; path: string };

export type Decider = { actor?: string | undefined; reason?: string | undefined };

export type LivePorts = { clock: Clock; group: SyncGroup; sealer: Sealer };

export class LiveJournal {
  readonly start: StartRecord;
  durableBytes: number;
  /** Called after a step or a decision is on disk. */
  onDurable: () => void = () => {};

  private constructor(
    private readonly file: FileJournal,
    private readonly path: string,
    readonly fold: ThreadFold,
    private firstSteps: ReadLine[] | null,
    private readonly ports: LivePorts,
    /** Bytes of an incomplete last line that were cut off. */
    readonly cutBytes: number,
  ) {
    this.start = fold.start as StartRecord;
    this.durableBytes = file.bytes;
  }

  static open(place: ThreadPlace, ports: LivePorts): LiveJournal {
    const fold = emptyFold();
    const steps: ReadLine[] = [];
    const { journal, cutBytes } = FileJournal.open(place.path, ports, (line) => {
      foldLine(fold, line);
      collectSteps(steps, line, () => line);
    });
    try {
      checkHeader(fold.start, place);
    } catch (error) {
      journal.close();
      throw error;
    }
    return new LiveJournal(journal, place.path, fold, steps, ports, cutBytes);
  }

  get bytes(): number {
    return this.file.bytes;
  }

  /** Resolves when the step is on disk. */
  async step(json: string): Promise<void> {
    this.file.appendRole(json);
    this.fold.steps += 1;
    this.fold.updatedAt = this.ports.clock.now();
    this.fold.lastSeq = this.file.lastSeq;
    await this.sync();
  }

  /** Resolves when the decision is on disk. */
  async control(action: ControlAction, by: Decider = {}): Promise<void> {
    const actor = by.actor === undefined ? {} : { actor: by.actor };
    const reason = by.reason === undefined ? {} : { reason: by.reason };
    this.file.append({ kind: "control", action, ...actor, ...reason });
    const timestamp = this.ports.clock.now();
    foldRecord(this.fold, { kind: "control", action, ...reason, timestamp }, this.file.lastSeq);
    if (action === "restart") this.firstSteps = [];
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

  /** The steps that count, as one JSON array in UTF-8. Those read on open serve once; later they are read again, not kept. */
  stepsJson(): Uint8Array<ArrayBuffer> {
    const steps = this.firstSteps ?? this.readSteps();
    this.firstSteps = null;
    return outputsJson(steps);
  }

  close(): void {
    this.file.close();
  }

  private readSteps(): ReadLine[] {
    const steps: ReadLine[] = [];
    readJournal(this.path, (line) => collectSteps(steps, line, () => line));
    return steps;
  }

  private async sync(): Promise<void> {
    const { bytes } = this.file;
    await this.file.sync();
    this.durableBytes = Math.max(this.durableBytes, bytes);
    this.onDurable();
  }
}

// A thread as a row of epochs: each is one generator, from the state it was given to the one it handed on by `continue`.
import type { Json } from "#contract/command.ts";
import { type CheckpointRecord, isCopiedLine, type StartRecord } from "#contract/record.ts";
import { type FoldableLine, foldLine, type ThreadFold } from "./fold-thread.ts";
import { type RecordedYield, RecordedYields } from "./recorded-yields.ts";

export type RecordedEpoch = {
  /** How many were before it. */
  epoch: number;
  /** What it began with. */
  state: Json | undefined;
  yields: RecordedYield[];
  /** Undefined for the one that did not `continue`: the last. */
  handedOn?: Json;
};

export class RecordedEpochs {
  private readonly recorded = new RecordedYields(true);
  private ended: RecordedEpoch[] = [];

  constructor(private readonly fold: ThreadFold) {}

  take(line: FoldableLine & { roleBody: Uint8Array }): void {
    const { fold } = this;
    if (!line.isRole) this.lookForAnEnd(line);
    foldLine(fold, line);
    this.recorded.take(line, fold);
  }

  /** In their order. Those before a restart do not count, and of a fork those that it did not run itself. */
  get all(): RecordedEpoch[] {
    const { epoch, epochState } = this.fold;
    return [...this.ended, { epoch, state: epochState, yields: this.recorded.yields }];
  }

  private lookForAnEnd({ record, seq }: FoldableLine): void {
    if (!("kind" in record)) return;
    if (record.kind === "control" && record.action === "restart") this.ended = [];
    else if (record.kind === "checkpoint" && record.epoch) this.endEpoch(record, seq);
  }

  private endEpoch({ state }: CheckpointRecord, seq: number): void {
    const { epoch, epochState, start } = this.fold;
    if (isCopiedLine(start as StartRecord, seq)) return;
    this.ended.push({ epoch, state: epochState, yields: [...this.recorded.yields], handedOn: state });
  }
}

// The yields a new generator will be asked to repeat: since its epoch began (strict), or since the last step.
import type { JournalRecord } from "#contract/record.ts";
import type { FoldableLine, ThreadFold } from "./fold-thread.ts";
import type { YieldState } from "./fold-yield.ts";

/** A step by its line (its role output is the yield), or the commands of one yield. */
export type RecordedYield = { n: number; seq: number } & (
  | { body: Uint8Array; line: Pick<FoldableLine, "record"> }
  | { state: YieldState }
);

export class RecordedYields {
  readonly yields: RecordedYield[] = [];
  /** Effects that were finished on a way the thread no longer goes; found again by what they did. */
  readonly finished: YieldState[] = [];
  /** The intents of those that were. */
  readonly givenOut = new Set<string>();

  constructor(private readonly isStrict: boolean) {}

  /** After `fold` has taken the line. */
  take(line: FoldableLine & { roleBody: Uint8Array }, fold: ThreadFold): void {
    if (line.isRole) this.takeRole(line, fold);
    else this.takeOther(line, fold);
  }

  private takeRole(line: FoldableLine & { roleBody: Uint8Array }, fold: ThreadFold): void {
    const { roleBody: body, seq } = line;
    if (this.isStrict) this.yields.push({ n: fold.yields, seq, body, line });
    else this.yields.length = 0;
  }

  private takeOther({ record, seq }: { record: JournalRecord; seq: number }, fold: ThreadFold): void {
    if ("kind" in record && record.kind === "control") {
      if (record.action === "restart") this.clear();
      if (record.action === "branch") this.branchOff(record.at ?? 1);
      return;
    }
    if ("kind" in record && record.kind === "checkpoint" && record.epoch) return this.clear();
    if ("reused" in record && record.reused !== undefined) this.givenOut.add(record.reused);
    const { current } = fold;
    if (current === null) return;
    const last = this.yields.at(-1);
    if (last === undefined || !("state" in last) || last.state !== current)
      this.yields.push({ n: current.n, seq, state: current });
  }

  private clear(): void {
    this.yields.length = 0;
    this.finished.length = 0;
    this.givenOut.clear();
  }

  private branchOff(at: number): void {
    const index = this.yields.findIndex(({ n }) => n >= at);
    if (index === -1) return;
    for (const item of this.yields.splice(index)) if ("state" in item) this.finished.push(item.state);
  }
}

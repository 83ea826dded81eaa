// The yields a new generator will be asked to repeat: since its epoch began (strict), or since the last step.
import type { EffectIntent, JournalRecord } from "#contract/record.ts";
import type { FoldableLine, ThreadFold } from "./fold-thread.ts";
import type { Leaf, Opening, YieldState } from "./fold-yield.ts";
import { isInDoubt, keyOf, wasSentWithKey } from "./in-flight.ts";

/** A step by its line (its role output is the yield), or the commands of one yield. */
export type RecordedYield = { n: number; seq: number } & (
  | { body: Uint8Array; line: Pick<FoldableLine, "record"> }
  | { state: YieldState }
);

export class RecordedYields {
  readonly yields: RecordedYield[] = [];
  /** Effects that were finished on a way the thread no longer goes; found again by what they did. */
  readonly finished: YieldState[] = [];
  /** Those that were. By the command, not by its intent: the same place has the same intent on every way. */
  readonly givenOut = new Set<Leaf>();
  /** Those that were not, by intent, oldest first. */
  private readonly left = new Map<string, Leaf[]>();
  private readonly givenTo = new Map<Opening, Leaf>();

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
    if ("reused" in record && record.reused !== undefined) this.giveOut(record, record.reused);
    if ("inDoubt" in record && record.inDoubt !== undefined) this.giveOut(record, record.inDoubt);
    if ("sentAs" in record && record.sentAs !== undefined) this.giveOut(record, record.sentAs);
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
    this.left.clear();
    this.givenTo.clear();
  }

  private giveOut(opening: EffectIntent, intent: string): void {
    const found = this.left.get(intent)?.shift();
    if (found === undefined) return;
    this.givenOut.add(found);
    this.givenTo.set(opening, found);
  }

  private branchOff(at: number): void {
    const index = this.yields.findIndex(({ n }) => n >= at);
    if (index === -1) return;
    for (const item of this.yields.splice(index)) if ("state" in item) this.leave(item.state);
  }

  private leave(state: YieldState): void {
    this.finished.push(state);
    for (const leaf of state.leaves.values()) {
      if (wasSentWithKey(leaf)) this.keep(keyOf(leaf.opening as EffectIntent), leaf);
      else if (leaf.settled?.by === "receipt") this.keep(leaf.settled.receipt.intent, leaf);
      else if (isInDoubt(leaf)) this.keep((leaf.opening as EffectIntent).id, leaf);
      else this.takeBack(leaf);
    }
  }

  /** A crash tore off the receipt of what was given out: it was not. */
  private takeBack({ opening, settled }: Leaf): void {
    const given = settled === null ? this.givenTo.get(opening) : undefined;
    if (given === undefined || given.settled?.by !== "receipt") return;
    this.givenOut.delete(given);
    this.keep(given.settled.receipt.intent, given);
  }

  private keep(intent: string, leaf: Leaf): void {
    const kept = this.left.get(intent) ?? [];
    kept.push(leaf);
    this.left.set(intent, kept);
  }
}

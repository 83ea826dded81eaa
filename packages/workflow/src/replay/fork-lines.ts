// The lines of a thread that a fork may take over: its steps, its commands and their answers.
import type { ControlRecord, JournalRecord } from "#contract/record.ts";
import { isCommandRecord } from "./fold-yield.ts";

type Line = { isRole: boolean; record: JournalRecord };

export type KeptTree = ControlRecord & { at: number; commit: string; head: string };

export class ForkLines<L extends Line> {
  readonly steps: L[] = [];
  private lines: L[] = [];
  /** The lines before the first yield: the one with the state that was handed on by `continue`, or none. */
  private begun = 0;
  /** The position of the last yield. */
  private n = 0;
  /** Where each yield's lines begin, by its position. */
  private beginOf: (number | undefined)[] = [];
  private trees: KeptTree[] = [];

  take(line: L): void {
    if (line.isRole) return this.takeStep(line);
    const { record } = line;
    if (!("kind" in record)) return;
    if (record.kind === "control") {
      if (record.action === "restart") this.begin([], []);
      if (record.action === "branch") this.cut(record.at ?? 1, record.steps ?? 0);
      if (record.action === "tree") this.trees.push(record as KeptTree);
      return;
    }
    if (!isCommandRecord(record) || record.kind === "reject") return;
    // The files of a worktree are as they were.
    if (isEpoch(record)) return this.begin([line], this.trees.slice(-1));
    if (record.n > this.n) this.beginOf[record.n] = this.lines.length;
    this.n = Math.max(this.n, record.n);
    this.lines.push(line);
  }

  /**
   * The lines up to and with the step of this number; for none, what the thread began with. When all steps are kept, so
   * is what was finished after the last: what failed, or waits, is done again.
   */
  upTo(steps: number): L[] {
    const last = this.steps[steps - 1];
    const end = last === undefined ? this.begun : this.lines.lastIndexOf(last) + 1;
    const kept = this.lines.slice(0, end);
    return steps < this.steps.length ? kept : [...kept, ...finished(this.lines.slice(end))];
  }

  /** Effects that were finished after that step, when not all steps are kept. */
  finishedAfter(steps: number): L[] {
    if (steps === this.steps.length) return [];
    return finished(this.after(steps).filter((line) => !line.isRole));
  }

  /** The states of the worktree up to that yield, oldest first. */
  treesUpTo(yields: number): KeptTree[] {
    return this.trees.filter(({ at }) => at <= yields).sort((a, b) => a.at - b.at);
  }

  /** What would be done after that step: everything a fork from there leaves behind. */
  after(steps: number): L[] {
    const kept = new Set(this.upTo(steps));
    return this.lines.filter((line) => !kept.has(line));
  }

  /** The position of the last yield that some of its first lines belong to. */
  yieldsIn(kept: readonly L[]): number {
    const last = kept.at(-1);
    if (last === undefined) return 0;
    const { record } = last;
    if (!last.isRole && isCommandRecord(record)) return isEpoch(record) ? 0 : record.n;
    return Math.max(0, this.beginOf.lastIndexOf(this.lines.lastIndexOf(last)));
  }

  private takeStep(line: L): void {
    this.n += 1;
    this.beginOf[this.n] = this.lines.length;
    this.lines.push(line);
    this.steps.push(line);
  }

  /** What stands before is not repeated, and its positions are used anew. */
  private begin(lines: L[], trees: KeptTree[]): void {
    this.lines = lines;
    this.begun = lines.length;
    this.steps.length = 0;
    this.beginOf = [];
    this.n = 0;
    this.trees = trees.map((tree) => ({ ...tree, at: 0 }));
  }

  private cut(at: number, steps: number): void {
    const begin = this.beginOf.slice(at).find((index) => index !== undefined);
    this.lines.length = begin ?? this.lines.length;
    this.steps.length = Math.min(this.steps.length, steps);
    this.beginOf.length = Math.min(this.beginOf.length, at);
    this.trees = this.trees.filter((tree) => tree.at < at);
    this.n = Math.max(0, at - 1);
  }
}

function isEpoch(record: JournalRecord): boolean {
  return "kind" in record && record.kind === "checkpoint" && record.epoch === true;
}

/** Of the commands after the last step: those that were answered well, with all their lines. */
function finished<L extends Line>(lines: L[]): L[] {
  const done = new Set<string>();
  for (const { record } of lines) {
    if (!isCommandRecord(record)) continue;
    const isDone =
      record.kind === "checkpoint" ||
      record.kind === "annotation" ||
      (record.kind === "intent" && "answer" in record) ||
      (record.kind === "receipt" && record.status === "ok");
    if (isDone) done.add(`${record.n}.${record.index}`);
  }
  return lines.filter(({ record }) => isCommandRecord(record) && done.has(`${record.n}.${record.index}`));
}

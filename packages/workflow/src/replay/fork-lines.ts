// The lines of a thread that a fork may take over: its steps, its commands and their answers.
//
// FORK-1. An effect that was handed over and may be done once only keeps its place in a fork that keeps everything: the doubt
//     goes with it, and a person is asked there.
// FORK-2. What a person said stands only for what that person was shown: see AskedAgain.
// FORK-3. A yield keeps its place as it stands when the workflow went on from it. Of the last one, when it did not, only what is
//     finished does (finished-lines.ts).
// FORK-4. An effect with `reuse: false` that is answered is neither kept behind the last step nor found again: it is asked anew.
//     What stands before a step that is kept, or was named to be kept, stays.
import type { CommandRecord, DecisionRecord, JournalRecord, ResultRecord } from "#contract/record.ts";
import { doneIn, finishedLines, foundAgain, isOpening, isQuestion, placeOf } from "./finished-lines.ts";
import { foldYield, isCommandRecord, type Leaf, type Opening, type YieldState } from "./fold-yield.ts";
import { doubtsOf, isOfDoubt } from "./fork-doubts.ts";
import { ForkEvents } from "./fork-events.ts";
import { cutPlaces, type KeptTree, TouchedFiles } from "./touched-files.ts";

type Line = { isRole: boolean; record: JournalRecord };

/**
 * Where a fork leaves its origin. It keeps the lines through the yield `keep`; effects finished behind it, through the yield
 * `find`, are found again by what they did. Infinity is everything. `redo`: commands, by place, that are to be done again.
 * `isRetry`: its files are those the origin left behind, wherever the cut is.
 */
export type Cut = { keep: number; find: number; redo?: ReadonlySet<string>; isRetry?: true };

/** The first yield whose answer by a person does not count in the fork. */
export type AskedAgain = { n: number; opening: Opening };

export type TakenOver<L> = {
  lines: L[];
  /** How many of them are steps. */
  steps: number;
  /** The position of the last yield that is repeated. */
  yields: number;
  /** Behind it stand finished effects that have no place any more: they are found again by what they did. */
  isBranch: boolean;
};

export class ForkLines<L extends Line> {
  readonly steps: L[] = [];
  private lines: L[] = [];
  /** The lines before the first yield: the one with the state that was handed on by `continue`, or none. */
  private begun = 0;
  /** The position of the last yield. */
  private n = 0;
  /** Where each yield's lines begin, in the order of their positions. */
  private begins: { n: number; line: number }[] = [];
  /** The yield that was opened last, until a step or a branch follows. */
  private open: YieldState | null = null;
  private readonly events = new ForkEvents<L>();
  private ended: ResultRecord["status"] | null = null;
  /** The workflow itself said that it failed: its last step tells of it. */
  returned = false;
  /** A person said something before the thread began anew from a state. */
  wasToldBefore = false;
  readonly files = new TouchedFiles();
  /** Where effects stand that are not to be reused, and those of them that are answered: they are asked anew. */
  private single = new Set<string>();
  private anew = new Set<string>();

  take(line: L): void {
    if (line.isRole) return this.takeStep(line);
    const { record } = line;
    if (!("kind" in record)) return;
    if (record.kind === "result") {
      this.ended = record.status;
      this.returned = record.error?.details?.returnCode !== undefined;
    }
    if (record.kind === "control") {
      if (record.action === "restart") this.begin([], []);
      if (record.action === "branch") this.cut(record.at ?? 1, record.steps ?? 0);
      if (record.action === "tree") this.files.keep(record as KeptTree);
      return;
    }
    if (record.kind === "event") return this.events.take(line, record, this.lines.length, this.open);
    if (!isCommandRecord(record) || record.kind === "reject") return;
    // The files of a worktree are as they were.
    if (isEpoch(record)) return this.begin([line], this.files.newest);
    if (record.n > this.n) this.begins.push({ n: record.n, line: this.lines.length });
    this.files.take(record);
    this.takeSingle(record);
    this.n = Math.max(this.n, record.n);
    this.lines.push(line);
    this.open = foldYield(this.open, record, 0);
    if (record.kind === "intent") this.events.opened(this.open, record);
  }

  /** Of the yield that was opened last. */
  get doubts(): Leaf[] {
    return this.open === null ? [] : doubtsOf(this.open, this.endedBy(this.open.n));
  }

  takenOver(cut: Cut): TakenOver<L> {
    const history = this.upTo(cut.keep);
    const further = this.found(cut, history);
    const lines = further.length === 0 ? history : [...history, ...further];
    const steps = history.filter(({ isRole }) => isRole).length;
    return { lines, steps, yields: this.yieldsIn(history), isBranch: further.length > 0 };
  }

  /** Effects that were finished behind the cut and have no place any more. */
  found({ keep, find, redo }: Cut, history: readonly L[] = this.upTo(keep)): L[] {
    const kept = new Set(history);
    const isBehind = (line: L) => !line.isRole && !kept.has(line) && !this.isEpochLine(line);
    const behind = this.lines.slice(0, this.endOf(find)).filter(isBehind);
    const counts = behind.filter((line) => !this.isLeftOut(line));
    return foundAgain(behind, finishedLines(counts, this.endedBy, redo === undefined ? {} : { redo }));
  }

  /** Looks, in what a fork would take over in its place, for an answer of a person that does not count there. */
  askedAgain(keep: number, counts: (told: DecisionRecord, opening: Opening) => boolean): AskedAgain | null {
    const openings = new Map<string, Opening>();
    for (const { record } of this.upTo(keep)) {
      if (isOpening(record)) openings.set(placeOf(record), record);
      else if ("kind" in record && record.kind === "decision") {
        const opening = openings.get(placeOf(record));
        if (opening !== undefined && isQuestion(opening) && !counts(record, opening))
          return { n: record.n, opening };
      }
    }
    return null;
  }

  /** The lines that keep their places, through that yield; for none, what the thread began with. */
  upTo(keep: number): L[] {
    const end = this.endOf(keep);
    return this.events.among(this.lines, this.keptUpTo(end), end);
  }

  private keptUpTo(end: number): L[] {
    if (end < this.lines.length) return this.lines.slice(0, end);
    const last = this.steps.at(-1);
    const passed = last === undefined ? this.begun : this.lines.lastIndexOf(last) + 1;
    const rest = this.lines.slice(passed);
    return this.lines
      .slice(0, passed)
      .concat(this.doubts.length > 0 ? this.withDoubts(rest) : this.finishedInARow(rest));
  }

  /** Everything up to the yield in doubt as it stands; of that, what is finished and what is in doubt. */
  private withDoubts(lines: readonly L[]): L[] {
    const doubted = new Set(this.doubts.map(({ opening }) => placeOf(opening)));
    const last = (this.open as YieldState).n;
    const isLast = ({ record }: L) => (record as CommandRecord).n === last;
    const isDoubted = ({ record }: L) => doubted.has(placeOf(record as CommandRecord));
    const ofLast = lines.filter((line) => isLast(line) && !isDoubted(line));
    const done = new Set(this.finished(ofLast));
    return lines.filter((line) => {
      if (!isLast(line) || done.has(line)) return true;
      return isDoubted(line) && isOfDoubt(line.record as CommandRecord);
    });
  }

  /** The position of the last yield, and of the one a step stands at. */
  get last(): number {
    return this.n;
  }

  positionOf(steps: number): number {
    return this.placeAt(steps === 0 ? -1 : this.lines.lastIndexOf(this.steps[steps - 1] as L));
  }

  private placeAt(line: number): number {
    return this.begins.findLast((begin) => begin.line === line)?.n ?? 0;
  }

  /** Every line of the way the thread went, since it began or began anew. */
  get way(): readonly L[] {
    return this.lines;
  }

  /** The workflow has seen the answer of that yield, and did not end because of it. */
  wentOn(n: number): boolean {
    return n < this.n || this.ended === "completed";
  }

  /** The thread failed, and that yield was its last. */
  private readonly endedBy = (n: number): boolean => n === this.n && this.ended === "failed";

  /** FORK-4. */
  isAskedAnew(place: { n: number; index: number }): boolean {
    return this.anew.has(placeOf(place));
  }

  private takeSingle(record: CommandRecord): void {
    const place = placeOf(record);
    if (record.kind === "intent" && "reuse" in record && record.reuse === false) this.single.add(place);
    if (record.kind === "receipt" && this.single.has(place)) this.anew.add(place);
  }

  /** Its files are not those a fork will have; or it is asked anew. */
  isLeftOut({ record }: L): boolean {
    if (!isCommandRecord(record)) return false;
    if (this.isAskedAnew(record)) return true;
    return this.files.isMissing(record);
  }

  /** Everything a fork that keeps so much leaves behind, or does again. */
  after(keep: number): L[] {
    const kept = new Set(this.upTo(keep));
    return this.lines.filter((line) => !kept.has(line) && !this.isEpochLine(line));
  }

  /** The position of the last yield that some of its first lines belong to. */
  yieldsIn(kept: readonly L[]): number {
    const last = kept.findLast(({ record }) => !("kind" in record) || record.kind !== "event");
    if (last === undefined) return 0;
    const { record } = last;
    if (!last.isRole && isCommandRecord(record)) return isEpoch(record) ? 0 : record.n;
    return this.placeAt(this.lines.lastIndexOf(last));
  }

  /** Where the lines end that belong to the yields up to that one. */
  private endOf(yields: number): number {
    return this.begins.find(({ n }) => n > yields)?.line ?? this.lines.length;
  }

  private isEpochLine(line: L): boolean {
    return this.begun > 0 && line === this.lines[0];
  }

  private takeStep(line: L): void {
    this.n += 1;
    this.begins.push({ n: this.n, line: this.lines.length });
    this.lines.push(line);
    this.steps.push(line);
    this.open = null;
  }

  /** What stands before is not repeated, and its positions are used anew. */
  private begin(lines: L[], trees: KeptTree[]): void {
    this.wasToldBefore =
      lines.length > 0 && (this.wasToldBefore || this.lines.some(({ record }) => isTold(record)));
    this.open = null;
    this.lines = lines;
    this.begun = lines.length;
    this.steps.length = 0;
    this.begins = [];
    for (const places of [this.single, this.anew]) places.clear();
    this.events.begin(lines.length);
    this.n = 0;
    this.files.begin(trees);
  }

  private cut(at: number, steps: number): void {
    const first = this.begins.findIndex(({ n }) => n >= at);
    this.lines.length = this.begins[first]?.line ?? this.lines.length;
    this.steps.length = Math.min(this.steps.length, steps);
    if (first !== -1) this.begins.length = first;
    this.files.cut(at);
    this.open = null;
    this.events.cut(at, this.lines.length);
    for (const places of [this.single, this.anew]) cutPlaces(places, at);
    this.n = Math.max(0, at - 1);
  }

  /**
   * Of the commands after the last step: the answered yields in a row, and the finished part of the first unanswered one,
   * unless more was finished behind that: a later yield would then be taken for the one that is open.
   */
  private finishedInARow(lines: readonly L[]): L[] {
    const yields = [...Map.groupBy(lines, ({ record }) => (record as CommandRecord).n).values()];
    const gap = yields.findIndex((one) => !this.isWhole(one));
    const whole = yields.slice(0, gap === -1 ? yields.length : gap).flatMap((one) => this.keptOf(one));
    const [partial = [], ...behind] = gap === -1 ? [] : yields.slice(gap).map((one) => this.keptOf(one));
    return behind.some((one) => one.length > 0) ? whole : [...whole, ...partial];
  }

  private keptOf(lines: readonly L[]): L[] {
    const counts = lines.filter((line) => !this.isLeftOut(line));
    const isAll = counts.length === lines.length && this.wentOn(positionIn(lines));
    return isAll ? counts : this.finished(counts);
  }

  private finished(lines: readonly L[]): L[] {
    return finishedLines(lines, this.endedBy, { inPlace: true, received: this.events.received });
  }

  /** Every command of the yield was answered; of an `any`, one. */
  private isWhole(lines: readonly L[]): boolean {
    if (lines.some((line) => this.isLeftOut(line))) return false;
    if (this.wentOn(positionIn(lines))) return true;
    const { group } = (lines.find(({ record }) => "group" in record)?.record ?? {}) as Pick<Opening, "group">;
    const done = doneIn(lines, this.endedBy, this.events.received).size;
    return group?.type === "any" ? done > 0 : done === (group?.of ?? 1);
  }
}

/** Of the yield whose lines these are. */
function positionIn([first]: readonly Line[]): number {
  return (first as { record: CommandRecord }).record.n;
}

function isTold(record: JournalRecord): boolean {
  return "kind" in record && record.kind === "decision" && record.decision !== "retry";
}

function isEpoch(record: JournalRecord): boolean {
  return "kind" in record && record.kind === "checkpoint" && record.epoch === true;
}

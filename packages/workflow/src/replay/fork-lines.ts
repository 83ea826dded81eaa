// The lines of a thread that a fork may take over: its steps, its commands and their answers.
//
// F1. An effect that was handed over and may be done once only keeps its place in a fork that keeps all steps: the doubt
//     goes with it, and a person is asked there.
// F2. What a person said stands only for what that person was shown: see AskedAgain.
import {
  type CommandRecord,
  type ControlRecord,
  type DecisionRecord,
  type EffectIntent,
  type JournalRecord,
  NO_FILES,
} from "#contract/record.ts";
import {
  foldYield,
  isCommandRecord,
  isSettled,
  type Leaf,
  type Opening,
  type YieldState,
} from "./fold-yield.ts";
import { isInDoubt } from "./in-flight.ts";

type Line = { isRole: boolean; record: JournalRecord };

/** The first yield whose answer by a person does not count in the fork, and how many steps stand before it. */
export type AskedAgain = { n: number; steps: number; opening: Opening };

export type KeptTree = ControlRecord & { at: number };

export type TakenOver<L> = {
  lines: L[];
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
  private trees: KeptTree[] = [];
  /** The yield that was opened last, until a step or a branch follows. */
  private open: YieldState | null = null;
  /** A person said something before the thread began anew from a state. */
  wasToldBefore = false;
  /** Where effects stand that may have changed files. */
  private touching = new Set<string>();
  /**
   * The last yield whose files the fork will have. An effect behind it that changed files, or may have, does not count as
   * finished: what it did would be missing.
   */
  filesKnownTo = Infinity;

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
    if (record.n > this.n) this.begins.push({ n: record.n, line: this.lines.length });
    if (touchesFiles(record)) this.touching.add(`${record.n}.${record.index}`);
    this.n = Math.max(this.n, record.n);
    this.lines.push(line);
    this.open = foldYield(this.open, record, 0);
  }

  /**
   * `once` effects that were handed over and have no receipt, be it that a no or a fault ended the thread meanwhile. One
   * that a person let the origin send again is among them: that was said of the origin.
   */
  get doubts(): Leaf[] {
    if (this.open === null || isSettled(this.open)) return [];
    return [...this.open.leaves.values()].filter((leaf) => isInDoubt(leaf) || isLetGo(leaf));
  }

  /**
   * What a fork takes over that keeps so many steps. When these are all, so is what was finished after the last: what
   * failed, or waits, is done again. `withLater`: finished effects of later steps, too, for other code to find.
   */
  takenOver(steps: number, withLater: boolean): TakenOver<L> {
    const history = this.upTo(steps);
    const isWanted = withLater || steps === this.steps.length;
    return this.withFinished(history, isWanted ? this.after(steps) : []);
  }

  /**
   * The same, when a person has to be asked again: what stands before that question keeps its place, and of what stands
   * behind it in the steps that were to be kept, finished effects are found again by what they did.
   */
  takenOverBefore({ n }: AskedAgain, steps: number): TakenOver<L> {
    const begin = this.begins.find((one) => one.n === n)?.line ?? this.begun;
    const end = steps === this.steps.length ? this.lines.length : this.endOf(steps);
    return this.withFinished(this.lines.slice(0, begin), this.lines.slice(begin, end));
  }

  /** Looks, in what a fork that keeps so many steps would take over, for an answer of a person that does not count there. */
  askedAgain(steps: number, counts: (told: DecisionRecord, opening: Opening) => boolean): AskedAgain | null {
    const openings = new Map<string, Opening>();
    let before = 0;
    for (const { isRole, record } of this.upTo(steps)) {
      if (isRole) before += 1;
      else if (isOpening(record)) openings.set(`${record.n}.${record.index}`, record);
      else if ("kind" in record && record.kind === "decision") {
        const opening = openings.get(`${record.n}.${record.index}`);
        if (opening !== undefined && isQuestion(opening) && !counts(record, opening))
          return { n: record.n, steps: before, opening };
      }
    }
    return null;
  }

  /** The lines that keep their places, up to and with the step of this number; for none, what the thread began with. */
  upTo(steps: number): L[] {
    const end = this.endOf(steps);
    const kept = this.lines.slice(0, end);
    if (steps < this.steps.length) return kept;
    const rest = this.lines.slice(end);
    return kept.concat(this.doubts.length > 0 ? this.withDoubts(rest) : this.finishedInARow(rest));
  }

  /** Everything up to the yield in doubt as it stands; of that, what is finished and what is in doubt. */
  private withDoubts(lines: readonly L[]): L[] {
    const doubted = new Set(this.doubts.map(({ opening }) => `${opening.n}.${opening.index}`));
    const last = (this.open as YieldState).n;
    const isLast = ({ record }: L) => (record as CommandRecord).n === last;
    const done = new Set(this.finished(lines.filter(isLast)));
    return lines.filter((line) => {
      const { n, index, kind } = line.record as CommandRecord;
      if (!isLast(line) || done.has(line)) return true;
      return kind !== "decision" && doubted.has(`${n}.${index}`);
    });
  }

  private withFinished(history: L[], behind: readonly L[]): TakenOver<L> {
    const further = effectsIn(this.finished(behind.filter((line) => !line.isRole)));
    const lines = further.length === 0 ? history : [...history, ...further];
    return { lines, yields: this.yieldsIn(history), isBranch: further.length > 0 };
  }

  get touchesFiles(): boolean {
    return this.touching.size > 0;
  }

  /** The position of the last yield of so many steps. */
  yieldsOf(steps: number): number {
    return this.yieldsIn(this.upTo(steps));
  }

  /** The last yield among these lines that changed files, or may have; 0 when none has. */
  lastTouch(lines: readonly L[]): number {
    return lines.reduce((last, { record }) => {
      const isLater = touchesFiles(record) && record.n > last;
      return isLater && this.hasChanged(record.n) ? record.n : last;
    }, 0);
  }

  /** Its files are not those a fork will have, see `filesKnownTo`. */
  isLeftOut({ record }: L): boolean {
    if (!isCommandRecord(record) || record.n <= this.filesKnownTo) return false;
    return this.touching.has(`${record.n}.${record.index}`) && this.hasChanged(record.n);
  }

  /** Whether the files differ from before that yield, or nobody knows. */
  private hasChanged(n: number): boolean {
    const after = this.trees.find(({ at }) => at >= n);
    if (after === undefined || after.lost !== undefined) return true;
    const before = this.trees.findLast(({ at }) => at < n);
    return after.files === undefined
      ? after.commit !== before?.commit
      : after.files !== (before === undefined ? NO_FILES : before.files);
  }

  /** The states of its files up to that yield, oldest first. */
  treesUpTo(yields: number): KeptTree[] {
    return this.trees.filter(({ at }) => at <= yields).sort((a, b) => a.at - b.at);
  }

  /** What would be done after that step: everything a fork from there leaves behind. */
  after(steps: number): L[] {
    const end = this.endOf(steps);
    const kept = new Set(this.upTo(steps).slice(end));
    return this.lines.slice(end).filter((line) => !kept.has(line));
  }

  /** The position of the last yield that some of its first lines belong to. */
  yieldsIn(kept: readonly L[]): number {
    const last = kept.at(-1);
    if (last === undefined) return 0;
    const { record } = last;
    if (!last.isRole && isCommandRecord(record)) return isEpoch(record) ? 0 : record.n;
    const line = this.lines.lastIndexOf(last);
    return this.begins.findLast((begin) => begin.line === line)?.n ?? 0;
  }

  /** Where the lines end that belong to so many steps. */
  private endOf(steps: number): number {
    const last = this.steps[steps - 1];
    return last === undefined ? this.begun : this.lines.lastIndexOf(last) + 1;
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
    this.touching.clear();
    this.n = 0;
    this.trees = trees.map((tree) => ({ ...tree, at: 0 }));
  }

  private cut(at: number, steps: number): void {
    const first = this.begins.findIndex(({ n }) => n >= at);
    this.lines.length = this.begins[first]?.line ?? this.lines.length;
    this.steps.length = Math.min(this.steps.length, steps);
    if (first !== -1) this.begins.length = first;
    this.trees = this.trees.filter((tree) => tree.at < at);
    this.open = null;
    for (const place of this.touching) if (Number.parseInt(place, 10) >= at) this.touching.delete(place);
    this.n = Math.max(0, at - 1);
  }

  /**
   * Of the commands after the last step: the yields that were answered well, one after the other, and what was of the
   * first that was not. Where more was finished behind that one, nothing of it keeps its place: the yields behind it would
   * be taken for what was open last.
   */
  private finishedInARow(lines: readonly L[]): L[] {
    const yields = [...Map.groupBy(lines, ({ record }) => (record as CommandRecord).n).values()];
    const gap = yields.findIndex((one) => !this.isWhole(one));
    const whole = yields.slice(0, gap === -1 ? yields.length : gap).flatMap((one) => this.finished(one));
    const [partial = [], ...behind] = gap === -1 ? [] : yields.slice(gap).map((one) => this.finished(one));
    return behind.some((one) => one.length > 0) ? whole : [...whole, ...partial];
  }

  /** Every command of the yield was answered well; of an `any`, one. */
  private isWhole(lines: readonly L[]): boolean {
    const { group } = (lines.find(({ record }) => "group" in record)?.record ?? {}) as Pick<Opening, "group">;
    const done = this.doneIn(lines).size;
    return group?.type === "any" ? done > 0 : done === (group?.of ?? 1);
  }

  /** The commands that were answered well, with all their lines. That nobody knows an outcome is an answer, too. */
  private finished(lines: readonly L[]): L[] {
    const done = this.doneIn(lines);
    return lines.filter(({ record }) => isCommandRecord(record) && done.has(`${record.n}.${record.index}`));
  }

  private doneIn(lines: readonly L[]): Set<string> {
    return doneIn(lines.filter((line) => !this.isLeftOut(line)));
  }
}

/** It was in doubt, and a person said that it is sent again; nobody has done so yet. */
function isLetGo({ opening, settled, isLetGo: was }: Leaf): boolean {
  return opening.kind === "intent" && opening.do === "effect" && settled === null && was;
}

function isOpening(record: JournalRecord): record is Opening {
  const kind = "kind" in record ? record.kind : null;
  return kind === "intent" || kind === "checkpoint" || kind === "annotation";
}

/** A person was shown something, and answered. A yes to an effect is bound to its params, and used up with it. */
function isQuestion(opening: Opening): boolean {
  return opening.kind === "intent" && (opening.do === "approve" || opening.do === "input");
}

function isTold(record: JournalRecord): boolean {
  return "kind" in record && record.kind === "decision" && record.decision !== "retry";
}

function isEpoch(record: JournalRecord): boolean {
  return "kind" in record && record.kind === "checkpoint" && record.epoch === true;
}

/** A state, a moment or a note has no use without its place. */
function effectsIn<L extends Line>(lines: readonly L[]): L[] {
  const effects = new Set(
    lines.flatMap(({ record }) =>
      isOpening(record) && record.kind === "intent" && record.do === "effect"
        ? [`${record.n}.${record.index}`]
        : [],
    ),
  );
  return lines.filter(({ record }) => {
    const { n, index } = record as CommandRecord;
    return effects.has(`${n}.${index}`);
  });
}

function doneIn(lines: readonly Line[]): Set<string> {
  const done = new Set<string>();
  for (const { record } of lines) {
    if (!isCommandRecord(record)) continue;
    const isDone =
      record.kind === "checkpoint" ||
      record.kind === "annotation" ||
      (record.kind === "intent" && "answer" in record) ||
      (record.kind === "receipt" && (record.status === "ok" || record.status === "unknown"));
    if (isDone) done.add(`${record.n}.${record.index}`);
  }
  return done;
}

/** What may have changed files of the thread: everything but what is known to leave them alone. */
function touchesFiles(record: JournalRecord): record is EffectIntent {
  if (!("kind" in record) || record.kind !== "intent" || record.do !== "effect") return false;
  return record.class !== "read" && !LEAVES_FILES_ALONE.has(record.executor);
}

const LEAVES_FILES_ALONE: ReadonlySet<string> = new Set([
  "builtin:http",
  "builtin:fs-read",
  "builtin:blob-put",
  "builtin:blob-get",
  "agents:llm",
]);

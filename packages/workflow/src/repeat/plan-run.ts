// What a fork with other code, or another prompt, would do: its code is run against the kept record, then against the
// finished effects, until it asks for something nobody has an answer to. Nothing is executed.
import { type AdmittedLeaf, askedOf, fileOf } from "#commands/registry.ts";
import type { Json } from "#contract/command.ts";
import type { Turn } from "#contract/ports.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { type AdmissionRules, admitYield } from "#engine/admit-yield.ts";
import type { AskedYield } from "#engine/asked.ts";
import { classifyYield } from "#engine/classify-yield.ts";
import { pairUp } from "#engine/compare-yield.ts";
import { firstDifference } from "#engine/divergence.ts";
import { answeredYields, replayedOf } from "#engine/repeat-list.ts";
import { FinishedEffects } from "#engine/reuse-effects.ts";
import { assertReceipts } from "#journal/check-receipts.ts";
import { type ReadLine, readJournal } from "#journal/read-journal.ts";
import type { ForkPlan, PlannedCommand, PlannedFork } from "#protocol/repeat-messages.ts";
import { answerOf, receiptOf } from "#replay/answer-of.ts";
import { failedIn, isOpening, placeOf } from "#replay/finished-lines.ts";
import { emptyFold, foldLine, type ThreadFold } from "#replay/fold-thread.ts";
import type { Opening } from "#replay/fold-yield.ts";
import { ForkLines } from "#replay/fork-lines.ts";
import { type RecordedYield, RecordedYields } from "#replay/recorded-yields.ts";
import { openReplayRoutine, type ReplayBundle, withDeadline } from "./replay-run.ts";

export async function planFork(
  path: string,
  sealKey: string,
  fork: PlannedFork,
  bundle: ReplayBundle,
  rules: AdmissionRules,
): Promise<ForkPlan> {
  await assertReceipts(path, sealKey);
  const { fold, recorded, failed } = readHistory(path, fork);
  const repeat = answeredYields(recorded.yields);
  const { routine, end } = await openReplayRoutine(bundle, fold, repeat.map(replayedOf), fork);
  const run = new PlanRun(recorded, repeat, rules);
  for (const opening of failed) run.hasFailed(opening);
  try {
    let turn = await withDeadline(routine.next(undefined));
    for (;;) {
      const step = await run.take(turn);
      if (step === null) return run.plan;
      turn = await withDeadline(routine.next(step.answer, run.isLive));
    }
  } finally {
    end();
  }
}

const YIELDS_MAX = 10_000;

class PlanRun {
  readonly plan: ForkPlan = {
    kept: { steps: 0, commands: 0 },
    reused: [],
    runs: [],
    waits: [],
    mayFind: 0,
    isOtherWay: false,
  };
  isLive = false;
  private readonly finished = new FinishedEffects(() => false);
  private readonly known: RecordedYield[];
  private position = 0;

  constructor(
    recorded: RecordedYields,
    private readonly repeat: RecordedYield[],
    private readonly rules: AdmissionRules,
  ) {
    for (const state of recorded.finished) this.finished.add(state);
    this.known = recorded.yields;
    this.count(repeat);
  }

  hasFailed(opening: Opening): void {
    const asked = askedOf(opening);
    if (asked.do === "effect") this.finished.addFailed(asked);
  }

  /** Null when the plan is as far as it can be known. */
  async take(turn: Turn): Promise<{ answer: unknown } | null> {
    if (turn.at !== undefined) {
      const recorded = this.repeat[turn.at] as RecordedYield;
      this.position = recorded.n;
      const { isSame } = await pairUp(recorded, turn, this.rules);
      if (isSame && "state" in recorded) return { answer: answerOf(recorded.state) };
      this.plan.isOtherWay = true;
      this.leaveRecord(turn.at);
    } else if (!this.isLive) {
      this.position = (this.repeat.at(-1)?.n ?? 0) + 1;
      this.leaveRecord(this.repeat.length);
    } else this.position += 1;
    if (turn.type !== "yield" || this.position > YIELDS_MAX) return null;
    const value = JSON.parse(turn.json) as Json;
    if (classifyYield(value).type === "role") return { answer: undefined };
    const admission = await admitYield(value, this.rules);
    return "asked" in admission ? this.answer(admission.asked) : null;
  }

  private leaveRecord(at: number): void {
    this.isLive = true;
    const rest = this.known.slice(at);
    for (const item of rest) if ("state" in item) this.finished.add(item.state);
    this.plan.kept = { steps: 0, commands: 0 };
    this.plan.reused = [];
    this.count(this.known.slice(0, at));
  }

  private count(kept: RecordedYield[]): void {
    for (const item of kept) {
      if ("body" in item) this.plan.kept.steps += 1;
      else for (const { opening } of item.state.leaves.values()) this.reuse(stepIdAt(opening), opening);
    }
  }

  private reuse(stepId: string, of: { do?: string; kind?: string; effect?: string }): void {
    this.plan.kept.commands += 1;
    const effect = of.effect === undefined ? {} : { effect: of.effect };
    this.plan.reused.push({ stepId, do: of.do ?? of.kind ?? "", ...effect });
  }

  private answer(asked: AskedYield): { answer: unknown } | null {
    const inList = asked.group !== null;
    const answers = asked.leaves.map((leaf, index) =>
      this.answerLeaf(leaf, `n${this.position}${inList ? `.${index}` : ""}`),
    );
    if (answers.includes(null)) {
      const isQuestion = asked.leaves.some(({ asked: one }) => fileOf(one).answeredBy === "person");
      this.plan.mayFind = this.finished.left(isQuestion);
      return null;
    }
    return { answer: asked.group === null ? answers[0] : answers };
  }

  private answerLeaf({ asked }: AdmittedLeaf, place: string): object | null {
    const stepId = ("stepId" in asked ? asked.stepId : undefined) ?? place;
    if (asked.do !== "effect") {
      const list = fileOf(asked).waiting === null ? this.plan.runs : this.plan.waits;
      list.push({ stepId, do: asked.do, asked: null, why: "it is asked for anew" });
      return null;
    }
    const found = this.finished.take(asked);
    if (found !== null) {
      this.reuse(stepId, asked);
      return receiptOf(found);
    }
    const near = this.finished.nearest(asked);
    const run: PlannedCommand = {
      stepId,
      do: "effect",
      effect: asked.effect,
      asked: asked.params,
      why: this.finished.hasFailed(asked)
        ? "it failed before"
        : asked.reuse === false
          ? "it is asked anew: its command says `reuse: false`"
          : near === null
            ? "it was not finished before"
            : `its params differ from what was finished, first in \`${firstDifference(near, asked.params, "") ?? ""}\``,
    };
    this.plan.runs.push(run);
    return null;
  }
}

/** `failed`: what did not do what was asked, and is not kept. */
type History = { fold: ThreadFold; recorded: RecordedYields; failed: Opening[] };

/** The lines the fork would take over, folded as if they were its own. */
function readHistory(path: string, fork: PlannedFork): History {
  const lines = new ForkLines<ReadLine>();
  const fold = emptyFold();
  readJournal(path, (line) => {
    if (line.seq === 1) foldLine(fold, line);
    else lines.take(line);
  });
  const { keep = Infinity, find = Infinity, redo = [] } = fork;
  lines.files.knownTo = fork.filesKnownTo ?? Infinity;
  const recorded = new RecordedYields(true);
  for (const line of lines.upTo(keep)) {
    foldLine(fold, line);
    recorded.take(line, fold);
  }
  const further = { ...fold };
  const left = new RecordedYields(true);
  for (const line of lines.found({ keep, find, redo: new Set(redo) })) {
    foldLine(further, line);
    left.take(line, further);
  }
  for (const item of left.yields) if ("state" in item) recorded.finished.push(item.state);
  const places = failedIn(lines.way);
  const failed = lines
    .after(keep)
    .flatMap(({ record }) => (isOpening(record) && places.has(placeOf(record)) ? [record] : []));
  return { fold, recorded, failed };
}

// The way a thread went before, held against the way its generator goes now. A generator that comes back repeats its
// recorded yields; where it does not, it diverged, or it may take another way and leaves the old one.
import type { Json } from "#contract/command.ts";
import type { Compared, Left, Replayed, Turn } from "#contract/ports.ts";
import { isCopiedLine, type StartRecord } from "#contract/record.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
import type { AskedYield } from "#engine/asked.ts";
import {
  isSameYield,
  lacksGate,
  pairUp,
  shapeOfAsked,
  shapeOfState,
  shapeOfTurn,
} from "#engine/compare-yield.ts";
import { divergedError, divergence } from "#engine/divergence.ts";
import { endOfYield } from "#engine/ended-yield.ts";
import { answeredYields, hashOfCommands, replayedOf } from "#engine/repeat-list.ts";
import { FinishedEffects } from "#engine/reuse-effects.ts";
import { answerOf } from "#replay/answer-of.ts";
import type { YieldState } from "#replay/fold-yield.ts";
import type { RecordedYield } from "#replay/recorded-yields.ts";
import type { ThreadLines } from "./thread-lines.ts";
import type { Recorded } from "./thread-log.ts";

/** Whoever stops the thread does not wait for a check: null when it was stopped meanwhile. */
export type UnlessStopped = <T>(work: Promise<T>) => Promise<T | null>;

export class RecordedWay {
  /** Effects that were finished on a way the thread left. */
  readonly finished: FinishedEffects;
  private repeat: RecordedYield[] = [];

  constructor(
    private readonly lines: ThreadLines,
    private readonly isStrict: boolean,
  ) {
    this.finished = new FinishedEffects((seq) => !isCopiedLine(this.start, seq));
  }

  /** What the next generator is to repeat, and how many yields lie before that. */
  begin({ yields: recorded }: Recorded): { replay: Replayed[]; yields: number } {
    const { yields } = recorded;
    this.finished.begin(recorded.finished, recorded.givenOut);
    this.repeat = answeredYields(yields);
    const before = yields.length === 0 ? this.lines.fold.yields : (yields[0] as RecordedYield).n - 1;
    return { replay: this.repeat.map(replayedOf), yields: before + this.repeat.length };
  }

  /** A step where commands were open is another way than before. */
  async step(json: string, n: number): Promise<Left | undefined> {
    const open = this.openAt(n);
    return open === null ? undefined : this.branch(n, open, JSON.parse(json) as Json);
  }

  ended(n: number, turn: Turn): Left | undefined {
    const open = this.openAt(n);
    if (open === null) return undefined;
    const over = this.overBefore();
    if (over === undefined && this.isStrict) throw this.diverged(n, open, shapeOfTurn(turn));
    return over;
  }

  async compare(turn: Turn, rules: AdmissionRules, unlessStopped: UnlessStopped): Promise<Compared> {
    const { lines } = this;
    const recorded = this.repeat[turn.at ?? 0] as RecordedYield;
    const { n } = recorded;
    const pair = await unlessStopped(pairUp(recorded, turn, rules));
    if (pair === null) return { stopped: true };
    const { expected, actual, isSame } = pair;
    if (isSame && "state" in recorded) return { answer: answerOf(recorded.state) };
    const over = this.overBefore();
    if (over !== undefined) return over;
    const rest = this.repeat.slice(turn.at ?? 0);
    const steps = lines.fold.steps - rest.filter((item) => "body" in item).length;
    if (!this.mayBranch(recorded.seq))
      throw divergedError(this.threadId, divergence(n, steps, expected, actual), lines.fold.steps);
    const left = [...rest, ...this.openAfter(rest)];
    for (const item of left) if ("state" in item) this.finished.leave(item.state);
    await lines.branch(n, steps);
    return { yields: n - 1, steps };
  }

  /** The commands of the n-th yield, where others may be open: undefined when it may go on with them. */
  async admit(asked: AskedYield, n: number, hash: string): Promise<Left | undefined> {
    const open = this.openAt(n);
    if (open !== null && hashOfCommands(open) !== hash && !isSameYield(open, asked))
      return this.branch(n, open, shapeOfAsked(asked, open));
    return open !== null && lacksGate(open, asked) ? this.leave(n, open) : undefined;
  }

  /** Commands of this yield that were opened before and are not all answered. */
  openAt(n: number): YieldState | null {
    const { current } = this.lines;
    return current !== null && current.n === n ? current : null;
  }

  private openAfter(rest: RecordedYield[]): RecordedYield[] {
    const { current } = this.lines;
    const isIn = rest.some((item) => "state" in item && item.state.n === current?.n);
    return current === null || isIn ? [] : [{ n: current.n, seq: firstSeq(current), state: current }];
  }

  /**
   * A bundle that does not promise to repeat itself may go another way, and so may a fork where its lines were copied: it
   * has another id, and perhaps another prompt or other code.
   */
  private mayBranch(seq: number): boolean {
    return !this.isStrict || isCopiedLine(this.start, seq);
  }

  private async branch(n: number, open: YieldState, actual: Json): Promise<Left | undefined> {
    const over = this.overBefore();
    if (over !== undefined) return over;
    if (!this.mayBranch(firstSeq(open))) throw this.diverged(n, open, actual);
    return this.leave(n, open);
  }

  private async leave(n: number, open: YieldState): Promise<Left | undefined> {
    const over = this.overBefore();
    if (over !== undefined) return over;
    this.finished.leave(open);
    await this.lines.branch(n, this.lines.fold.steps);
    return undefined;
  }

  /**
   * A no or a fault ended the thread, but the process died before the result was written, and the code that came back
   * goes another way. What ended it stays the last word.
   */
  private overBefore(): Left | undefined {
    const { current } = this.lines;
    const outcome = current === null ? null : endOfYield(current);
    return outcome === null ? undefined : { over: outcome };
  }

  private diverged(n: number, open: YieldState, actual: Json): Error {
    const { steps } = this.lines.fold;
    return divergedError(this.threadId, divergence(n, steps, shapeOfState(open), actual), steps);
  }

  private get start(): StartRecord {
    return this.lines.start;
  }

  private get threadId(): string {
    return this.start.threadId;
  }
}

function firstSeq(state: YieldState): number {
  return Math.min(...[...state.leaves.values()].map((leaf) => leaf.seq));
}

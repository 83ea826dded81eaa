// The commands of one live thread: admission, the desk that carries them out, and what a generator that came back must
// repeat. The thread's lines decide; this only joins them to the engine.

import { xxh64Text } from "#codec/xxh64.ts";
import { continueWith } from "#commands/continue.ts";
import type { Identity } from "#commands/intent-id.ts";
import type { Json } from "#contract/command.ts";
import type { WorkflowError } from "#contract/errors.ts";
import type { Compared, Performed, Replayed, Turn } from "#contract/ports.ts";
import {
  type IntentRecord,
  isCopiedLine,
  type StartRecord,
  startersOf,
  type Unstamped,
  type WorkRecord,
} from "#contract/record.ts";
import { type AdmissionRules, admitYield, type Refusal } from "#engine/admit-yield.ts";
import { CommandDesk, type DeskPorts } from "#engine/command-desk.ts";
import {
  isSameYield,
  lacksGate,
  pairUp,
  shapeOfAsked,
  shapeOfState,
  shapeOfTurn,
} from "#engine/compare-yield.ts";
import { divergedError, divergence } from "#engine/divergence.ts";
import { doubtRecords } from "#engine/doubt-records.ts";
import { endOfYield } from "#engine/ended-yield.ts";
import type { Guard } from "#engine/guard.ts";
import { failedWith, type Outcome } from "#engine/outcome.ts";
import { answeredYields, hashOfCommands, replayedOf } from "#engine/repeat-list.ts";
import { FinishedEffects } from "#engine/reuse-effects.ts";
import type { Settlement, SettlePorts, Settling } from "#engine/settle-command.ts";
import { answerOf } from "#replay/answer-of.ts";
import { waitOf, type YieldState } from "#replay/fold-yield.ts";
import { doubtsIn } from "#replay/in-flight.ts";
import type { RecordedYield } from "#replay/recorded-yields.ts";
import type { LiveJournal, Return } from "./live-journal.ts";

/** The generator asked to begin anew from a state. */
export class NewEpoch extends Error {}

/**
 * A no or a fault ended the thread, but the process died before the result was written, and the code that came back went
 * another way. What ended it stays the last word.
 */
export class AlreadyOver extends Error {
  constructor(readonly outcome: Outcome) {
    super("what ended the thread is recorded");
  }
}

type OfTheThread =
  | "journal"
  | "identity"
  | "finished"
  | "canPark"
  | "rested"
  | "normalise"
  | "events"
  | "guard";

export type CommandPorts = Omit<DeskPorts, OfTheThread> & {
  rules: AdmissionRules;
  /** Ends what a process that is gone left running for these intents. */
  endLeftovers(intents: ReadonlySet<string>): Promise<void>;
};

export type ThreadCommandsPorts = {
  journal: LiveJournal;
  guard: Guard;
  isStrict: boolean;
  canPark(): boolean;
  rested(): void;
  /** Made when the first command comes: most threads have none. */
  load(identity: () => Identity): Promise<CommandPorts>;
};

type Decided = Pick<SettlePorts, "actor" | "admins">;
/** `expired`: an approval ran out. */
export type SettledHere = { goesOn: boolean; ignored: boolean; expired: boolean; error?: WorkflowError };
/** `assertOpen` throws when the thread is about to leave. `ends`: a no ends the thread, whoever wanted to hear it. */
type SettleHow = { assertOpen(): void; ends: boolean };

export class ThreadCommands {
  private readonly finished: FinishedEffects;
  private desk: CommandDesk | null = null;
  private loading: Promise<CommandPorts> | null = null;
  private repeat: RecordedYield[] = [];
  private onStop: ((reason: unknown) => void) | null = null;

  constructor(private readonly ports: ThreadCommandsPorts) {
    this.finished = new FinishedEffects((seq) => !isCopiedLine(this.start, seq));
  }

  get tokens(): ReadonlyMap<string, string> {
    return this.desk?.tokens ?? NO_TOKENS;
  }

  forgetTokens(): void {
    this.desk?.tokens.clear();
  }

  /** Only a person or the time brings the thread on, and not soon. */
  get isResting(): boolean {
    return this.desk?.isResting ?? false;
  }

  /** The thread can no longer stay: it parks as soon as it rests. */
  reconsider(): void {
    this.desk?.changed();
  }

  /** Ends what a process that is gone left running for commands that will have no answer. */
  async endLeftovers(): Promise<void> {
    const { inFlight } = this.ports.journal.fold;
    if (inFlight.size === 0) return;
    const { endLeftovers } = await this.load();
    await endLeftovers(inFlight);
  }

  /** What the next generator is to repeat, and how many yields lie before that. */
  begin({ recorded }: Return): { replay: Replayed[]; yields: number } {
    const { yields } = recorded;
    this.finished.begin(recorded.finished, recorded.givenOut);
    this.repeat = answeredYields(yields);
    const before = yields.length === 0 ? this.ports.journal.fold.yields : (yields[0] as RecordedYield).n - 1;
    return { replay: this.repeat.map(replayedOf), yields: before + this.repeat.length };
  }

  /**
   * Before any code of the thread runs: what a process that is gone left running is ended, and what it left in doubt is
   * written down. True when a person has to say first what became of an effect.
   */
  async settleLeftovers(): Promise<boolean> {
    const { journal } = this.ports;
    const { inFlight } = journal.fold;
    if (inFlight.size === 0 && doubtsIn(journal.current).length === 0) return false;
    const { endLeftovers, isDryRun, sign } = await this.load();
    await endLeftovers(inFlight);
    // What never left the house is in no doubt.
    if (isDryRun) return false;
    const told = doubtsIn(journal.current).map((leaf) => doubtRecords(leaf, this.identity(), sign));
    const records = (await Promise.all(told)).flat();
    if (records.length > 0) await journal.append(records);
    return journal.current !== null && waitOf(journal.current)?.on === "reconcile";
  }

  async perform(json: string, n: number): Promise<Performed> {
    const { journal } = this.ports;
    const { rules } = await this.load();
    const open = this.openAt(n);
    const hash = xxh64Text(json);
    const admission = await this.unlessStopped(admitYield(JSON.parse(json) as Json, rules));
    const isEnd = "refused" in admission || admission.asked.epochState !== undefined;
    // The same yield may be refused now because the house has other rules; another one may not stand here.
    if (isEnd && open?.hash !== hash) this.ended(n, { type: "yield", json });
    if ("refused" in admission) return this.refuse(admission.refused, n);
    const { asked } = admission;
    if (asked.epochState !== undefined) return this.beginEpoch(asked.epochState, n);
    if (open !== null && hashOfCommands(open) !== hash && !isSameYield(open, asked))
      await this.branch(n, open, shapeOfAsked(asked, open));
    else if (open !== null && lacksGate(open, asked)) await this.leave(n, open);
    const desk = await this.theDesk();
    const outcome = await desk.perform(asked, n, hash);
    if (outcome !== null) return { ends: outcome };
    return { answer: answerOf(journal.current as YieldState) };
  }

  /** A step where commands were open is another way than before. */
  async step(json: string, n: number): Promise<void> {
    const open = this.openAt(n);
    if (open !== null) await this.branch(n, open, JSON.parse(json) as Json);
  }

  ended(n: number, turn: Turn): void {
    const open = this.openAt(n);
    if (open === null) return;
    this.assertNotOver();
    if (this.ports.isStrict) throw this.diverged(n, open, shapeOfTurn(turn));
  }

  async compare(turn: Turn): Promise<Compared> {
    const { journal } = this.ports;
    const recorded = this.repeat[turn.at ?? 0] as RecordedYield;
    const { n } = recorded;
    const { rules } = await this.load();
    const { expected, actual, isSame } = await this.unlessStopped(pairUp(recorded, turn, rules));
    if (isSame && "state" in recorded) return { answer: answerOf(recorded.state) };
    this.assertNotOver();
    const rest = this.repeat.slice(turn.at ?? 0);
    const steps = journal.fold.steps - rest.filter((item) => "body" in item).length;
    if (!this.mayBranch(recorded.seq))
      throw divergedError(this.threadId, divergence(n, steps, expected, actual), journal.fold.steps);
    const left = [...rest, ...this.openAfter(rest)];
    for (const item of left) if ("state" in item) this.finished.leave(item.state);
    await journal.branch(n, steps);
    return { yields: n - 1, steps };
  }

  stop(reason: unknown, graceMs?: number): void {
    this.desk?.stop(reason, graceMs);
    this.onStop?.(reason);
  }

  /** A check may take long: whoever stops the thread does not wait for it. */
  async unlessStopped<T>(work: Promise<T>): Promise<T> {
    const stopped = Promise.withResolvers<never>();
    stopped.promise.catch(() => {});
    this.onStop = stopped.reject;
    try {
      return await Promise.race([work, stopped.promise]);
    } finally {
      this.onStop = null;
    }
  }

  /**
   * Records what a waiting thread was told. Answers whether it goes on because of it; a refusal that was recorded (an
   * expiry) comes back as the error to answer with.
   */
  async settle(settlement: Settlement, by: Decided, how: SettleHow): Promise<SettledHere> {
    const { gateOf, settleCommand } = await import("#engine/settle-command.ts");
    const { rules, clock, sign } = await this.load();
    const { journal } = this.ports;
    const intents = (matches: (intent: IntentRecord) => boolean) =>
      journal.some((record) => "kind" in record && record.kind === "intent" && matches(record));
    for (;;) {
      const { lastSeq } = journal;
      const settling = await settleCommand(journal.current, settlement, {
        ...by,
        identity: this.identity(),
        now: clock.now(),
        owner: this.start.initiator?.actor ?? null,
        starters: startersOf(this.start),
        sign,
        normalise: rules.normalise,
        find: rules.find,
        wasGivenOut: (hash) => intents((intent) => gateOf(intent)?.tokenHash === hash),
        hasIntent: (prefix) => intents(({ id }) => id.startsWith(prefix)),
      });
      how.assertOpen();
      // Somebody was faster: it is to be judged by what stands there now. Nobody has a turn between this look and the write.
      if (journal.lastSeq === lastSeq) return this.settled(settling, how.ends);
    }
  }

  private async settled(
    { records, error, ignored, isDue, isKept }: Settling,
    ends: boolean,
  ): Promise<SettledHere> {
    if (records.length > 0) await this.ports.journal.append(ends ? records.map(ending) : records);
    this.desk?.changed();
    const failure = error === undefined ? {} : { error };
    const expired = records.some((one) => "reason" in one && one.reason === "approval_timeout");
    const goesOn = (records.length > 0 && isKept !== true) || isDue === true;
    return { goesOn, ignored: ignored ?? false, expired, ...failure };
  }

  private identity(): Identity {
    const { name, hash, parameters } = this.start;
    const { epoch } = this.ports.journal.fold;
    return { thread: this.threadId, workflow: name, hash, key: parameters.key ?? null, epoch };
  }

  private load(): Promise<CommandPorts> {
    this.loading ??= this.ports.load(() => this.identity());
    return this.loading;
  }

  private async theDesk(): Promise<CommandDesk> {
    const { rules, ...ports } = await this.load();
    const { journal, canPark, rested, guard } = this.ports;
    this.desk ??= new CommandDesk({
      ...ports,
      journal,
      guard,
      canPark,
      rested,
      normalise: rules.normalise,
      events: rules.events,
      finished: this.finished,
      identity: () => this.identity(),
    });
    return this.desk;
  }

  private async refuse({ error, ...what }: Refusal, n: number): Promise<Performed> {
    const { code, message } = error;
    await this.ports.journal.append([{ kind: "reject", n, ...what, code, message }]);
    return { ends: failedWith(error) };
  }

  private async beginEpoch(state: Json, n: number): Promise<never> {
    const { journal } = this.ports;
    await journal.append([continueWith.open(state, n, journal.lastSeq + 1)]);
    throw new NewEpoch();
  }

  /** Commands of this yield that were opened before and are not all answered. */
  private openAt(n: number): YieldState | null {
    const { current } = this.ports.journal;
    return current !== null && current.n === n ? current : null;
  }

  private openAfter(rest: RecordedYield[]): RecordedYield[] {
    const { current } = this.ports.journal;
    const isIn = rest.some((item) => "state" in item && item.state.n === current?.n);
    return current === null || isIn ? [] : [{ n: current.n, seq: firstSeq(current), state: current }];
  }

  /**
   * A bundle that does not promise to repeat itself may go another way, and so may a fork where its lines were copied: it
   * has another id, and perhaps another prompt or other code.
   */
  private mayBranch(seq: number): boolean {
    return !this.ports.isStrict || isCopiedLine(this.start, seq);
  }

  private async branch(n: number, open: YieldState, actual: Json): Promise<void> {
    this.assertNotOver();
    if (!this.mayBranch(firstSeq(open))) throw this.diverged(n, open, actual);
    await this.leave(n, open);
  }

  private async leave(n: number, open: YieldState): Promise<void> {
    this.assertNotOver();
    this.finished.leave(open);
    await this.ports.journal.branch(n, this.ports.journal.fold.steps);
  }

  private assertNotOver(): void {
    const { current } = this.ports.journal;
    const outcome = current === null ? null : endOfYield(current);
    if (outcome !== null) throw new AlreadyOver(outcome);
  }

  private diverged(n: number, open: YieldState, actual: Json): Error {
    const { steps } = this.ports.journal.fold;
    return divergedError(this.threadId, divergence(n, steps, shapeOfState(open), actual), steps);
  }

  private get start(): StartRecord {
    return this.ports.journal.start;
  }

  private get threadId(): string {
    return this.start.threadId;
  }
}

function ending(record: Unstamped<WorkRecord>): Unstamped<WorkRecord> {
  return record.kind === "decision" && record.decision === "deny" ? { ...record, ends: true } : record;
}

function firstSeq(state: YieldState): number {
  return Math.min(...[...state.leaves.values()].map((leaf) => leaf.seq));
}

const NO_TOKENS: ReadonlyMap<string, string> = new Map();

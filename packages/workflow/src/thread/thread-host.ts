// One live thread: its journal, its generator, and what people ask of it meanwhile.
//
// H1. A decision (pause, cancel, kill) is in the journal before it has any effect.
// H2. Whatever races, one result is written: a recorded stop wins over a return that arrives after it.
// H3. A disk error ends the hosting, not the thread: nothing more is written, and the thread can be resumed.
// H4. Code that cannot come back in the middle is not begun again behind a finished step, unless somebody asks for just
//     that. Such a thread waits in memory. Once its generator is lost, only a no or a stop is recorded, and it ends by
//     what is recorded: nothing of its code runs.
// H5. What a process that is gone left running is ended, and an effect it left in doubt is settled by a person (or told, where
//     the author wants that), before any code of the thread runs.

import type { Identity } from "#commands/intent-id.ts";
import type { Bill } from "#contract/bill.ts";
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { Durable, HostHow, Replayed, Routine, RoutineInput } from "#contract/ports.ts";
import type { StartRecord } from "#contract/record.ts";
import type { Settlement } from "#contract/settlement.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import type { Options } from "#contract/workflow.ts";
import type { ThreadFiles } from "#disk/workspace/thread-files.ts";
import { after } from "#engine/after.ts";
import type { CheckRole } from "#engine/check-role.ts";
import { Parked } from "#engine/command-desk.ts";
import { endOf, endOfYield } from "#engine/ended-yield.ts";
import { Guard } from "#engine/guard.ts";
import { failedWith, type Outcome, stoppedBy } from "#engine/outcome.ts";
import type { SettlePorts } from "#engine/settle-command.ts";
import { closeRoutine, stepLoop } from "#engine/step-loop.ts";
import type { InfoLog } from "#journal/info-log.ts";
import { RoutineLost } from "#realm/bundle-port.ts";
import { deriveStatus, deriveWait } from "#replay/derive-status.ts";
import { ownBill, type ThreadFold } from "#replay/fold-thread.ts";
import { isSettled } from "#replay/fold-yield.ts";
import { doubtsIn } from "#replay/in-flight.ts";
import { type Decider, LiveJournal, type LivePorts, type ThreadPlace } from "#worker/live-journal.ts";
import { PauseGate } from "./pause-gate.ts";
import { QueuePlace } from "./queue-place.ts";
import { alreadyEnded, alreadyPaused, cannotComeBack, isInDoubt, isPaused, isRunning } from "./refusals.ts";
import { inputOf, optionsOf } from "./routine-input.ts";
import { StateWatch } from "./state-watch.ts";
import { ThreadClock } from "./thread-clock.ts";
import {
  AlreadyOver,
  type CommandPorts,
  NewEpoch,
  type SettledHere,
  ThreadCommands,
} from "./thread-commands.ts";
import type { ThreadLimits } from "./thread-limits.ts";
import type { Turnstile } from "./turnstile.ts";

export type HostPorts = LivePorts & {
  info: InfoLog;
  turnstile: Turnstile;
  limitsFor(start: StartRecord): ThreadLimits;
  /** false: the bundle is not strict and never reads `steps`, so its threads cannot come back in the middle. */
  comesBack: boolean;
  /** Where the store's key is. */
  sealKey: string;
  /** What its commands need; asked for when the first one comes. */
  commandPorts(host: ThreadHost, identity: () => Identity): Promise<CommandPorts>;
  /** For a thread started with --strict-roles. */
  roleChecker(): Promise<CheckRole>;
  openRoutine(input: RoutineInput, options: Options, replay: Replayed[]): Promise<Routine>;
  /** Rejects the generator's open calls with the reason; it is never entered again. */
  dropRoutine(reason: unknown): void;
  /** Those of its files that are kept as they were at every step; null when they are the user's. */
  filesOf?(start: StartRecord): ThreadFiles | null;
  /** Makes a stack name the author's lines. */
  explain(outcome: Outcome): Promise<Outcome>;
  /** The journal is durable up to here. */
  durable(host: ThreadHost): void;
};

/** Thrown into the loop to end it with a decided outcome; null ends the hosting without a result. */
class Stopped extends Error {
  constructor(readonly outcome: Outcome | null) {
    super("stopped");
  }
}

export class ThreadHost {
  readonly start: StartRecord;
  readonly limits: ThreadLimits;
  readonly info: InfoLog;
  /** Why it left this worker without a result. */
  lostBecause: ErrorReport | null = null;

  private readonly clock = new ThreadClock();
  private readonly pauseGate = new PauseGate();
  private stopping: { action: "kill" | "cancel"; reason: string | undefined } | null = null;
  private decided: Stopped | null = null;
  private leaving = false;
  /** It runs here. */
  private isUp = false;
  /** Its code begins here for the first time: the steps before are those of its origin. */
  private isNew = false;
  /** Its generator went with the Worker. */
  private isBereft = false;
  /** Executors that have not come back. */
  private readonly executing = new Set<Promise<unknown>>();
  private readonly queue: QueuePlace;
  private readonly guard: Guard;
  private readonly commands: ThreadCommands;
  private readonly states: StateWatch | null;

  private constructor(
    private readonly journal: LiveJournal,
    private readonly ports: HostPorts,
  ) {
    this.start = journal.start;
    this.limits = ports.limitsFor(this.start);
    this.info = ports.info;
    this.guard = new Guard(this.limits.budget, this.threadId, () => journal.fold.spent);
    this.commands = new ThreadCommands({
      journal,
      guard: this.guard,
      isStrict: ports.isStrict,
      canPark: () => this.canPark,
      rested: () => ports.durable(this),
      load: (identity) => ports.commandPorts(this, identity),
    });
    this.queue = new QueuePlace(ports.turnstile, (action) => journal.control(action));
    this.states = StateWatch.of(ports.filesOf?.(this.start) ?? null, journal, ports.info);
    journal.onDurable = () => ports.durable(this);
  }

  static open(place: ThreadPlace, ports: HostPorts): ThreadHost {
    const journal = LiveJournal.open(place, ports);
    if (journal.cutBytes > 0)
      ports.info.say("7Q4ZK2MB", `cut an incomplete last line of ${journal.cutBytes} bytes`);
    return new ThreadHost(journal, ports);
  }

  get threadId(): ThreadId {
    return this.start.threadId;
  }

  get status(): ThreadStatus {
    return deriveStatus(this.journal.fold, true);
  }

  get steps(): number {
    return this.journal.fold.steps;
  }

  get lastSeq(): number {
    return this.journal.lastSeq;
  }

  get wait(): { on: WaitingOn; wakeAt: number | null } | null {
    return deriveWait(this.journal.fold);
  }

  /** Of the approvals it opened here, by step id. */
  get tokens(): ReadonlyMap<string, string> {
    return this.commands.tokens;
  }

  /** They are for who watches when they are opened, and for nobody who comes later. */
  forgetTokens(): void {
    this.commands.forgetTokens();
  }

  get isPaused(): boolean {
    return this.journal.fold.paused;
  }

  get fold(): ThreadFold {
    return this.journal.fold;
  }

  /** What it paid itself. */
  get bill(): Bill {
    return ownBill(this.journal.fold);
  }

  get updatedAt(): number {
    return this.journal.fold.updatedAt;
  }

  get bytes(): number {
    return this.journal.bytes;
  }

  get durableBytes(): number {
    return this.journal.durableBytes;
  }

  /** Its last lines here are being written: it ends, or parks. */
  get isLeaving(): boolean {
    return this.leaving;
  }

  /** It stays, but only a person or the time brings it on, and what is known of it is on disk. */
  get rests(): boolean {
    if (!this.isUp || this.leaving || this.canPark || !this.journal.isDurable) return false;
    return this.commands.isResting || (this.isPaused && this.pauseGate.hasArrived);
  }

  /** Checks that the thread may be taken up this way, and records that it was. */
  async begin(how: HostHow, actor: string | undefined): Promise<void> {
    const { result } = this.journal.fold;
    if (result !== null) throw alreadyEnded(this.threadId, result.status);
    if (how === "restart") return this.beginAnew(actor);
    this.isNew = how === "start" && this.steps === (this.start.forkFrom?.steps ?? 0);
    if (!this.isNew && this.isLost && this.endOnRecord() === null)
      throw cannotComeBack(this.threadId, this.steps);
    if (how === "start") return this.assertUnpaused();
    await this.proveReceipts();
    await this.journal.control("resume", { actor });
  }

  /** Code that cannot come back has no other way; where it can, a doubt is settled first (H5). */
  private async beginAnew(actor: string | undefined): Promise<void> {
    if (this.ports.comesBack && doubtsIn(this.fold.current).length > 0) throw isInDoubt(this.threadId);
    await this.journal.control("restart", { actor });
  }

  proveReceipts(): Promise<void> {
    return this.journal.proveReceipts(this.ports.sealKey);
  }

  /** Records what a waiting thread was told. */
  async settle(settlement: Settlement, by: Pick<SettlePorts, "actor" | "admins">): Promise<SettledHere> {
    this.assertOpen();
    const assertOpen = () => this.assertOpen();
    if (!this.isUp && this.isLost) return this.settleLost(settlement, by);
    const settled = await this.commands.settle(settlement, by, { assertOpen, ends: false });
    return { ...settled, goesOn: settled.goesOn && !this.isPaused };
  }

  /** Its generator is gone: a no, and an approval that ran out, end it. Everything else is refused, and nothing is used up. */
  private async settleLost(
    settlement: Settlement,
    by: Pick<SettlePorts, "actor" | "admins">,
  ): Promise<SettledHere> {
    const { type } = settlement;
    const isNo = type === "decide" && settlement.decision === "deny";
    if (!isNo && type !== "wake") throw cannotComeBack(this.threadId, this.steps);
    const ending: Settlement = type === "wake" ? { ...settlement, type: "expire" } : settlement;
    const assertOpen = () => this.assertOpen();
    const settled = await this.commands.settle(ending, by, { assertOpen, ends: true });
    if (!settled.goesOn) throw cannotComeBack(this.threadId, this.steps);
    return settled;
  }

  /** Runs until the thread ends, parks or is lost to this worker. Answers the status it leaves with. */
  async run(): Promise<ThreadStatus> {
    this.info.say("2F6GZ9KT", `hosted with ${this.steps} steps`);
    this.isUp = true;
    try {
      const outcome = await this.live();
      this.leaving = true;
      if (this.stopping?.action !== "kill") await this.states?.keep(this.yieldsDone);
      if (this.stopping?.action === "cancel") await this.executorsGone();
      if (outcome !== null) await this.finish(outcome);
      else if (this.journal.fold.paused || this.wait !== null) await this.journal.seal();
    } catch (error) {
      this.lostBecause = reportOf(error);
      const { message } = this.lostBecause;
      this.info.say("M3V8T0XR", `stopped without a result: ${message}`, this.lostBecause);
    } finally {
      this.leaving = true;
      this.queue.leave();
      this.ports.dropRoutine(new Stopped(null));
      this.journal.close();
    }
    const status = deriveStatus(this.journal.fold, false);
    this.info.say("V8A3JX5E", `left as ${status} with ${this.steps} steps`);
    return status;
  }

  /** Answers when the thread rests, or after a while when its step takes longer; it is paused either way. */
  async pause(actor: string | undefined): Promise<void> {
    this.assertHere();
    if (this.journal.fold.paused) throw alreadyPaused(this.threadId);
    this.pauseGate.close();
    await this.journal.control("pause", { actor });
    if (this.clock.isResting) return;
    await Promise.race([this.pauseGate.reached, this.elapsed(PAUSE_PATIENCE_MS)]);
  }

  /** Lets a paused thread that is still in memory go on. */
  async unpause(actor: string | undefined): Promise<void> {
    if (!this.journal.fold.paused) throw isRunning(this.threadId);
    await this.journal.control("resume", { actor });
    this.pauseGate.open();
  }

  /** Records the decision, then acts on it. The caller waits for run() to learn what became of the thread. */
  async stop(action: "kill" | "cancel", by: Decider): Promise<void> {
    this.assertHere();
    await this.controlOrLeave(action, by);
    this.assertHere();
    // A kill is the last word, whichever came first.
    if (this.stopping?.action !== "kill") this.stopping = { action, reason: by.reason };
    const stopped = new Stopped(stoppedBy(this.stopping.action, this.stopping.reason));
    this.decided = stopped;
    this.pauseGate.refuse(stopped);
    this.queue.leave();
    this.commands.stop(stopped, action === "cancel" ? this.limits.closeMs : undefined);
    if (action === "kill") return this.ports.dropRoutine(stopped);
    // A cancelled step may end by itself; what does not is dropped.
    if (!this.clock.isResting)
      after(this.ports.clock, this.limits.closeMs, () => {
        if (!this.leaving) this.ports.dropRoutine(stopped);
      });
  }

  /** Ends the thread with this failure: a deadline passed, or its code blocked the Worker. */
  fail(outcome: Outcome): void {
    this.decided ??= new Stopped(outcome);
    this.queue.leave();
    this.commands.stop(this.decided);
    this.ports.dropRoutine(this.decided);
  }

  /** Leaves the thread without a result: it is then interrupted, and can be resumed. */
  abandon(reason: string): void {
    const hint = `uncaged-workflow resume ${this.threadId}`;
    this.lostBecause = { code: "WORKFLOW_FAILED", message: `the thread was interrupted: ${reason}`, hint };
    this.info.say("9WB5CE1H", `interrupted: ${reason}`, this.lostBecause);
    this.decided ??= new Stopped(null);
    this.queue.leave();
    this.commands.stop(this.decided);
    this.ports.dropRoutine(this.decided);
  }

  /** Gives the journal back when the thread was not taken up after all. */
  release(): void {
    this.leaving = true;
    this.journal.close();
  }

  isStepOverdue(now: number): boolean {
    return this.clock.isStepOverdue(now, this.limits);
  }

  isOverdue(now: number): boolean {
    return this.clock.isOverdue(now, this.limits, this.rests);
  }

  /** Told of every call of an executor. */
  stayFor(call: Promise<unknown>): void {
    this.executing.add(call);
    const end = () => this.executing.delete(call);
    call.then(end, end);
  }

  /** The Worker with its generator is gone. One that only waits notices nothing, so it is told: it can no longer stay. */
  bereave(): void {
    this.isBereft = true;
    this.commands.reconsider();
    if (this.isLost) this.pauseGate.refuse(new Stopped(null));
  }

  /** Cancelled means that nothing of it runs any more: who does not hear is killed in the end. */
  private async executorsGone(): Promise<void> {
    if (this.executing.size === 0) return;
    await Promise.race([Promise.allSettled(this.executing), this.elapsed(this.limits.closeMs + KILL_MS)]);
  }

  private elapsed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      after(this.ports.clock, ms, resolve);
    });
  }

  private async live(): Promise<Outcome | null> {
    if (this.endOnRecord() === null) await this.queue.pass();
    for (;;) {
      const recorded = this.endOnRecord();
      if (recorded !== null) await this.commands.endLeftovers();
      if (recorded !== null || (this.isLost && !this.isNew)) return recorded;
      if (await this.commands.settleLeftovers()) return this.decided?.outcome ?? null;
      this.isNew = false;
      this.isBereft = false;
      let routine: Routine | undefined;
      try {
        if (this.decided !== null) throw this.decided;
        this.clock.enter();
        const back = this.journal.comeBack();
        const { replay, yields } = this.commands.begin(back);
        // What repeats everything begins as it did; what goes on from its steps is given the last checkpoint.
        const state = this.ports.isStrict ? this.fold.epochState : this.fold.state;
        const input = inputOf(this.start, back.stepsJson, state);
        routine = await this.ports.openRoutine(input, optionsOf(this.start), replay);
        return await stepLoop(routine, this.recorder, {
          rounds: this.steps,
          yields,
          roundsMax: this.start.parameters.options.maxRounds,
          stepsMax: this.limits.stepsMax,
          over: () => this.guard.over(),
          checkRole: this.start.parameters.strictRoles ? await this.roleCheck() : undefined,
          closeMs: this.limits.closeMs,
          clock: this.ports.clock,
        });
      } catch (error) {
        if (error instanceof Stopped) return this.wayOut(error, routine);
        if (error instanceof Parked) return null;
        if (error instanceof AlreadyOver) return error.outcome;
        if (error instanceof NewEpoch) {
          this.ports.dropRoutine(error);
          continue;
        }
        // It is left as it is; which of its lines is bad is looked for now.
        if (error instanceof WorkflowError && error.code === "JOURNAL_CORRUPT") this.journal.assertSteps();
        if (error instanceof WorkflowError && isItsOwnFailure(error, routine))
          return failedWith(error.toReport());
        if (!(error instanceof RoutineLost)) throw error;
        this.info.say("P6KD4N7S", "its generator was lost with the Worker");
      }
    }
  }

  /** How the thread ends by what its lines say, when its generator need not be asked, or cannot be. */
  private endOnRecord(): Outcome | null {
    const { stopping, stopReason, ending, current } = this.fold;
    if (stopping !== null) return stoppedBy(stopping, stopReason);
    // It was lost while `finally` ran: what ended the thread stands before the steps that left.
    if (ending !== null) return endOf(ending);
    return this.isLost && !this.isNew && current !== null ? endOfYield(current) : null;
  }

  private async roleCheck(): Promise<CheckRole> {
    const check = await this.ports.roleChecker();
    return (output) => {
      // Its time is not counted while it waits for us.
      this.clock.rest();
      return this.commands.unlessStopped(check(output));
    };
  }

  /** cancel lets `finally` run; a kill, a deadline or a park leaves the generator where it is. */
  private async wayOut(stopped: Stopped, routine: Routine | undefined): Promise<Outcome | null> {
    if (this.stopping?.action === "cancel" && routine !== undefined && this.clock.isResting) {
      this.decided = null;
      await closeRoutine(routine, this.recorder, this.limits.closeMs, this.ports.clock).catch(() => {});
    }
    return stopped.outcome;
  }

  private readonly recorder: Durable = {
    step: async (json, n) => {
      this.accept(json);
      if (this.journal.current !== null) await this.commands.step(json, n);
      await this.states?.keep(n);
      await this.journal.step(json);
    },
    perform: (json, n) => {
      this.accept(json);
      return this.commands.perform(json, n);
    },
    compare: (turn) => this.commands.compare(turn),
    ended: (n, turn) => this.commands.ended(n, turn),
    reject: (n, { code, message }) => this.journal.append([{ kind: "reject", n, index: 0, code, message }]),
    gate: () => this.gate(),
    rest: () => this.clock.rest(),
  };

  /** The generator has spoken: its time is no longer counted, and its journal may not grow for ever. */
  private accept(json: string): void {
    this.clock.rest();
    const { journalBytes } = this.limits;
    if (this.bytes + json.length > journalBytes) throw new Stopped(tooMuchOutput(journalBytes));
  }

  /** The last yield whose commands are all answered. */
  private get yieldsDone(): number {
    const { yields, current } = this.journal.fold;
    return current === null || isSettled(current) ? yields : yields - 1;
  }

  /** Nothing is gained by staying: its generator can be made again from the journal, or is gone for good. */
  private get canPark(): boolean {
    return !this.isLost || this.isBereft;
  }

  /** Once its generator is gone it cannot be made again. */
  private get isLost(): boolean {
    return !this.ports.comesBack && this.steps > 0;
  }

  private gate(): Promise<void> | undefined {
    this.clock.rest();
    if (this.decided !== null) return Promise.reject(this.decided);
    if (this.pauseGate.isClosed) return this.waitAtGate();
    this.clock.enter();
    return undefined;
  }

  /** A paused thread that can come back is parked; one that cannot stays in memory until it is resumed. */
  private async waitAtGate(): Promise<void> {
    this.pauseGate.arrive();
    if (this.canPark) {
      this.leaving = true;
      throw new Stopped(null);
    }
    this.ports.durable(this);
    await this.pauseGate.pass();
    this.clock.enter();
  }

  private async finish(outcome: Outcome): Promise<void> {
    const final = this.stopping === null ? outcome : stoppedBy(this.stopping.action, this.stopping.reason);
    await this.journal.end({ kind: "result", ...(await this.ports.explain(final)) });
  }

  /** On a full disk a stop cannot be recorded; the thread is stopped all the same, and is then interrupted. */
  private async controlOrLeave(action: "kill" | "cancel", by: Decider): Promise<void> {
    try {
      await this.journal.control(action, by);
    } catch (error) {
      this.abandon(`the ${action} could not be recorded`);
      throw error;
    }
  }

  private assertUnpaused(): void {
    if (this.journal.fold.paused) throw isPaused(this.threadId);
  }

  private assertOpen(): void {
    this.assertHere();
    if (this.journal.fold.result !== null)
      throw alreadyEnded(this.threadId, deriveStatus(this.journal.fold, false));
  }

  private assertHere(): void {
    if (this.leaving) throw alreadyEnded(this.threadId, deriveStatus(this.journal.fold, false));
  }
}

const PAUSE_PATIENCE_MS = 2_000;
/** What is killed is gone within this. */
const KILL_MS = 3_000;

function reportOf(error: unknown): ErrorReport {
  return error instanceof WorkflowError ? error.toReport() : { code: "INTERNAL", message: String(error) };
}

/** Its code threw, or could not be loaded (in time, or at all), or asks what no dry run can answer. */
function isItsOwnFailure({ code }: WorkflowError, routine: Routine | undefined): boolean {
  if (code === "TIMEOUT") return routine === undefined;
  return code === "WORKFLOW_FAILED" || code === "STUB_NOT_FOUND";
}

function tooMuchOutput(bytesMax: number): Outcome {
  return failedWith({
    code: "MAX_OUTPUT_BYTES",
    message: `the journal reached its limit of ${bytesMax} bytes`,
  });
}

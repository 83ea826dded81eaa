// One live thread: its lines, its generator, and what people ask of it meanwhile.
//
// HOST-1. A decision (pause, cancel, kill) is in the journal before it has any effect.
// HOST-2. Whatever races, one result is written: a recorded stop wins over a return that arrives after it.
// HOST-3. A disk error ends the hosting, not the thread: nothing more is written, and the thread can be resumed.
// HOST-4. Code that cannot come back in the middle is not begun again behind a finished step, unless somebody asks for just
//     that. Such a thread waits in memory. Once its generator is lost, only a no or a stop is recorded, and it ends by
//     what is recorded: nothing of its code runs.
// HOST-5. What a process that is gone left running is ended, and an effect it left in doubt is settled by a person (or told, where
//     the author wants that), before any code of the thread runs.
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { HostHow, InfoLog } from "#contract/ports.ts";
import type { Settlement } from "#contract/settlement.ts";
import type { ThreadStatus } from "#contract/status.ts";
import { after } from "#engine/after.ts";
import { Guard } from "#engine/guard.ts";
import { type Outcome, stoppedBy } from "#engine/outcome.ts";
import type { SettlePorts } from "#engine/settle-command.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { isSettled } from "#replay/fold-yield.ts";
import { doubtsIn } from "#replay/in-flight.ts";
import { ExecutingCalls } from "./executing-calls.ts";
import type { HostPorts } from "./ports.ts";
import { QueuePlace } from "./queue-place.ts";
import { alreadyEnded, alreadyPaused, cannotComeBack, isInDoubt, isPaused, isRunning } from "./refusals.ts";
import { StateWatch } from "./state-watch.ts";
import { type SettledHere, ThreadCommands } from "./thread-commands.ts";
import { ThreadFacts } from "./thread-facts.ts";
import type { ThreadLimits } from "./thread-limits.ts";
import { type Decider, ThreadLines } from "./thread-lines.ts";
import type { ThreadLog } from "./thread-log.ts";
import { ThreadRun } from "./thread-run.ts";

export class ThreadHost extends ThreadFacts {
  readonly limits: ThreadLimits;
  readonly info: InfoLog;
  /** Why it left this worker without a result. */
  lostBecause: ErrorReport | null = null;

  private stopping: { action: "kill" | "cancel"; reason: string | undefined } | null = null;
  /** It runs here. */
  private isUp = false;
  private readonly executing = new ExecutingCalls();
  private readonly lines: ThreadLines;
  private readonly queue: QueuePlace;
  private readonly commands: ThreadCommands;
  private readonly states: StateWatch | null;
  private readonly running: ThreadRun;

  constructor(
    log: ThreadLog,
    private readonly ports: HostPorts,
  ) {
    super(log);
    const rested = () => ports.durable(this);
    const lines = new ThreadLines(log, rested);
    this.lines = lines;
    this.limits = ports.limitsFor(this.start);
    this.info = ports.info;
    const { limits, queue, commands, states, guard } = this.parts(lines, rested);
    this.queue = queue;
    this.commands = commands;
    this.states = states;
    this.running = new ThreadRun({ ...ports, lines, limits, guard, queue, commands, states, rested });
  }

  private parts(lines: ThreadLines, rested: () => void) {
    const { ports, limits } = this;
    const guard = new Guard(limits.budget, this.threadId, () => lines.fold.spent);
    const commands = new ThreadCommands({
      lines,
      guard,
      isStrict: ports.isStrict,
      canPark: () => this.running.canPark,
      rested,
      load: (identity) => ports.commandPorts(this, identity),
    });
    const queue = new QueuePlace(ports.bundleQueue, (action) => lines.control(action));
    const states = StateWatch.of(ports.filesOf?.(this.start) ?? null, lines, ports.info);
    return { limits, guard, queue, commands, states };
  }

  /** Of the approvals it opened here, by step id. */
  get tokens(): ReadonlyMap<string, string> {
    return this.commands.tokens;
  }

  /** They are for who watches when they are opened, and for nobody who comes later. */
  forgetTokens(): void {
    this.commands.forgetTokens();
  }

  /** Its last lines here are being written: it ends, or parks. */
  get isLeaving(): boolean {
    return this.running.isLeaving;
  }

  /** It stays, but only a person or the time brings it on, and what is known of it survives. */
  get rests(): boolean {
    const { isLeaving, canPark, pauseGate } = this.running;
    if (!this.isUp || isLeaving || canPark || !this.log.isDurable) return false;
    return this.commands.isResting || (this.isPaused && pauseGate.hasArrived);
  }

  /** Checks that the thread may be taken up this way, and records that it was. */
  async begin(how: HostHow, actor: string | undefined): Promise<void> {
    const { result } = this.fold;
    if (result !== null) throw alreadyEnded(this.threadId, result.status);
    if (how === "restart") return this.beginAnew(actor);
    const { running } = this;
    running.isNew = how === "start" && this.steps === (this.start.forkFrom?.steps ?? 0);
    if (!running.isNew && running.isLost && running.endOnRecord() === null)
      throw cannotComeBack(this.threadId, this.steps);
    if (how === "start") return this.assertUnpaused();
    await this.proveReceipts();
    await this.lines.control("resume", { actor });
  }

  /** Code that cannot come back has no other way; where it can, a doubt is settled first (HOST-5). */
  private async beginAnew(actor: string | undefined): Promise<void> {
    if (this.ports.comesBack && doubtsIn(this.fold.current).length > 0) throw isInDoubt(this.threadId);
    await this.lines.control("restart", { actor });
  }

  proveReceipts(): Promise<void> {
    return this.log.prove();
  }

  /** Records what a waiting thread was told. */
  async settle(settlement: Settlement, by: Pick<SettlePorts, "actor" | "admins">): Promise<SettledHere> {
    this.assertOpen();
    if (!this.isUp && this.running.isLost) return this.settleLost(settlement, by);
    const assertOpen = () => this.assertOpen();
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

  /** Runs until the thread ends, parks or is lost to this worker. Returns the status it leaves with. */
  async run(): Promise<ThreadStatus> {
    this.info.say("2F6GZ9KT", `hosted with ${this.steps} steps`);
    this.isUp = true;
    try {
      const outcome = await this.running.live();
      this.running.isLeaving = true;
      if (this.stopping?.action !== "kill") await this.states?.keep(this.yieldsDone);
      // Cancelled means that nothing of it runs any more: an executor that does not end is killed.
      if (this.stopping?.action === "cancel")
        await this.executing.gone(() => this.running.elapsed(this.limits.closeMs + KILL_MS));
      if (outcome !== null) await this.finish(outcome);
      else if (this.fold.paused || this.wait !== null) await this.log.seal();
    } catch (error) {
      this.lostBecause = reportOf(error);
      const { message } = this.lostBecause;
      this.info.say("M3V8T0XR", `stopped without a result: ${message}`, this.lostBecause);
    } finally {
      this.running.isLeaving = true;
      this.queue.leave();
      this.ports.dropRoutine();
      this.log.close();
    }
    const status = deriveStatus(this.fold, false);
    this.info.say("V8A3JX5E", `left as ${status} with ${this.steps} steps`);
    return status;
  }

  /** Resolves when the thread rests, or after a while when its step takes longer; it is paused either way. */
  async pause(actor: string | undefined): Promise<void> {
    this.assertHere();
    if (this.fold.paused) throw alreadyPaused(this.threadId);
    const { pauseGate, clock } = this.running;
    pauseGate.close();
    await this.lines.control("pause", { actor });
    if (clock.isResting) return;
    await Promise.race([pauseGate.reached, this.running.elapsed(PAUSE_PATIENCE_MS)]);
  }

  /** Lets a paused thread that is still in memory go on. */
  async unpause(actor: string | undefined): Promise<void> {
    if (!this.fold.paused) throw isRunning(this.threadId);
    await this.lines.control("resume", { actor });
    this.running.pauseGate.open();
  }

  /** Records the decision, then acts on it. The caller waits for run() to learn what became of the thread. */
  async stop(action: "kill" | "cancel", by: Decider): Promise<void> {
    this.assertHere();
    await this.controlOrLeave(action, by);
    this.assertHere();
    // A kill is the last word, whichever came first.
    if (this.stopping?.action !== "kill") this.stopping = { action, reason: by.reason };
    const { closeMs } = this.limits;
    const isPolite = this.stopping.action === "cancel";
    const outcome = stoppedBy(this.stopping.action, this.stopping.reason);
    this.running.decide({ outcome, isPolite }, action === "cancel" ? closeMs : undefined);
    if (action === "kill") return this.ports.dropRoutine();
    // A cancelled step may end by itself; what does not is dropped.
    if (!this.running.clock.isResting)
      after(this.ports.clock, closeMs, () => {
        if (!this.isLeaving) this.ports.dropRoutine();
      });
  }

  /** Ends the thread with this failure: a deadline passed, or its code blocked the Worker. */
  fail(outcome: Outcome): void {
    this.endBy(outcome);
  }

  /** Leaves the thread without a result: it is then interrupted, and can be resumed. */
  abandon(reason: string): void {
    const hint = `uncaged-workflow resume ${this.threadId}`;
    this.lostBecause = { code: "WORKFLOW_FAILED", message: `the thread was interrupted: ${reason}`, hint };
    this.info.say("9WB5CE1H", `interrupted: ${reason}`, this.lostBecause);
    this.endBy(null);
  }

  /** Gives the log back when the thread was not taken up after all. */
  release(): void {
    this.running.isLeaving = true;
    this.log.close();
  }

  isStepOverdue(now: number): boolean {
    return this.running.clock.isStepOverdue(now, this.limits);
  }

  isOverdue(now: number): boolean {
    return this.running.clock.isOverdue(now, this.limits, this.rests);
  }

  /** Told of every call of an executor. */
  stayFor(call: Promise<unknown>): void {
    this.executing.add(call);
  }

  bereave(): void {
    this.running.bereave();
  }

  private endBy(outcome: Outcome | null): void {
    this.running.decideUnlessDecided({ outcome, isPolite: false });
    this.ports.dropRoutine();
  }

  /** The last yield whose commands are all answered. */
  private get yieldsDone(): number {
    const { yields, current } = this.fold;
    return current === null || isSettled(current) ? yields : yields - 1;
  }

  private async finish(outcome: Outcome): Promise<void> {
    const final = this.stopping === null ? outcome : stoppedBy(this.stopping.action, this.stopping.reason);
    await this.log.end({ kind: "result", ...(await this.ports.explain(final)) });
  }

  /** On a full disk a stop cannot be recorded; the thread is stopped all the same, and is then interrupted. */
  private async controlOrLeave(action: "kill" | "cancel", by: Decider): Promise<void> {
    try {
      await this.lines.control(action, by);
    } catch (error) {
      this.abandon(`the ${action} could not be recorded`);
      throw error;
    }
  }

  private assertUnpaused(): void {
    if (this.fold.paused) throw isPaused(this.threadId);
  }

  private assertOpen(): void {
    this.assertHere();
    if (this.fold.result !== null) throw alreadyEnded(this.threadId, deriveStatus(this.fold, false));
  }

  private assertHere(): void {
    if (this.isLeaving) throw alreadyEnded(this.threadId, deriveStatus(this.fold, false));
  }
}

const PAUSE_PATIENCE_MS = 2_000;
/** What is killed is gone within this. */
const KILL_MS = 3_000;

function reportOf(error: unknown): ErrorReport {
  return error instanceof WorkflowError ? error.toReport() : { code: "INTERNAL", message: String(error) };
}

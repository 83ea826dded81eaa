// A thread while it runs here: one generator after the other is asked for its yields, until the thread ends, parks or is
// left. What happens from outside meanwhile (a stop, a pause, a lost Worker) is a value that the loop comes upon.
//
// RUN-1. Nothing of the thread's code is entered after its host has decided: the gate says so between two yields, and what is
//     open then is dropped, or ends as a cancelled step may.
// RUN-2. A generator that is lost with its Worker is made again from the record, unless its bundle cannot come back (HOST-4).
import { WorkflowError } from "#contract/errors.ts";
import type { Durable, Left, Routine } from "#contract/ports.ts";
import type { RoleOutput } from "#contract/workflow.ts";
import { after } from "#engine/after.ts";
import { endOf, endOfYield } from "#engine/ended-yield.ts";
import type { Guard } from "#engine/guard.ts";
import { failedWith, type Outcome, stoppedBy } from "#engine/outcome.ts";
import { type Bounds, closeRoutine, type LoopEnd, stepLoop } from "#engine/step-loop.ts";
import { PauseGate } from "./pause-gate.ts";
import type { HostPorts } from "./ports.ts";
import type { QueuePlace } from "./queue-place.ts";
import { inputOf, optionsOf } from "./routine-input.ts";
import type { StateWatch } from "./state-watch.ts";
import { ThreadClock } from "./thread-clock.ts";
import type { ThreadCommands } from "./thread-commands.ts";
import type { ThreadLimits } from "./thread-limits.ts";
import type { ThreadLines } from "./thread-lines.ts";

/** What the host decided: with which outcome the thread ends; null when it leaves without a result. */
export type Decided = { outcome: Outcome | null; isPolite: boolean };

export type RunPorts = Pick<
  HostPorts,
  "clock" | "info" | "isStrict" | "comesBack" | "roleChecker" | "openRoutine" | "dropRoutine"
> & {
  lines: ThreadLines;
  limits: ThreadLimits;
  guard: Guard;
  queue: QueuePlace;
  commands: ThreadCommands;
  states: StateWatch | null;
  /** It waits here, and is paused. */
  rested(): void;
};

export class ThreadRun {
  readonly clock = new ThreadClock();
  readonly pauseGate = new PauseGate();
  /** Its last lines here are being written: it ends, or parks. */
  isLeaving = false;
  /** Its code begins here for the first time: the steps before are those of its origin. */
  isNew = false;
  /** Its generator went with the Worker. */
  private isBereft = false;
  private decided: Decided | null = null;

  constructor(private readonly ports: RunPorts) {}

  /** Until the thread ends, or is left; null when there is no result. */
  async live(): Promise<Outcome | null> {
    const { commands, queue, info } = this.ports;
    if (this.endOnRecord() === null) await queue.pass();
    for (;;) {
      const recorded = this.endOnRecord();
      if (recorded !== null) await commands.endLeftovers();
      if (recorded !== null || (this.isLost && !this.isNew)) return recorded;
      if (await commands.settleLeftovers()) return this.decided?.outcome ?? null;
      this.isNew = false;
      this.isBereft = false;
      if (this.decided !== null) return this.decided.outcome;
      const end = await this.oneGenerator();
      if ("outcome" in end) return end.outcome;
      if ("lost" in end) info.say("P6KD4N7S", "its generator was lost with the Worker");
      else this.ports.dropRoutine();
    }
  }

  /** From now on the thread ends: with this outcome, or without a result. */
  decide(decided: Decided, graceMs?: number): void {
    this.decided = decided;
    this.pauseGate.refuse();
    this.ports.queue.leave();
    this.ports.commands.stop(graceMs);
  }

  /** What was decided before stays. */
  decideUnlessDecided(decided: Decided): void {
    this.decide(this.decided ?? decided);
  }

  /** The Worker with its generator is gone. One that only waits notices nothing, so it is told: it can no longer stay. */
  bereave(): void {
    this.isBereft = true;
    this.ports.commands.reconsider();
    if (this.isLost) this.pauseGate.refuse();
  }

  /** How the thread ends by what its lines say, when its generator need not be asked, or cannot be. */
  endOnRecord(): Outcome | null {
    const { stopping, stopReason, ending, current } = this.ports.lines.fold;
    if (stopping !== null) return stoppedBy(stopping, stopReason);
    // It was lost while `finally` ran: what ended the thread stands before the steps that left.
    if (ending !== null) return endOf(ending);
    return this.isLost && !this.isNew && current !== null ? endOfYield(current) : null;
  }

  /** Nothing is gained by staying: its generator can be made again from the record, or is gone for good. */
  get canPark(): boolean {
    return !this.isLost || this.isBereft;
  }

  /** Once its generator is gone it cannot be made again. */
  get isLost(): boolean {
    return !this.ports.comesBack && this.ports.lines.fold.steps > 0;
  }

  /** Runs one generator. A result, no result, or the reason why another generator begins. */
  private async oneGenerator(): Promise<{ outcome: Outcome | null } | { lost: true } | { continues: true }> {
    const { lines, isStrict, openRoutine } = this.ports;
    const { fold, start } = lines;
    this.clock.enter();
    const back = lines.log.recorded();
    const { replay, yields } = this.ports.commands.way.begin(back);
    // What repeats everything begins as it did; what goes on from its steps is given the last checkpoint.
    const input = inputOf(start, back.stepsJson, isStrict ? fold.epochState : fold.state);
    const opened = await openRoutine(input, optionsOf(start), replay);
    if ("failed" in opened) return { outcome: failedWith(opened.failed) };
    if ("unreadable" in opened) throw this.unreadable();
    if ("gone" in opened) return this.left(opened.gone === "lost" ? { lost: true } : { stopped: true }, null);
    const end = await stepLoop(opened.routine, this.recorder, await this.bounds(yields));
    return this.left(end, opened.routine);
  }

  private async left(
    end: LoopEnd,
    routine: Routine | null,
  ): Promise<{ outcome: Outcome | null } | { lost: true } | { continues: true }> {
    if ("ends" in end) return { outcome: end.ends };
    if ("over" in end) return { outcome: end.over };
    if ("parks" in end) return { outcome: null };
    if ("stopped" in end) return { outcome: await this.wayOut(routine) };
    return end;
  }

  /** cancel lets `finally` run; a kill, a deadline or an abandoned hosting leaves the generator where it is. */
  private async wayOut(routine: Routine | null): Promise<Outcome | null> {
    const { decided } = this;
    if (decided?.isPolite && routine !== null && this.clock.isResting) {
      this.decided = null;
      const { limits, clock } = this.ports;
      await closeRoutine(routine, this.recorder, limits.closeMs, clock).catch(() => {});
    }
    return decided?.outcome ?? null;
  }

  /** It is left as it is; which of its lines is bad is looked for now. */
  private unreadable(): Error {
    this.ports.lines.log.assertSteps();
    return new WorkflowError("JOURNAL_CORRUPT", "a recorded step is not JSON", {
      hint: "uncaged-workflow fsck",
    });
  }

  private async bounds(yields: number): Promise<Bounds> {
    const { lines, limits, guard, clock } = this.ports;
    const { options, strictRoles } = lines.start.parameters;
    return {
      rounds: lines.fold.steps,
      yields,
      roundsMax: options.maxRounds,
      stepsMax: limits.stepsMax,
      over: () => guard.over(),
      checkRole: strictRoles ? await this.roleCheck() : undefined,
      closeMs: limits.closeMs,
      clock,
    };
  }

  private async roleCheck(): Promise<Bounds["checkRole"]> {
    const check = await this.ports.roleChecker();
    return async (output: RoleOutput) => {
      // Its time is not counted while it waits for us.
      this.clock.rest();
      const checked = await this.ports.commands.unlessStopped(check(output).then((misfit) => ({ misfit })));
      return checked === null ? { stopped: true } : checked.misfit;
    };
  }

  private readonly recorder: Durable = {
    step: async (json, n) => {
      const { lines, commands, states } = this.ports;
      const full = this.accept(json);
      if (full !== undefined) return full;
      const left = lines.current === null ? undefined : await commands.way.step(json, n);
      if (left !== undefined) return left;
      if (states !== null) await states.keep(n);
      await lines.step(json);
      return undefined;
    },
    perform: (json, n) => {
      const full = this.accept(json);
      return full === undefined ? this.ports.commands.perform(json, n) : Promise.resolve(full);
    },
    compare: (turn) => this.ports.commands.compare(turn),
    ended: (n, turn) => this.ports.commands.way.ended(n, turn),
    reject: (n, { code, message }) =>
      this.ports.lines.append([{ kind: "reject", n, index: 0, code, message }]),
    gate: () => this.gate(),
    rest: () => this.clock.rest(),
  };

  /** The generator has spoken: its time is no longer counted, and its lines may not grow for ever. */
  private accept(json: string): Left | undefined {
    this.clock.rest();
    const { journalBytes } = this.ports.limits;
    const isFull = this.ports.lines.log.bytes + json.length > journalBytes;
    return isFull ? { over: tooMuchOutput(journalBytes) } : undefined;
  }

  private gate(): Left | undefined | Promise<Left | undefined> {
    this.clock.rest();
    if (this.decided !== null) return { stopped: true };
    if (this.pauseGate.isClosed) return this.waitAtGate();
    this.clock.enter();
    return undefined;
  }

  /** A paused thread that can come back is parked; one that cannot stays in memory until it is resumed. */
  private async waitAtGate(): Promise<Left | undefined> {
    this.pauseGate.arrive();
    if (this.canPark) {
      this.isLeaving = true;
      return { parks: true };
    }
    this.ports.rested();
    if (!(await this.pauseGate.pass())) return this.decided === null ? { parks: true } : { stopped: true };
    this.clock.enter();
    return undefined;
  }

  /** Resolves when so many milliseconds of the thread's clock have passed. */
  elapsed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      after(this.ports.clock, ms, resolve);
    });
  }
}

function tooMuchOutput(bytesMax: number): Outcome {
  return failedWith({
    code: "MAX_OUTPUT_BYTES",
    message: `the journal reached its limit of ${bytesMax} bytes`,
  });
}

// One live thread: its journal, its generator, and what people ask of it meanwhile.
//
// H1. A decision (pause, cancel, kill) is in the journal before it has any effect.
// H2. Whatever races, one result is written: a recorded stop wins over a return that arrives after it.
// H3. A disk error ends the hosting, not the thread: nothing more is written, and the thread can be resumed.
import { type ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { Clock, Durable, Routine } from "#contract/ports.ts";
import type { ControlAction, StartRecord } from "#contract/record.ts";
import type { ThreadStatus } from "#contract/status.ts";
import type { Options } from "#contract/workflow.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import type { CheckRole } from "#engine/check-role.ts";
import { failedWith, type Outcome, stoppedBy } from "#engine/outcome.ts";
import { closeRoutine, stepLoop } from "#engine/step-loop.ts";
import { checkHeader } from "#journal/check-header.ts";
import { FileJournal } from "#journal/file-journal.ts";
import type { InfoLog } from "#journal/info-log.ts";
import { readJournal } from "#journal/read-journal.ts";
import type { Sealer } from "#journal/sealer.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { collectSteps, emptyFold, foldLine, foldRecord, type ThreadFold } from "#replay/fold-thread.ts";
import { RoutineLost } from "./bundle-port.ts";
import type { HostHow, RoutineInput } from "./messages.ts";
import type { ThreadLimits } from "./thread-limits.ts";
import type { Turnstile } from "./turnstile.ts";

type ThreadPlace = { threadId: ThreadId; hash: BundleId; path: string };

export type HostPorts = {
  clock: Clock;
  group: SyncGroup;
  sealer: Sealer;
  info: InfoLog;
  turnstile: Turnstile;
  limitsFor(start: StartRecord): ThreadLimits;
  /** false: the bundle never reads `steps`, so its threads cannot come back in the middle. */
  comesBack: boolean;
  /** For a thread started with --strict-roles. */
  roleChecker(): Promise<CheckRole>;
  openRoutine(input: RoutineInput, options: Options): Promise<Routine>;
  /** Rejects the generator's open calls with the reason; it is never entered again. */
  dropRoutine(reason: unknown): void;
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
  durableBytes = 0;
  /** When the generator was last entered, on the monotonic clock; null between steps. */
  steppingSince: number | null = null;
  readonly hostedSince = performance.now();
  /** Why it left this worker without a result. */
  lostBecause: ErrorReport | null = null;

  private stopping: { action: "kill" | "cancel"; reason: string | undefined } | null = null;
  private decided: Stopped | null = null;
  private paused: PromiseWithResolvers<void> | null = null;
  private rested = Promise.withResolvers<void>();
  private ended = false;
  private ticket: { passed: Promise<void>; leave: () => void } | null = null;

  private constructor(
    private readonly journal: FileJournal,
    private readonly path: string,
    private readonly fold: ThreadFold,
    private firstSteps: string[] | null,
    private readonly ports: HostPorts,
  ) {
    this.start = fold.start as StartRecord;
    this.limits = ports.limitsFor(this.start);
    this.info = ports.info;
    this.durableBytes = journal.bytes;
  }

  static open(place: ThreadPlace, ports: HostPorts): ThreadHost {
    const fold = emptyFold();
    const steps: string[] = [];
    const { journal, cutBytes } = FileJournal.open(place.path, ports, (line) => {
      foldLine(fold, line);
      collectSteps(steps, line, () => line.roleJson);
    });
    try {
      checkHeader(fold.start, place);
    } catch (error) {
      journal.close();
      throw error;
    }
    if (cutBytes > 0) ports.info.say("7Q4ZK2MB", `cut an incomplete last line of ${cutBytes} bytes`);
    return new ThreadHost(journal, place.path, fold, steps, ports);
  }

  get threadId(): ThreadId {
    return this.start.threadId;
  }

  get status(): ThreadStatus {
    return deriveStatus(this.fold, true);
  }

  get steps(): number {
    return this.fold.steps;
  }

  get updatedAt(): number {
    return this.fold.updatedAt;
  }

  get bytes(): number {
    return this.journal.bytes;
  }

  /** It has left, or its last lines are being written. */
  get isEnding(): boolean {
    return this.ended;
  }

  get isResting(): boolean {
    return this.steppingSince === null;
  }

  /** Checks that the thread may be taken up this way, and records that it was. */
  async begin(how: HostHow, actor: string | undefined): Promise<void> {
    if (this.fold.result !== null) throw alreadyEnded(this.threadId, this.fold.result.status);
    if (how === "restart") {
      this.firstSteps = [];
      await this.control("restart", { actor });
    } else if (how === "resume") {
      if (this.fold.steps > 0 && !this.ports.comesBack && this.fold.stopping === null)
        throw cannotComeBack(this);
      await this.control("resume", { actor });
    } else if (this.fold.paused) {
      throw new WorkflowError("STATE_INVALID", `the thread ${this.threadId} is paused`, {
        hint: `uncaged-workflow resume ${this.threadId}`,
      });
    }
  }

  /** Runs until the thread ends, parks or is lost to this worker. Answers the status it leaves with. */
  async run(): Promise<ThreadStatus> {
    this.info.say("2F6GZ9KT", `hosted with ${this.steps} steps`);
    try {
      const outcome = await this.live();
      if (outcome !== null) await this.finish(outcome);
      else if (this.fold.paused) await this.journal.seal(this.ports.sealer);
    } catch (error) {
      const report =
        error instanceof WorkflowError
          ? error.toReport()
          : { code: "INTERNAL" as const, message: String(error) };
      this.lostBecause = report;
      this.info.say("M3V8T0XR", `stopped without a result: ${report.message}`);
    } finally {
      this.ended = true;
      this.ticket?.leave();
      this.ports.dropRoutine(new Stopped(null));
      this.journal.close();
      this.durableBytes = this.journal.bytes;
    }
    const status = deriveStatus(this.fold, false);
    this.info.say("V8A3JX5E", `left as ${status} with ${this.steps} steps`);
    return status;
  }

  async pause(actor: string | undefined): Promise<void> {
    this.assertLive();
    if (this.fold.paused)
      throw new WorkflowError("STATE_INVALID", `the thread ${this.threadId} is already paused`, {
        hint: `uncaged-workflow resume ${this.threadId}`,
      });
    this.paused = Promise.withResolvers();
    this.paused.promise.catch(() => {});
    await this.control("pause", { actor });
    if (this.isResting) return;
    await Promise.race([this.rested.promise, Bun.sleep(PAUSE_PATIENCE_MS)]);
  }

  /** Lets a paused thread that is still in memory go on. */
  async unpause(actor: string | undefined): Promise<void> {
    if (!this.fold.paused)
      throw new WorkflowError("STATE_INVALID", `the thread ${this.threadId} is running, not paused`, {
        hint: `uncaged-workflow follow ${this.threadId}`,
      });
    await this.control("resume", { actor });
    this.paused?.resolve();
    this.paused = null;
  }

  /** Records the decision, then acts on it. The caller waits for run() to learn what became of the thread. */
  async stop(
    action: "kill" | "cancel",
    by: { actor?: string | undefined; reason?: string | undefined },
  ): Promise<void> {
    this.assertLive();
    await this.controlOrLeave(action, by);
    this.assertLive();
    // A kill is the last word, whichever came first.
    if (this.stopping?.action !== "kill") this.stopping = { action, reason: by.reason };
    const stopped = new Stopped(stoppedBy(this.stopping.action, this.stopping.reason));
    this.paused?.reject(stopped);
    this.ticket?.leave();
    this.decided = stopped;
    if (action === "kill") this.ports.dropRoutine(stopped);
    else if (!this.isResting)
      setTimeout(() => !this.ended && this.ports.dropRoutine(stopped), this.limits.closeMs);
    this.queueStop?.(stopped);
  }

  /** Ends the thread with this failure: a deadline passed, or its code blocked the Worker. */
  fail(outcome: Outcome): void {
    this.decided ??= new Stopped(outcome);
    this.ports.dropRoutine(this.decided);
  }

  /** `now` is on the monotonic clock: a jump of the wall clock ends nobody. */
  isStepOverdue(now: number): boolean {
    return this.steppingSince !== null && now - this.steppingSince > this.limits.stepTimeoutMs;
  }

  isOverdue(now: number): boolean {
    return now - this.hostedSince > this.limits.timeoutMs;
  }

  /** Gives the journal back when the thread was not taken up after all. */
  release(): void {
    this.ended = true;
    this.journal.close();
  }

  /** Leaves the thread without a result: it is then interrupted, and can be resumed. */
  abandon(reason: string): void {
    this.lostBecause = {
      code: "WORKFLOW_FAILED",
      message: `the thread was interrupted: ${reason}`,
      hint: `uncaged-workflow resume ${this.threadId}`,
    };
    this.info.say("9WB5CE1H", `interrupted: ${reason}`);
    this.decided ??= new Stopped(null);
    this.ports.dropRoutine(this.decided);
  }

  private queueStop: ((stopped: Stopped) => void) | undefined;

  private async live(): Promise<Outcome | null> {
    if (this.fold.stopping !== null) return stoppedBy(this.fold.stopping, this.fold.stopReason);
    await this.passTurnstile();
    for (;;) {
      let routine: Routine | undefined;
      try {
        if (this.decided !== null) throw this.decided;
        this.steppingSince = performance.now();
        routine = await this.ports.openRoutine(this.input(), this.options());
        return await stepLoop(routine, this.recorder, {
          rounds: this.fold.steps,
          roundsMax: this.start.parameters.options.maxRounds,
          stepsMax: this.limits.stepsMax,
          checkRole: this.start.parameters.strictRoles ? await this.ports.roleChecker() : undefined,
          closeMs: this.limits.closeMs,
        });
      } catch (error) {
        if (error instanceof Stopped) return this.wayOut(error, routine);
        if (error instanceof WorkflowError && error.code === "WORKFLOW_FAILED")
          return failedWith(error.toReport());
        if (!(error instanceof RoutineLost)) throw error;
        if (this.fold.steps > 0 && !this.ports.comesBack) return null;
        this.info.say("P6KD4N7S", "its generator was lost with the Worker; taken up again from the journal");
      }
    }
  }

  /** cancel lets `finally` run; a kill, a deadline or a park leaves the generator where it is. */
  private async wayOut(stopped: Stopped, routine: Routine | undefined): Promise<Outcome | null> {
    if (this.stopping?.action === "cancel" && routine !== undefined && this.isResting) {
      this.decided = null;
      await closeRoutine(routine, this.recorder, this.limits.closeMs).catch(() => {});
    }
    return stopped.outcome;
  }

  private async passTurnstile(): Promise<void> {
    const wasFull = this.ports.turnstile.isFull;
    this.ticket = this.ports.turnstile.enter();
    if (!wasFull) return this.ticket.passed;
    await this.control("queue", {});
    const stop = new Promise<never>((_, reject) => {
      this.queueStop = reject;
    });
    stop.catch(() => {});
    try {
      await Promise.race([this.ticket.passed, stop]);
    } catch {
      return;
    }
    await this.control("start", {});
  }

  private readonly recorder: Durable = {
    step: async (json) => {
      this.steppingSince = null;
      const { journalBytes } = this.limits;
      if (this.journal.bytes + json.length > journalBytes) throw new Stopped(tooMuchOutput(journalBytes));
      this.journal.appendRole(json);
      this.fold.steps += 1;
      this.fold.updatedAt = this.ports.clock.now();
      this.fold.lastSeq = this.journal.lastSeq;
      await this.syncAndTell();
    },
    gate: () => this.gate(),
    rest: () => {
      this.steppingSince = null;
    },
  };

  private gate(): Promise<void> | undefined {
    this.steppingSince = null;
    if (this.decided !== null) return Promise.reject(this.decided);
    if (this.paused !== null) return this.rest(this.paused);
    this.steppingSince = performance.now();
    return undefined;
  }

  /** A paused thread that can come back is parked; one that cannot stays in memory until it is resumed. */
  private async rest(paused: PromiseWithResolvers<void>): Promise<void> {
    this.rested.resolve();
    if (this.ports.comesBack || this.fold.steps === 0) throw new Stopped(null);
    await paused.promise;
    this.rested = Promise.withResolvers();
    this.steppingSince = performance.now();
  }

  private async finish(outcome: Outcome): Promise<void> {
    const final = this.stopping === null ? outcome : stoppedBy(this.stopping.action, this.stopping.reason);
    this.ended = true;
    await this.journal.end({ kind: "result", ...(await this.ports.explain(final)) }, this.ports.sealer);
    this.fold.result = { kind: "result", ...final, timestamp: this.ports.clock.now() };
    this.fold.updatedAt = this.fold.result.timestamp;
    this.durableBytes = this.journal.bytes;
  }

  /** On a full disk a stop cannot be recorded; the thread is stopped all the same, and is then interrupted. */
  private async controlOrLeave(
    action: ControlAction,
    by: { actor?: string | undefined; reason?: string | undefined },
  ): Promise<void> {
    try {
      await this.control(action, by);
    } catch (error) {
      this.abandon(`the ${action} could not be recorded`);
      throw error;
    }
  }

  private async control(
    action: ControlAction,
    by: { actor?: string | undefined; reason?: string | undefined },
  ): Promise<void> {
    const actor = by.actor === undefined ? {} : { actor: by.actor };
    const reason = by.reason === undefined ? {} : { reason: by.reason };
    this.journal.append({ kind: "control", action, ...actor, ...reason });
    foldRecord(
      this.fold,
      { kind: "control", action, ...reason, timestamp: this.ports.clock.now() },
      this.journal.lastSeq,
    );
    await this.syncAndTell();
  }

  private async syncAndTell(): Promise<void> {
    const bytes = this.journal.bytes;
    await this.journal.sync();
    this.durableBytes = Math.max(this.durableBytes, bytes);
    this.ports.durable(this);
  }

  private input(): RoutineInput {
    const { prompt, variables } = this.start.parameters;
    const stepsJson = `[${this.takeSteps().join(",")}]`;
    return variables === undefined ? { prompt, stepsJson } : { prompt, stepsJson, variables };
  }

  /** The steps read on open serve once; later they are read again rather than kept in memory. */
  private takeSteps(): string[] {
    const first = this.firstSteps;
    this.firstSteps = null;
    if (first !== null) return first;
    const steps: string[] = [];
    readJournal(this.path, (line) => collectSteps(steps, line, () => line.roleJson));
    return steps;
  }

  private options(): Options {
    const { isDryRun, maxRounds } = this.start.parameters.options;
    return { isDryRun, maxRounds, threadId: this.threadId };
  }

  private assertLive(): void {
    if (this.ended) throw alreadyEnded(this.threadId, this.fold.result?.status ?? "interrupted");
  }
}

const PAUSE_PATIENCE_MS = 2_000;

function alreadyEnded(threadId: ThreadId, status: ThreadStatus): WorkflowError {
  return new WorkflowError("STATE_INVALID", `the thread ${threadId} has ended: ${status}`, {
    hint: `uncaged-workflow thread ${threadId}`,
    details: { status },
  });
}

function cannotComeBack(host: ThreadHost): WorkflowError {
  return new WorkflowError(
    "STATE_INVALID",
    `the bundle of ${host.threadId} never reads \`steps\`, so resuming would repeat its ${host.steps} finished steps`,
    { hint: `uncaged-workflow resume ${host.threadId} --from-start` },
  );
}

function tooMuchOutput(bytesMax: number): Outcome {
  return failedWith({
    code: "MAX_OUTPUT_BYTES",
    message: `the journal reached its limit of ${bytesMax} bytes`,
  });
}

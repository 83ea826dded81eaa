// The worker process of one bundle, apart from its boot: hosts threads, answers requests, watches deadlines.
import type { Database } from "bun:sqlite";
import type { Json } from "#contract/command.ts";
import type { BundleFacts } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { Clock } from "#contract/ports.ts";
import { isTerminal, type ThreadStatus } from "#contract/status.ts";
import { assertFolder } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { failedWith, type Outcome } from "#engine/outcome.ts";
import { openInfoLog } from "#journal/info-log.ts";
import { openSealer } from "#journal/sealer.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { StoredBundle } from "#store/bundle-store.ts";
import { dropThread } from "#store/drop-thread.ts";
import { putRow, rowOf } from "#store/thread-index.ts";
import { BundlePool } from "./bundle-pool.ts";
import { explainFailure } from "./explain-failure.ts";
import { Followers } from "./followers.ts";
import type { ListAnswer, Request, SettleAnswer, StopAnswer } from "./messages.ts";
import { redactor } from "./redact.ts";
import { notHosted } from "./refusals.ts";
import type { Handler, Peer } from "./socket-server.ts";
import { stopOnDisk } from "./stop-on-disk.ts";
import { ThreadHost } from "./thread-host.ts";
import { limitsOf } from "./thread-limits.ts";
import { Turnstile } from "./turnstile.ts";

type Hosted = { host: ThreadHost; number: number; left: Promise<ThreadStatus> };

export type SupervisorPorts = {
  layout: Layout;
  database: Database;
  clock: Clock;
  /** The ULID of this worker process. */
  worker: string;
  bundle: StoredBundle;
  /** The file that is loaded: a private copy of the verified bytes. */
  bundleFile: string;
  facts: BundleFacts;
  booted: Worker | null;
  /** Nothing is left to do. */
  idle(): void;
  /** The store was deleted under us, or replaced by another. */
  isHomeGone(): boolean;
  /** Leave at once, touching nothing. */
  vanish(): void;
};

const TICK_MS = 250;
/** How often it is looked whether the store is still there. */
const HOME_TICKS = 4;

export class Supervisor implements Handler {
  private readonly hosted = new Map<ThreadId, Hosted>();
  private readonly opening = new Map<ThreadId, Promise<Hosted>>();
  /** Executors that have not come back. Their thread may have left: what they started is still being ended. */
  private readonly executing = new Set<Promise<unknown>>();
  private readonly followers = new Followers();
  private readonly group = new SyncGroup();
  private readonly sealer;
  private readonly redact = redactor(process.env);
  private readonly turnstile: Turnstile;
  private readonly pool: BundlePool;
  private readonly asked = new WeakSet<Peer>();
  private numbers = 0;
  private ticks = 0;
  private idleTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly ticker: ReturnType<typeof setInterval>;

  constructor(private readonly ports: SupervisorPorts) {
    const { descriptor } = ports.facts;
    this.sealer = openSealer(ports.layout.sealKey);
    // Begun now, awaited by the first thread: it says what is wrong.
    this.sealer.load().catch(() => {});
    this.turnstile = new Turnstile(descriptor?.concurrency ?? Infinity);
    const stepBytes = descriptor?.limits?.stepBytes ?? LIMITS.stepBytes;
    this.pool = new BundlePool(
      { file: ports.bundleFile, stepBytes },
      {
        exited: (thread, how) => this.byNumber(thread)?.host.abandon(`it called ${how}`),
        said: (thread, what, text) => this.sayFor(thread, what, text),
        guilty: (thread, how) => this.endGuilty(thread, how),
      },
      ports.booted,
    );
    this.ticker = setInterval(() => this.tick(), TICK_MS);
    this.restIfIdle(FIRST_REQUEST_MS);
  }

  async request(request: Request, peer: Peer): Promise<unknown> {
    this.asked.add(peer);
    switch (request.op) {
      case "host":
        await this.host(request, peer);
        this.tellAbout(request.threadId);
        return { worker: this.ports.worker };
      case "follow":
        this.find(request.threadId);
        this.followers.add(request.threadId, peer);
        this.tellAbout(request.threadId);
        return null;
      case "pause":
        await this.find(request.threadId).host.pause(request.actor);
        return null;
      case "stop":
        return this.stop(request.threadId, request);
      case "settle":
        return this.settle(request, peer);
      case "remove":
        return this.remove(request.threadId);
      case "list":
        return this.list();
    }
  }

  gone(peer: Peer): void {
    this.followers.remove(peer);
    if (!this.asked.has(peer)) this.dismiss();
  }

  /** Who started us thought better of it. */
  dismiss(): void {
    this.restIfIdle(0);
  }

  drained(_peer: Peer): void {
    this.followers.flush();
  }

  /** Ends everything without touching a journal: the threads are then interrupted. */
  shutDown(): void {
    clearInterval(this.ticker);
    clearTimeout(this.idleTimer);
    this.pool.endAll();
  }

  private async host(request: Request & { op: "host" }, peer: Peer): Promise<void> {
    const { threadId, how, actor } = request;
    clearTimeout(this.idleTimer);
    const present = this.present(threadId);
    if (present instanceof Promise) {
      await present;
      return this.host(request, peer);
    }
    // Before it runs: a short thread may have left again by the time the answer is on its way.
    this.followers.add(threadId, peer);
    if (present !== undefined) {
      if (how === "resume") await present.host.unpause(actor);
      return;
    }
    await this.takeUp(threadId, async (host) => {
      await host.begin(how, actor);
      return true;
    });
  }

  /** Records what a waiting thread was told, and takes it up if it was parked. */
  private async settle(request: Request & { op: "settle" }, peer: Peer): Promise<SettleAnswer> {
    const { threadId, settlement, actor, admins } = request;
    clearTimeout(this.idleTimer);
    const present = this.present(threadId);
    if (present instanceof Promise) {
      await present;
      return this.settle(request, peer);
    }
    this.followers.add(threadId, peer);
    let settled: Awaited<ReturnType<ThreadHost["settle"]>> | undefined;
    const tell = async (host: ThreadHost) => {
      if (present === undefined) await host.proveReceipts();
      settled = await host.settle(settlement, { actor, admins });
      return settled.goesOn && !host.isPaused;
    };
    try {
      if (present === undefined) await this.takeUp(threadId, tell);
      else await tell(present.host);
    } catch (error) {
      // It parked or ended before it could be told; what it left in the journal decides.
      if (present?.host.isLeaving) return this.settle(request, peer);
      throw error;
    }
    if (settled?.error !== undefined) throw settled.error;
    return { ignored: settled?.ignored ?? false };
  }

  private async takeUp(threadId: ThreadId, begin: (host: ThreadHost) => Promise<boolean>): Promise<void> {
    const opening = this.take(threadId, begin);
    opening.catch(() => {});
    this.opening.set(threadId, opening);
    try {
      await opening;
    } finally {
      this.opening.delete(threadId);
      this.restIfIdle();
    }
  }

  /** `begin` answers whether there is anything to run. */
  private async take(threadId: ThreadId, begin: (host: ThreadHost) => Promise<boolean>): Promise<Hosted> {
    const host = this.openHost(threadId, ++this.numbers);
    const number = this.numbers;
    try {
      // A store that cannot seal is found out before anything runs.
      await this.sealer.load();
      if (host.start.sha256 !== this.ports.bundle.sha256) throw otherBytes(host, this.ports.bundle);
      if (!(await begin(host))) {
        host.release();
        const status = deriveStatus(host.fold, false);
        this.index(host, status);
        this.tell(host, status, true);
        return { host, number, left: Promise.resolve(status) };
      }
    } catch (error) {
      host.release();
      throw error;
    }
    const hosted = { host, number, left: host.run() };
    this.hosted.set(threadId, hosted);
    void hosted.left.then((status) => this.leave(hosted, status));
    await this.indexRunning(hosted);
    return hosted;
  }

  /** The row is there before anybody is answered. It is written while the bundle, which was asked first, is loading. */
  private async indexRunning(hosted: Hosted): Promise<void> {
    const { host } = hosted;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.hosted.get(host.threadId) !== hosted) return;
    try {
      this.index(host, "running");
    } catch (error) {
      host.abandon("it could not be put into the index");
      throw error;
    }
  }

  private openHost(threadId: ThreadId, number: number): ThreadHost {
    const { layout, bundle, bundleFile, clock, facts } = this.ports;
    assertFolder(layout.threads(bundle.id));
    const place = { threadId, hash: bundle.id, path: layout.journal(bundle.id, threadId) };
    const isStrict = facts.descriptor?.determinism === "strict";
    return ThreadHost.open(place, {
      clock,
      group: this.group,
      sealer: this.sealer,
      info: openInfoLog(layout.info(bundle.id, threadId), clock, this.redact),
      turnstile: this.turnstile,
      limitsFor: (start) => limitsOf(facts.descriptor?.limits, start.parameters.limits),
      isStrict,
      sealKey: layout.sealKey,
      comesBack: isStrict || facts.readsSteps,
      commandPorts: async (host, identity) => {
        const { openCommandPorts } = await import("./effect-house.ts");
        const house = { layout, clock, sealer: this.sealer, descriptor: facts.descriptor };
        const progress = (stepId: string, effect: string, frame: Json) =>
          this.progress(host, stepId, effect, frame);
        const thread = {
          start: host.start,
          limits: host.limits,
          info: host.info,
          seq: () => host.lastSeq,
          progress,
          executing: (call: Promise<unknown>) => this.stayFor(call),
        };
        return openCommandPorts(house, thread, identity);
      },
      roleChecker: async () => (await import("#engine/check-role.ts")).roleChecker(facts.descriptor),
      openRoutine: (input, options, replay) => this.pool.open(number, input, options, replay),
      dropRoutine: (reason) => this.pool.drop(number, reason),
      explain: (outcome) => explainFailure(outcome, { layout, bundle, bundleFile, redact: this.redact }),
      durable: (host) => this.tell(host, host.status, false),
    });
  }

  private leave(hosted: Hosted, status: ThreadStatus): void {
    this.hosted.delete(hosted.host.threadId);
    this.tell(hosted.host, status, true);
    this.index(hosted.host, status);
    this.restIfIdle();
  }

  /** Answers when the thread has really left, with what became of it: another stop, or its own end, may have come first. */
  private async stop(threadId: ThreadId, request: Request & { op: "stop" }): Promise<StopAnswer> {
    const hosted = this.present(threadId);
    if (hosted === undefined) return this.stopAbsent(threadId, request);
    if (hosted instanceof Promise) {
      await hosted;
      return this.stop(threadId, request);
    }
    const accepted = await this.stopHosted(hosted.host, request);
    const status = await hosted.left;
    if (accepted) return { status, again: false };
    // It was leaving when we came: it had ended, or it parked, and a parked thread is still there to be stopped.
    return isTerminal(status) ? { status, again: true } : this.stop(threadId, request);
  }

  /** False when the thread leaves before the stop can act. */
  private async stopHosted(host: ThreadHost, request: Request & { op: "stop" }): Promise<boolean> {
    if (host.isLeaving) return false;
    try {
      await host.stop(request.action, request);
      return true;
    } catch (error) {
      if (host.isLeaving) return false;
      throw error;
    }
  }

  /** A thread of this bundle that nobody runs: we hold the lock, so nobody else may write the decision down. */
  private stopAbsent(threadId: ThreadId, request: Request & { op: "stop" }): Promise<StopAnswer> {
    const { layout, bundle, clock, database } = this.ports;
    const place = { threadId, hash: bundle.id, path: layout.journal(bundle.id, threadId) };
    return stopOnDisk(place, request, { clock, database, group: this.group, sealer: this.sealer });
  }

  private remove(threadId: ThreadId): void {
    if (this.hosted.has(threadId) || this.opening.has(threadId))
      throw new WorkflowError("STATE_INVALID", `the thread ${threadId} is running`, {
        hint: `uncaged-workflow kill ${threadId}`,
      });
    dropThread(this.ports.layout, this.ports.database, this.ports.bundle.id, threadId);
  }

  private list(): ListAnswer {
    const threads = [...this.hosted.values()].map(({ host }) => ({
      threadId: host.threadId,
      name: host.start.name,
      status: host.status,
      waitingOn: host.wait?.on ?? null,
      steps: host.steps,
      startedAt: host.start.timestamp,
    }));
    return { worker: this.ports.worker, pid: process.pid, threads };
  }

  private tick(): void {
    const now = performance.now();
    this.ticks += 1;
    if (this.ticks % HOME_TICKS === 0 && this.ports.isHomeGone()) return this.ports.vanish();
    this.pool.probe(now);
    for (const hosted of this.hosted.values()) this.checkDeadlines(hosted, now);
    if (process.memoryUsage.rss() > MEMORY_BYTES_MAX) this.ports.idle();
  }

  private checkDeadlines({ host, number }: Hosted, now: number): void {
    const { stepTimeoutMs, timeoutMs } = host.limits;
    if (host.isOverdue(now)) host.fail(timedOut(`the thread did not end within ${timeoutMs} ms`));
    else if (host.isStepOverdue(now) && this.pool.isOwnDelay(number, now))
      host.fail(timedOut(`step ${host.steps + 1} did not end within ${stepTimeoutMs} ms`));
  }

  private endGuilty(thread: number, how: "died" | "blocked"): void {
    const hosted = this.byNumber(thread);
    if (how === "died") hosted?.host.abandon("its Worker ended without a result");
    else
      hosted?.host.fail(
        timedOut(`step ${hosted.host.steps + 1} blocked the event loop and did not end in time`),
      );
  }

  private sayFor(thread: number, what: "printed" | "stray", text: string): void {
    const named = this.byNumber(thread);
    // A rejection nobody awaited does not tell whose it is: every thread that may have made it hears of it.
    for (const { host } of named === undefined ? this.hosted.values() : [named]) {
      if (what === "printed") host.info.say("5HX2RJ8W", text);
      else host.info.say("C0N7YQ3D", `an error nobody caught: ${text}`);
    }
  }

  /** Written again when the thread leaves; a row that is behind its journal is seen by its size. */
  private index(host: ThreadHost, status: ThreadStatus): void {
    const now = { worker: this.ports.worker, status, size: host.bytes };
    putRow(this.ports.database, rowOf({ threadId: host.threadId, hash: this.ports.bundle.id }, host, now));
  }

  private tellAbout(threadId: ThreadId): void {
    const hosted = this.hosted.get(threadId);
    if (hosted !== undefined) this.tell(hosted.host, hosted.host.status, false);
  }

  private tell(host: ThreadHost, status: ThreadStatus, left: boolean): void {
    const error = left && host.lostBecause !== null ? { error: host.lostBecause } : {};
    const tokens = host.tokens.size === 0 ? {} : { tokens: Object.fromEntries(host.tokens) };
    this.followers.tell({
      notice: host.threadId,
      bytes: host.durableBytes,
      status,
      left,
      ...tokens,
      ...error,
    });
  }

  /** Kept for people to read; told to whoever follows right now. */
  private progress(host: ThreadHost, stepId: string, effect: string, frame: Json): void {
    host.info.say("T6WJ1N8F", `${effect} ${stepId}: ${JSON.stringify(frame)}`);
    this.followers.progress({ progress: host.threadId, stepId, effect, frame });
  }

  /** A program that does not hear SIGTERM is ended by us, some time after its thread was stopped. */
  private stayFor(call: Promise<unknown>): void {
    this.executing.add(call);
    const done = () => {
      this.executing.delete(call);
      this.restIfIdle();
    };
    call.then(done, done);
  }

  private restIfIdle(afterMs: number = TIMES.idleMs): void {
    clearTimeout(this.idleTimer);
    if (this.hosted.size > 0 || this.opening.size > 0 || this.executing.size > 0) return;
    this.idleTimer = setTimeout(() => this.ports.idle(), afterMs);
  }

  private find(threadId: ThreadId): Hosted {
    const hosted = this.hosted.get(threadId);
    if (hosted !== undefined) return hosted;
    throw notHosted(threadId);
  }

  /**
   * The thread if we have it. A promise when it is just being taken up, or parks or ends: then look again, for what comes
   * next begins from what is in the journal, and somebody may be faster. Not async: nobody may run between a "no" and what
   * follows it.
   */
  private present(threadId: ThreadId): Hosted | Promise<unknown> | undefined {
    const hosted = this.hosted.get(threadId);
    if (hosted !== undefined) return hosted.host.isLeaving ? hosted.left : hosted;
    // Whoever fails to take it up fails for reasons of its own.
    return this.opening.get(threadId)?.catch(() => {});
  }

  private byNumber(number: number): Hosted | undefined {
    for (const hosted of this.hosted.values()) if (hosted.number === number) return hosted;
    return undefined;
  }
}

const FIRST_REQUEST_MS = 5_000;
const MEMORY_BYTES_MAX = 8 * 1024 * 1024 * 1024;

function timedOut(message: string): Outcome {
  return failedWith({ code: "TIMEOUT", message });
}

function otherBytes(host: ThreadHost, bundle: StoredBundle): WorkflowError {
  return new WorkflowError(
    "HASH_MISMATCH",
    `the thread ${host.threadId} was started with other bytes than the bundle ${bundle.id} has now; it is not run`,
    { details: { expected: host.start.sha256, actual: bundle.sha256 } },
  );
}

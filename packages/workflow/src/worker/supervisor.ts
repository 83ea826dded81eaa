// The worker process of one bundle, apart from its boot: hosts threads, answers requests, watches deadlines.
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
import { assertOwnWorktree, threadFiles } from "#disk/thread-files.ts";
import { openInfoLog } from "#journal/info-log.ts";
import { openSealer } from "#journal/sealer.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import type { StoredBundle } from "#store/bundle-store.ts";
import { dropFiles } from "#store/drop-thread.ts";
import type { IndexRow } from "#store/thread-index.ts";
import { BundlePool } from "./bundle-pool.ts";
import { checkDeadlines, endGuilty } from "./deadlines.ts";
import { explainFailure } from "./explain-failure.ts";
import type { IndexWriter } from "./index-writer.ts";
import type { ListAnswer, Request, SettleAnswer, StopAnswer } from "./messages.ts";
import { configuredForms, type Redact, redactor } from "./redact.ts";
import { isHeld } from "./refusals.ts";
import { type Hosted, Roster } from "./roster.ts";
import type { Handler, Peer } from "./socket-server.ts";
import { stopOnDisk } from "./stop-on-disk.ts";
import { ThreadHost } from "./thread-host.ts";
import { limitsOf } from "./thread-limits.ts";
import { ThreadNews } from "./thread-news.ts";
import { Turnstile } from "./turnstile.ts";

export type SupervisorPorts = {
  layout: Layout;
  index: IndexWriter;
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
  private readonly roster = new Roster();
  private readonly news: ThreadNews;
  private readonly group = new SyncGroup();
  private readonly sealer;
  private readonly redact = redactor(process.env);
  /** What the bundle said itself, who can read every variable. */
  private readonly redactSaid: Redact;
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
    this.redactSaid = redactor(process.env, () => configuredForms(ports.layout, process.env));
    this.news = new ThreadNews(ports);
    this.turnstile = new Turnstile(descriptor?.concurrency ?? Infinity);
    const stepBytes = descriptor?.limits?.stepBytes ?? LIMITS.stepBytes;
    this.pool = new BundlePool(
      { file: ports.bundleFile, stepBytes },
      {
        exited: (thread, how) => this.roster.byNumber(thread)?.host.abandon(`it called ${how}`),
        said: (thread, what, text) => this.sayFor(thread, what, text),
        guilty: (thread, how) => {
          const hosted = this.roster.byNumber(thread);
          if (hosted !== undefined) endGuilty(hosted.host, how);
        },
        bereft: (thread) => this.roster.byNumber(thread)?.host.bereave(),
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
        this.roster.find(request.threadId);
        this.news.follow(request.threadId, peer);
        this.tellAbout(request.threadId);
        return null;
      case "pause":
        await this.roster.find(request.threadId).host.pause(request.actor);
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
    this.news.gone(peer);
    if (!this.asked.has(peer)) this.dismiss();
  }

  /** Who started us thought better of it. */
  dismiss(): void {
    this.restIfIdle(0);
  }

  drained(_peer: Peer): void {
    this.news.drained();
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
    const present = this.roster.present(threadId);
    if (present instanceof Promise) {
      await present;
      return this.host(request, peer);
    }
    // Before it runs: a short thread may have left again by the time the answer is on its way.
    this.news.follow(threadId, peer);
    if (present !== undefined) {
      if (how === "restart") throw isHeld(threadId);
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
    const present = this.roster.present(threadId);
    if (present instanceof Promise) {
      await present;
      return this.settle(request, peer);
    }
    this.news.follow(threadId, peer);
    let settled: Awaited<ReturnType<ThreadHost["settle"]>> | undefined;
    const tell = async (host: ThreadHost) => {
      if (present === undefined) await host.proveReceipts();
      settled = await host.settle(settlement, { actor, admins });
      return settled.goesOn;
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
    return { ignored: settled?.ignored ?? false, expired: settled?.expired ?? false };
  }

  private async takeUp(threadId: ThreadId, begin: (host: ThreadHost) => Promise<boolean>): Promise<void> {
    try {
      await this.roster.open(threadId, this.take(threadId, begin));
    } finally {
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
      await assertOwnWorktree(this.ports.layout, host.start);
      if (!(await begin(host))) {
        host.release();
        const status = deriveStatus(host.fold, false);
        this.news.index(host, status);
        this.news.tell(host, status, true);
        return { host, number, left: Promise.resolve(status) };
      }
    } catch (error) {
      host.release();
      throw error;
    }
    const hosted = { host, number, left: host.run() };
    this.roster.add(hosted);
    void hosted.left.then((status) => this.leave(hosted, status));
    await this.indexRunning(hosted);
    return hosted;
  }

  /**
   * The row is there before anybody is answered, unless the index cannot be written for long. It is written while the
   * bundle, which was asked first, is loading.
   */
  private async indexRunning(hosted: Hosted): Promise<void> {
    const { host } = hosted;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.roster.get(host.threadId) !== hosted) return;
    this.news.index(host, "running");
    await this.ports.index.written(INDEX_PATIENCE_MS);
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
          this.news.progress(host, stepId, effect, frame);
        const thread = {
          start: host.start,
          limits: host.limits,
          info: host.info,
          seq: () => host.lastSeq,
          progress,
          staysFor: (work: Promise<unknown>) => this.roster.stayFor(work, () => this.restIfIdle()),
          executing: (call: Promise<unknown>) => {
            host.stayFor(call);
            this.roster.stayFor(call, () => this.restIfIdle());
          },
        };
        return openCommandPorts(house, thread, identity);
      },
      roleChecker: async () => {
        const [{ roleChecker }, { schemaDesk }] = await Promise.all([
          import("#engine/check-role.ts"),
          import("./schema-desk.ts"),
        ]);
        return roleChecker(facts.descriptor, schemaDesk.check);
      },
      openRoutine: (input, options, replay) => this.pool.open(number, input, options, replay),
      dropRoutine: (reason) => this.pool.drop(number, reason),
      filesOf: (start) => threadFiles(layout, start),
      explain: (outcome) => explainFailure(outcome, { layout, bundle, bundleFile, redact: this.redactSaid }),
      durable: (host) => this.news.tell(host, host.status, false),
    });
  }

  private leave(hosted: Hosted, status: ThreadStatus): void {
    this.roster.remove(hosted.host.threadId);
    this.news.tell(hosted.host, status, true);
    this.news.index(hosted.host, status);
    this.restIfIdle();
  }

  /** Answers when the thread has really left, with what became of it: another stop, or its own end, may have come first. */
  private async stop(threadId: ThreadId, request: Request & { op: "stop" }): Promise<StopAnswer> {
    const hosted = this.roster.present(threadId);
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
    const { layout, bundle, clock, index } = this.ports;
    const place = { threadId, hash: bundle.id, path: layout.journal(bundle.id, threadId) };
    const putRow = (row: IndexRow) => index.put(row);
    return stopOnDisk(place, request, { layout, clock, putRow, group: this.group, sealer: this.sealer });
  }

  private remove(threadId: ThreadId): void {
    if (this.roster.has(threadId))
      throw new WorkflowError("STATE_INVALID", `the thread ${threadId} is running`, {
        hint: `uncaged-workflow kill ${threadId}`,
      });
    dropFiles(this.ports.layout, { hash: this.ports.bundle.id, threadId });
    this.ports.index.drop(threadId);
  }

  private list(): ListAnswer {
    const threads = [...this.roster.all].map(({ host }) => ({
      threadId: host.threadId,
      name: host.start.name,
      status: host.status,
      waitingOn: host.wait?.on ?? null,
      steps: host.steps,
      startedAt: host.start.timestamp,
      bill: host.bill,
    }));
    return { worker: this.ports.worker, pid: process.pid, threads, behind: this.ports.index.behind };
  }

  private tick(): void {
    const now = performance.now();
    this.ticks += 1;
    if (this.ticks % HOME_TICKS === 0 && this.ports.isHomeGone()) return this.ports.vanish();
    this.pool.probe(now);
    for (const hosted of this.roster.all) checkDeadlines(hosted, this.pool, now);
    if (process.memoryUsage.rss() > MEMORY_BYTES_MAX) this.ports.idle();
  }

  private sayFor(thread: number, what: "printed" | "stray", said: string): void {
    const text = this.redactSaid(said);
    const named = this.roster.byNumber(thread);
    // A rejection nobody awaited does not tell whose it is: every thread that may have made it hears of it.
    for (const { host } of named === undefined ? this.roster.all : [named]) {
      if (what === "printed") host.info.say("5HX2RJ8W", text);
      else host.info.say("C0N7YQ3D", `an error nobody caught: ${text}`);
    }
  }

  private tellAbout(threadId: ThreadId): void {
    const hosted = this.roster.get(threadId);
    if (hosted !== undefined) this.news.tell(hosted.host, hosted.host.status, false);
  }

  private restIfIdle(afterMs: number = TIMES.idleMs): void {
    clearTimeout(this.idleTimer);
    if (!this.roster.isEmpty) return;
    this.idleTimer = setTimeout(() => this.rest(), afterMs);
  }

  /** What is still to be said to the index is said first, if that takes no longer than a while. */
  private rest(from = performance.now()): void {
    if (this.ports.index.isIdle || performance.now() - from > LAST_WORDS_MS) return this.ports.idle();
    this.idleTimer = setTimeout(() => this.rest(from), LAST_WORDS_MS / 20);
  }
}

/** Who hosts a thread is answered after this, though its row is not written. */
const INDEX_PATIENCE_MS = 500;
const LAST_WORDS_MS = 2_000;

const FIRST_REQUEST_MS = 5_000;
const MEMORY_BYTES_MAX = 8 * 1024 * 1024 * 1024;

function otherBytes(host: ThreadHost, bundle: StoredBundle): WorkflowError {
  return new WorkflowError(
    "HASH_MISMATCH",
    `the thread ${host.threadId} was started with other bytes than the bundle ${bundle.id} has now; it is not run`,
    { details: { expected: host.start.sha256, actual: bundle.sha256 } },
  );
}

// The worker process of one bundle, apart from its boot: hosts threads, handles requests, watches deadlines.
import type { BundleFacts } from "#contract/descriptor.ts";
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import { LIMITS, TIMES } from "#contract/limits.ts";
import type { Clock } from "#contract/ports.ts";
import type { Stop, StopAnswer } from "#contract/settlement.ts";
import type { ThreadStatus } from "#contract/status.ts";
import type { Layout } from "#disk/layout.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import { assertOwnWorktree } from "#disk/workspace/thread-files.ts";
import { openSealer } from "#journal/sealer.ts";
import type { ListAnswer, Request } from "#protocol/messages.ts";
import { BundlePool } from "#realm/bundle-pool.ts";
import type { StoredBundle } from "#store/bundle-store.ts";
import { dropFiles } from "#store/drop-thread.ts";
import type { IndexRow } from "#store/thread-index.ts";
import { BundleQueue } from "#thread/bundle-queue.ts";
import { Hosting } from "#thread/hosting.ts";
import type { Hosted } from "#thread/roster.ts";
import type { ThreadHost } from "#thread/thread-host.ts";
import { checkDeadlines, endGuilty } from "./deadlines.ts";
import type { IndexWriter } from "./index-writer.ts";
import { openFileHost } from "./open-host.ts";
import { configuredForms, type Redact, redactor } from "./redact.ts";
import type { Handler, Peer } from "./socket-server.ts";
import { stopOnDisk } from "./stop-on-disk.ts";
import { ThreadNews } from "./thread-news.ts";

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
  private readonly hosting = new Hosting({
    open: (threadId, number) => this.openHost(threadId, number),
    check: (host) => this.check(host),
    taken: (hosted) => this.indexRunning(hosted),
    left: (host, status) => this.left(host, status),
    stopAbsent: (threadId, stop) => this.stopAbsent(threadId, stop),
    rested: () => this.restIfIdle(),
  });
  private readonly news: ThreadNews;
  private readonly group = new SyncGroup();
  private readonly sealer;
  private readonly redact = redactor(process.env);
  /** What the bundle said itself, who can read every variable. */
  private readonly redactSaid: Redact;
  private readonly bundleQueue: BundleQueue;
  private readonly pool: BundlePool;
  private readonly asked = new WeakSet<Peer>();
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
    this.bundleQueue = new BundleQueue(descriptor?.concurrency ?? Infinity);
    const stepBytes = descriptor?.limits?.stepBytes ?? LIMITS.stepBytes;
    this.pool = new BundlePool(
      { file: ports.bundleFile, stepBytes },
      {
        exited: (thread, how) => this.hosting.roster.byNumber(thread)?.host.abandon(`it called ${how}`),
        said: (thread, what, text) => this.sayFor(thread, what, text),
        guilty: (thread, how) => {
          const hosted = this.hosting.roster.byNumber(thread);
          if (hosted !== undefined) endGuilty(hosted.host, how);
        },
        bereft: (thread) => this.hosting.roster.byNumber(thread)?.host.bereave(),
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
        clearTimeout(this.idleTimer);
        await this.hosting.host(request.threadId, request.how, request.actor, () =>
          this.news.follow(request.threadId, peer),
        );
        this.tellAbout(request.threadId);
        return { worker: this.ports.worker };
      case "follow":
        this.hosting.roster.find(request.threadId);
        this.news.follow(request.threadId, peer);
        this.tellAbout(request.threadId);
        return null;
      case "pause":
        await this.hosting.pause(request.threadId, request.actor);
        return null;
      case "stop":
        return this.hosting.stop(request.threadId, request);
      case "settle":
        clearTimeout(this.idleTimer);
        return this.hosting.settle(request.threadId, request.settlement, request, () =>
          this.news.follow(request.threadId, peer),
        );
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

  private async check(host: ThreadHost): Promise<void> {
    // A store that cannot seal is found out before anything runs.
    await this.sealer.load();
    if (host.start.sha256 !== this.ports.bundle.sha256) throw otherBytes(host, this.ports.bundle);
    await assertOwnWorktree(this.ports.layout, host.start);
  }

  /**
   * The row is there before anybody is answered, unless the index cannot be written for long. It is written while the
   * bundle, which was asked first, is loading.
   */
  private async indexRunning(hosted: Hosted): Promise<void> {
    const { host } = hosted;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.hosting.roster.get(host.threadId) !== hosted) return;
    this.news.index(host, "running");
    await this.ports.index.written(INDEX_PATIENCE_MS);
  }

  private openHost(threadId: ThreadId, number: number): ThreadHost {
    const { group, sealer, redact, redactSaid, bundleQueue, pool, news } = this;
    return openFileHost(threadId, number, {
      ...this.ports,
      group,
      sealer,
      redact,
      redactSaid,
      bundleQueue,
      pool,
      news,
      stayFor: (call) => this.hosting.roster.stayFor(call, () => this.restIfIdle()),
    });
  }

  private left(host: ThreadHost, status: ThreadStatus): void {
    this.news.tell(host, status, true);
    this.news.index(host, status);
  }

  /** A thread of this bundle that nobody runs: we hold the lock, so nobody else may write the decision down. */
  private stopAbsent(threadId: ThreadId, stop: Stop): Promise<StopAnswer> {
    const { layout, bundle, clock, index } = this.ports;
    const place = { threadId, hash: bundle.id, path: layout.journal(bundle.id, threadId) };
    const putRow = (row: IndexRow) => index.put(row);
    return stopOnDisk(place, stop, { layout, clock, putRow, group: this.group, sealer: this.sealer });
  }

  private remove(threadId: ThreadId): void {
    this.hosting.assertAbsent(threadId);
    dropFiles(this.ports.layout, { hash: this.ports.bundle.id, threadId });
    this.ports.index.drop(threadId);
  }

  private list(): ListAnswer {
    const threads = [...this.hosting.roster.all].map(({ host }) => ({
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
    for (const hosted of this.hosting.roster.all) checkDeadlines(hosted, this.pool, now);
    if (process.memoryUsage.rss() > MEMORY_BYTES_MAX) this.ports.idle();
  }

  private sayFor(thread: number, what: "printed" | "stray", said: string): void {
    const text = this.redactSaid(said);
    const named = this.hosting.roster.byNumber(thread);
    // A rejection nobody awaited does not tell whose it is: every thread that may have made it hears of it.
    for (const { host } of named === undefined ? this.hosting.roster.all : [named]) {
      if (what === "printed") host.info.say("5HX2RJ8W", text);
      else host.info.say("C0N7YQ3D", `an error nobody caught: ${text}`);
    }
  }

  private tellAbout(threadId: ThreadId): void {
    const hosted = this.hosting.roster.get(threadId);
    if (hosted !== undefined) this.news.tell(hosted.host, hosted.host.status, false);
  }

  private restIfIdle(afterMs: number = TIMES.idleMs): void {
    clearTimeout(this.idleTimer);
    if (!this.hosting.roster.isEmpty) return;
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

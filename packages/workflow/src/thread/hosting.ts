// What it means to host threads, whoever asks and however: to take one up, to tell it something, to stop it. A process
// puts its socket, its index and its lock around this; a cluster its handlers.
//
// HOSTING-1. A thread is taken up once, however many ask in one breath: who comes second waits, and then finds it here.
// HOSTING-2. Who comes while a thread parks or ends waits until it has left, and is judged by what it left in its log.
// HOSTING-3. A thread that was told something runs only if it goes on because of it. Otherwise nothing of it stays.
import { WorkflowError } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { HostHow } from "#contract/ports.ts";
import type { SettleAnswer, Settlement, Stop, StopAnswer } from "#contract/settlement.ts";
import { isTerminal, type ThreadStatus } from "#contract/status.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { isHeld } from "./refusals.ts";
import { type Hosted, Roster } from "./roster.ts";
import type { SettledHere } from "./thread-commands.ts";
import type { ThreadHost } from "./thread-host.ts";

export type HostingPorts = {
  /** Opens the log of the thread, and its host. `number` is new for each: a generator is known by it. */
  open(threadId: ThreadId, number: number): ThreadHost;
  /** Before anything is recorded. Throws when the thread may not be run here. */
  check(host: ThreadHost): Promise<void>;
  /** It runs. Who asked is answered after this. */
  taken(hosted: Hosted): Promise<void>;
  /** It is no longer here; also after it was told something and did not go on. */
  left(host: ThreadHost, status: ThreadStatus): void;
  /** Stops a thread that nobody runs. */
  stopAbsent(threadId: ThreadId, stop: Stop): Promise<StopAnswer>;
  /** Nobody is being taken up any more: there may be nothing left to do. */
  rested(): void;
};

export type By = { actor: string; admins: string[] };

export class Hosting {
  readonly roster = new Roster();
  private numbers = 0;

  constructor(private readonly ports: HostingPorts) {}

  /** `met`: called before the thread runs, for a short one may have left again by the time this resolves. */
  async host(
    threadId: ThreadId,
    how: HostHow,
    actor: string | undefined,
    met: () => void = NOTHING,
  ): Promise<void> {
    const present = this.roster.present(threadId);
    if (present instanceof Promise) {
      await present;
      return this.host(threadId, how, actor, met);
    }
    met();
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
  async settle(
    threadId: ThreadId,
    settlement: Settlement,
    by: By,
    met: () => void = NOTHING,
  ): Promise<SettleAnswer> {
    const present = this.roster.present(threadId);
    if (present instanceof Promise) {
      await present;
      return this.settle(threadId, settlement, by, met);
    }
    met();
    let settled: SettledHere | undefined;
    const tell = async (host: ThreadHost) => {
      if (present === undefined) await host.proveReceipts();
      settled = await host.settle(settlement, by);
      return settled.goesOn;
    };
    try {
      if (present === undefined) await this.takeUp(threadId, tell);
      else await tell(present.host);
    } catch (error) {
      // It parked or ended before it could be told; what it left in its log decides.
      if (present?.host.isLeaving) return this.settle(threadId, settlement, by, met);
      throw error;
    }
    if (settled?.error !== undefined) throw settled.error;
    return { ignored: settled?.ignored ?? false, expired: settled?.expired ?? false };
  }

  /** Resolves when the thread has really left, with what became of it: another stop, or its own end, may have come first. */
  async stop(threadId: ThreadId, stop: Stop): Promise<StopAnswer> {
    const hosted = this.roster.present(threadId);
    if (hosted === undefined) return this.ports.stopAbsent(threadId, stop);
    if (hosted instanceof Promise) {
      await hosted;
      return this.stop(threadId, stop);
    }
    const accepted = await stopHosted(hosted.host, stop);
    const status = await hosted.left;
    if (accepted) return { status, again: false };
    // It was leaving when we came: it had ended, or it parked, and a parked thread is still there to be stopped.
    return isTerminal(status) ? { status, again: true } : this.stop(threadId, stop);
  }

  async pause(threadId: ThreadId, actor: string | undefined): Promise<void> {
    await this.roster.find(threadId).host.pause(actor);
  }

  assertAbsent(threadId: ThreadId): void {
    if (this.roster.has(threadId))
      throw new WorkflowError("STATE_INVALID", `the thread ${threadId} is running`, {
        hint: `uncaged-workflow kill ${threadId}`,
      });
  }

  private async takeUp(threadId: ThreadId, begin: (host: ThreadHost) => Promise<boolean>): Promise<void> {
    try {
      await this.roster.open(threadId, this.take(threadId, begin));
    } finally {
      this.ports.rested();
    }
  }

  /** `begin` returns whether there is anything to run. */
  private async take(threadId: ThreadId, begin: (host: ThreadHost) => Promise<boolean>): Promise<Hosted> {
    const number = ++this.numbers;
    const host = this.ports.open(threadId, number);
    try {
      await this.ports.check(host);
      if (!(await begin(host))) {
        host.release();
        const status = deriveStatus(host.fold, false);
        this.ports.left(host, status);
        return { host, number, left: Promise.resolve(status) };
      }
    } catch (error) {
      host.release();
      throw error;
    }
    const hosted = { host, number, left: host.run() };
    this.roster.add(hosted);
    void hosted.left.then((status) => this.leave(hosted, status));
    await this.ports.taken(hosted);
    return hosted;
  }

  private leave({ host }: Hosted, status: ThreadStatus): void {
    this.roster.remove(host.threadId);
    this.ports.left(host, status);
    this.ports.rested();
  }
}

const NOTHING = () => {};

/** False when the thread leaves before the stop can act. */
async function stopHosted(host: ThreadHost, stop: Stop): Promise<boolean> {
  if (host.isLeaving) return false;
  try {
    await host.stop(stop.action, stop);
    return true;
  } catch (error) {
    if (host.isLeaving) return false;
    throw error;
  }
}

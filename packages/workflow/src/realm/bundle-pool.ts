// The Workers of one bundle. Normally one, shared by all threads. When it is lost and nobody can be named, the threads
// that were inside a step are split over two fresh Workers, and again, until the one that harms its neighbours is alone.

import { TIMES } from "#contract/limits.ts";
import type { Opened, Replayed, RoutineInput } from "#contract/ports.ts";
import type { Options } from "#contract/workflow.ts";
import { BundlePort, type PortBundle } from "./bundle-port.ts";
import { startBundleWorker } from "./start-bundle-worker.ts";

export type PoolEvents = {
  exited(thread: number, how: string): void;
  said(thread: number, what: "printed" | "stray", text: string): void;
  /** This thread alone lost its Worker: by ending it, or by blocking it. */
  guilty(thread: number, how: "died" | "blocked"): void;
  /** Its generator is gone with its Worker. */
  bereft(thread: number): void;
};

export class BundlePool {
  private readonly portOf = new Map<number, BundlePort>();
  private shared: BundlePort | null = null;
  /** Threads whose Worker was ended under them and that have not opened again yet. */
  private readonly homeless = new Set<number>();

  constructor(
    private readonly bundle: PortBundle,
    private readonly events: PoolEvents,
    private booted: Worker | null,
    private readonly blockedMs: number = TIMES.blockedMs,
  ) {}

  open(thread: number, input: RoutineInput, options: Options, replay: Replayed[] = []): Promise<Opened> {
    const port = this.portOf.get(thread) ?? this.sharedPort();
    this.portOf.set(thread, port);
    this.homeless.delete(thread);
    return port.open(thread, input, options, replay);
  }

  /** The thread has no use for its generator any more. A Worker with nobody left in it is ended, and its leaks with it. */
  drop(thread: number): void {
    this.homeless.delete(thread);
    const port = this.portOf.get(thread);
    if (port === undefined) return;
    const wasBusy = port.busyThreads().includes(thread);
    port.drop(thread);
    this.portOf.delete(thread);
    if (this.threadsOf(port).length > 0) void this.endIfHung(port, thread, wasBusy);
    else if (wasBusy || port !== this.shared) this.end(port);
  }

  /** Looks for Workers that do not answer. */
  probe(now: number): void {
    for (const port of new Set(this.portOf.values()))
      if (!port.isLoading && port.probe(now) > this.blockedMs) this.lost(port, "blocked");
  }

  /**
   * A thread's step is overdue. True when its Worker still answers: then it is this thread's own doing. A Worker that does
   * not answer is blocked by somebody, who is found first; the others get a fresh one and their time again.
   */
  isOwnDelay(thread: number, now: number): boolean {
    const port = this.portOf.get(thread);
    if (port === undefined || port.isLoading || this.homeless.has(thread)) return false;
    if (port.probe(now) < HUNG_AFTER_MS) return true;
    this.lost(port, "blocked");
    return false;
  }

  endAll(): void {
    for (const port of this.ports()) void port.terminate();
  }

  private sharedPort(): BundlePort {
    this.shared ??= this.start();
    return this.shared;
  }

  private start(): BundlePort {
    const worker = this.booted ?? startBundleWorker();
    this.booted = null;
    const port: BundlePort = new BundlePort(worker, this.bundle, {
      exited: (thread, how) => this.events.exited(thread, how),
      said: (thread, what, text) => this.events.said(thread, what, text),
      died: () => this.lost(port, "died"),
      late: () => this.forget(port),
    });
    return port;
  }

  /** A dropped thread may have left its Worker in an endless loop; its neighbours must not wait for the watch to see it. */
  private async endIfHung(port: BundlePort, thread: number, wasBusy: boolean): Promise<void> {
    if (!wasBusy || port.isLoading) return;
    port.probe(performance.now());
    await Bun.sleep(HUNG_AFTER_MS);
    if (port.probe(performance.now()) < HUNG_AFTER_MS || this.threadsOf(port).length === 0) return;
    const entered = port.enteredThread();
    if (entered !== null && entered !== thread) return this.lost(port, "blocked");
    this.end(port);
  }

  private lost(port: BundlePort, how: "died" | "blocked"): void {
    const entered = how === "blocked" ? port.enteredThread() : null;
    const suspects = entered === null ? port.busyThreads() : [entered];
    if (suspects.length === 1) this.events.guilty(suspects[0] as number, how);
    else this.split(suspects);
    this.end(port, suspects.length > 1 ? suspects : []);
  }

  /** Its threads were told: nobody is looked for, since none of their code was entered. */
  private forget(port: BundlePort): void {
    if (this.shared === port) this.shared = null;
    for (const thread of this.threadsOf(port)) this.portOf.delete(thread);
    void port.terminate();
  }

  /** Each half gets a Worker of its own; the halves are taken up again by their hosts when their calls reject. */
  private split(suspects: number[]): void {
    const middle = Math.ceil(suspects.length / 2);
    for (const half of [suspects.slice(0, middle), suspects.slice(middle)]) {
      if (half.length === 0) continue;
      const port = this.start();
      for (const thread of half) this.portOf.set(thread, port);
    }
  }

  /** Ends a Worker; its threads find a fresh one when they open again. */
  private end(port: BundlePort, moved: number[] = []): void {
    if (this.shared === port) this.shared = null;
    const bereft = [...this.threadsOf(port), ...moved];
    for (const thread of bereft) this.homeless.add(thread);
    for (const [thread, owner] of this.portOf)
      if (owner === port && !moved.includes(thread)) this.portOf.delete(thread);
    void port.terminate();
    for (const thread of bereft) this.events.bereft(thread);
  }

  private threadsOf(port: BundlePort): number[] {
    return [...this.portOf].filter(([, owner]) => owner === port).map(([thread]) => thread);
  }

  private ports(): Set<BundlePort> {
    return new Set([...this.portOf.values(), ...(this.shared === null ? [] : [this.shared])]);
  }
}

const HUNG_AFTER_MS = 200;

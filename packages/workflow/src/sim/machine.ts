// A machine that can die at any moment: its disk, its clock, and the moments it has lived through.
import { randomFrom } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { type DiskOdds, SimDisk } from "./sim-disk.ts";

/** Thrown into whatever runs when the machine dies; nobody of that life does anything after it. */
export class MachineDied extends Error {}

export class SimMachine {
  readonly random;
  readonly scheduler: Scheduler;
  readonly disk: SimDisk;
  /** Of this life. */
  moments = 0;
  /** How often a thread was taken up on it. */
  hostings = 0;
  /** The moment at which it died, in words. */
  diedAt = "";
  isDead = false;
  private dieAt = Infinity;
  /** Calls to code in a Worker, which end in real time and not in simulated time. */
  private outside = 0;
  private wake: () => void = () => {};

  constructor(seed: number, odds: DiskOdds) {
    this.random = randomFrom(seed);
    this.scheduler = new Scheduler(this.random.branch("scheduler"));
    this.disk = new SimDisk({
      random: this.random.branch("disk"),
      odds,
      moment: this.moment,
      soon: (call) => this.scheduler.soon(call),
      isDead: () => this.isDead,
    });
  }

  /** A new life, which ends at its `dieAt`-th moment. */
  boot(dieAt = Infinity): void {
    this.isDead = false;
    this.moments = 0;
    this.dieAt = dieAt;
    this.diedAt = "";
  }

  /** The machine may die here. */
  readonly moment = (what: string): void => {
    if (this.isDead) throw new MachineDied(what);
    this.moments += 1;
    if (this.moments === this.dieAt) this.die(`${what} (moment ${this.moments})`);
  };

  die(what: string): never {
    this.isDead = true;
    this.diedAt = what;
    this.disk.crash();
    this.scheduler.clear();
    this.wake();
    throw new MachineDied(what);
  }

  /** Waits in real time for this before anything else happens. */
  async awaits<T>(answer: Promise<T>): Promise<T> {
    this.outside += 1;
    try {
      return await answer;
    } finally {
      this.outside -= 1;
      this.wake();
    }
  }

  /** Until everything that could run has run. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.outside > 0 && !this.isDead) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

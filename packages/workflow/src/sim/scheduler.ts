// The clock of a simulation, and who is next: time passes only when somebody waits for it, and of what could happen now
// the seed chooses.
import type { Clock } from "#contract/ports.ts";
import type { Random } from "./random.ts";

type Timer = { due: number; call: () => void };

const EPOCH = 1_790_000_000_000;
/** How often a timer goes before what is ready: a slow disk, a late answer. */
const TIMER_FIRST = 0.12;

export class Scheduler implements Clock {
  /** Milliseconds that passed, whatever the wall clock says. */
  elapsed = 0;
  private skew = 0;
  private timers: Timer[] = [];
  private ready: (() => void)[] = [];

  constructor(private readonly random: Random) {}

  readonly now = (): number => EPOCH + Math.floor(this.elapsed) + this.skew;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { due: this.elapsed + Math.max(ms, 0), call };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  };

  /** Happens whenever the seed says, before or after other things that are ready. */
  soon(call: () => void): void {
    this.ready.push(call);
  }

  /** The wall clock is set; timers go on as they were. */
  jump(ms: number): void {
    this.skew += ms;
  }

  pass(ms: number): void {
    this.elapsed += ms;
  }

  /** Lets one thing happen. False: nothing is left that could. */
  step(): boolean {
    const { ready, timers, random } = this;
    if (ready.length > 0 && (timers.length === 0 || !random.chance(TIMER_FIRST))) {
      const [call] = ready.splice(random.int(0, ready.length), 1);
      call?.();
      return true;
    }
    return this.fireNext();
  }

  /** The process is gone, and with it what it waited for. */
  clear(): void {
    this.timers = [];
    this.ready = [];
  }

  private fireNext(): boolean {
    let next: Timer | undefined;
    for (const timer of this.timers) if (next === undefined || timer.due < next.due) next = timer;
    if (next === undefined) return false;
    this.timers = this.timers.filter((one) => one !== next);
    this.elapsed = Math.max(this.elapsed, next.due);
    next.call();
    return true;
  }
}

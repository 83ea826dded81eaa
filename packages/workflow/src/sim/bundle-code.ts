// The code of a bundle in a Worker, as a process of its own has it: fresh, or one that has run other threads already.
import { type ErrorReport, errorFromReport } from "#contract/errors.ts";
import type { Opened, Replayed, RoutineInput, Turn } from "#contract/ports.ts";
import type { Options } from "#contract/workflow.ts";
import { BundlePool } from "#realm/bundle-pool.ts";

/** Code that computes or waits longer than this is not waited for: a simulation runs it hundreds of times. */
export const TURN_MS = 5_000;

export class BundleCode {
  private readonly pool: BundlePool;
  private numbers = 0;
  /** Told when the code ended its process, or its Worker. */
  private onEnd: (how: string) => void = () => {};

  /** `shiftMs`: what its clock is ahead of the machine's. */
  constructor(bundle: { file: string; stepBytes: number; shiftMs?: number }, booted: Worker | null) {
    const end = (how: string) => this.onEnd(how);
    const events = {
      exited: (_: number, how: string) => end(`it called ${how}`),
      said: () => {},
      guilty: () => end("its Worker ended"),
      bereft: () => {},
    };
    this.pool = new BundlePool({ ...bundle, loadMs: TURN_MS }, events, booted);
  }

  /** A place for one thread: `open` makes its generator, `drop` forgets it. */
  place(onEnd: (how: string) => void) {
    const number = ++this.numbers;
    this.onEnd = onEnd;
    return {
      open: async (input: RoutineInput, options: Options, replay: Replayed[]): Promise<Opened> => {
        // It is loaded first, which has a deadline of its own.
        const opened = await within(this.pool.open(number, input, options, replay), 2 * TURN_MS);
        if (opened === null) return { failed: late(2 * TURN_MS) };
        if (!("routine" in opened)) return opened;
        const { routine } = opened;
        return {
          routine: {
            next: (answer, isLive) => inTime(routine.next(answer, isLive)),
            close: () => inTime(routine.close()),
          },
        };
      },
      drop: () => this.pool.drop(number),
    };
  }

  end(): void {
    this.pool.endAll();
  }
}

async function inTime(turn: Promise<Turn>): Promise<Turn> {
  const taken = await within(turn, TURN_MS);
  if (taken === null) throw errorFromReport(late(TURN_MS));
  return taken;
}

function late(ms: number): ErrorReport {
  const message = `the code did not come back within ${ms / 1000} s`;
  return { code: "TIMEOUT", message, hint: "a simulated step is a short one" };
}

/** Null when it takes longer. */
async function within<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const passed = Promise.withResolvers<null>();
  const timer = setTimeout(() => passed.resolve(null), ms);
  try {
    return await Promise.race([answer, passed.promise]);
  } finally {
    clearTimeout(timer);
  }
}

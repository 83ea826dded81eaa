// The code of a bundle in a Worker, as a process of its own has it: fresh, or one that has run other threads already.
import { WorkflowError } from "#contract/errors.ts";
import type { Replayed, Routine, RoutineInput, Turn } from "#contract/ports.ts";
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
      open: async (input: RoutineInput, options: Options, replay: Replayed[]): Promise<Routine> => {
        // It is loaded first, which has a deadline of its own.
        const routine = await inTime(this.pool.open(number, input, options, replay), 2 * TURN_MS);
        return {
          next: (answer, isLive) => inTime<Turn>(routine.next(answer, isLive)),
          close: () => inTime<Turn>(routine.close()),
        };
      },
      drop: (reason: unknown) => this.pool.drop(number, reason),
    };
  }

  end(): void {
    this.pool.endAll();
  }
}

async function inTime<T>(turn: Promise<T>, ms = TURN_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const message = `the code did not come back within ${ms / 1000} s`;
  const timer = setTimeout(
    () => late.reject(new WorkflowError("TIMEOUT", message, { hint: "a simulated step is a short one" })),
    ms,
  );
  try {
    return await Promise.race([turn, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

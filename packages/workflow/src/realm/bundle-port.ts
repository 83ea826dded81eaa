// The supervisor's side of one Worker: loads the bundle in it, opens generators, carries turns, and ends it.
import type { ErrorReport } from "#contract/errors.ts";
import { TIMES } from "#contract/limits.ts";
import type { Gone, Opened, Replayed, Routine, RoutineInput, Turn } from "#contract/ports.ts";
import type { Options } from "#contract/workflow.ts";
import { type FromBundle, NOBODY, type ToBundle } from "#protocol/realm-messages.ts";
import { keepAwake } from "./keep-awake.ts";

export type PortEvents = {
  exited(thread: number, how: string): void;
  said(thread: number, what: "printed" | "stray", text: string): void;
  /** The Worker ended without being asked to. */
  died(): void;
  /** The bundle did not load in time; whoever opens a generator here is refused. */
  late(): void;
};

/** `loadMs`: how long its top level may take. */
export type PortBundle = { file: string; stepBytes: number; shiftMs?: number; loadMs?: number };

/** What a call comes to: a turn, or (of `open`) that the generator is there, or that its code or its steps are not. */
type Answered = Turn | { type: "opened" } | { type: "failed"; error: ErrorReport } | { type: "unreadable" };

type Pending = { thread: number; resolve(answered: Answered): void };

export class BundlePort {
  private readonly pending = new Map<number, Pending>();
  private readonly slot = new Int32Array(new SharedArrayBuffer(4));
  /** Null once the bundle is loaded; what is wrong with it when it cannot be. */
  private readonly loading = Promise.withResolvers<Answered | null>();
  /** Those with a generator here. */
  private readonly threads = new Set<number>();
  private calls = 0;
  private ended = false;
  private loadTimer: ReturnType<typeof setInterval> | undefined;
  private pingedAt: number | null = null;

  constructor(
    private readonly worker: Worker,
    { loadMs = TIMES.loadMs, ...bundle }: PortBundle,
    private readonly events: PortEvents,
  ) {
    this.watchLoading(loadMs);
    worker.addEventListener("message", (event) => this.receive(event.data as FromBundle));
    worker.addEventListener("error", () => this.die());
    worker.addEventListener("close", () => this.die());
    this.post({ type: "load", ...bundle, slot: this.slot.buffer as SharedArrayBuffer });
  }

  /** Opens a generator. A throw while opening is the routine's first turn. */
  async open(
    thread: number,
    input: RoutineInput,
    options: Options,
    replay: Replayed[] = [],
  ): Promise<Opened> {
    this.threads.add(thread);
    const message = (call: number): ToBundle => ({ type: "open", thread, call, input, options, replay });
    const answered = await this.call(thread, message, this.loading.promise);
    if (answered.type === "failed") return { failed: answered.error };
    if (answered.type === "unreadable") return { unreadable: true };
    if (answered.type === "gone") return { gone: answered.how };
    if (answered.type !== "opened")
      return { routine: { next: async () => answered, close: async () => answered } };
    return { routine: this.routineOf(thread) };
  }

  private routineOf(thread: number): Routine {
    return {
      next: (answer, isLive = false) =>
        this.turn(thread, (call) => ({
          type: "next",
          thread,
          call,
          ...(answer === undefined ? {} : { answer: JSON.stringify(answer) }),
          isLive,
        })),
      close: () => this.turn(thread, (call) => ({ type: "close", thread, call })),
    };
  }

  /** Forgets a thread: its open calls are answered with `gone`, its generator is never entered again. */
  drop(thread: number): void {
    this.threads.delete(thread);
    this.answerWhere((call) => call.thread === thread, gone("dropped"));
    if (!this.ended) this.post({ type: "drop", thread });
  }

  /** Its top level has not ended; that has a deadline of its own. */
  get isLoading(): boolean {
    return this.loadTimer !== undefined;
  }

  /** Threads whose generators are running or awaiting something inside a step. */
  busyThreads(): number[] {
    return [...new Set([...this.pending.values()].map((call) => call.thread))];
  }

  /** Whose generator was entered and has not come back, when the Worker does not answer. */
  enteredThread(): number | null {
    const thread = Atomics.load(this.slot, 0);
    return thread === NOBODY ? null : thread;
  }

  /** Sends a ping unless one is pending. Returns how long the oldest has been pending. */
  probe(now: number): number {
    if (this.pingedAt === null) {
      this.pingedAt = now;
      this.post({ type: "ping", call: 0 });
    }
    return now - this.pingedAt;
  }

  /** Stops all code in the Worker, a synchronous loop included. */
  async terminate(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.endWatch();
    this.worker.terminate();
    this.answerWhere(() => true, gone("lost"));
  }

  private async turn(thread: number, message: (call: number) => ToBundle): Promise<Turn> {
    const answered = await this.call(thread, message);
    if (answered.type !== "opened" && answered.type !== "failed" && answered.type !== "unreadable")
      return answered;
    return { type: "throw", error: { code: "INTERNAL", message: "the Worker gave no turn" } };
  }

  /** `before`: what has to be over first. The call counts as open meanwhile, so it can be dropped. */
  private call(
    thread: number,
    message: (call: number) => ToBundle,
    before?: Promise<Answered | null>,
  ): Promise<Answered> {
    if (this.ended) return Promise.resolve(gone("lost"));
    const call = ++this.calls;
    return new Promise((resolve) => {
      this.pending.set(call, { thread, resolve });
      const send = () => {
        if (this.pending.has(call)) this.post(message(call));
      };
      if (before === undefined) send();
      else void before.then((wrong) => (wrong === null ? send() : this.settle(call, wrong)));
      // Several threads have something better to do with the processors.
      if (this.threads.size === 1) keepAwake(() => this.pending.has(call), TURN_MS);
    });
  }

  private receive(message: FromBundle): void {
    switch (message.type) {
      case "loaded":
        this.endWatch();
        return this.loading.resolve(null);
      case "unloadable":
        this.endWatch();
        return this.loading.resolve(unloadable(message.error));
      case "opened":
        return this.settle(message.call, { type: "opened" });
      case "unreadable":
        return this.settle(message.call, { type: "unreadable" });
      case "turn":
        return this.settle(message.call, message.turn);
      case "pong":
        this.pingedAt = null;
        return;
      case "exited":
        return this.events.exited(message.thread, message.how);
      case "printed":
      case "stray":
        return this.events.said(message.thread, message.type, message.text);
    }
  }

  /** Counted in ticks: a process that was stopped meanwhile, or a machine that slept, took none of its time. */
  private watchLoading(loadMs: number): void {
    let ticks = 0;
    this.loadTimer = setInterval(() => {
      if (++ticks < LOAD_TICKS) return;
      const late = loadsTooLong(loadMs);
      this.loading.resolve(late);
      this.answerWhere(() => true, late);
      this.events.late();
    }, loadMs / LOAD_TICKS);
  }

  private endWatch(): void {
    clearInterval(this.loadTimer);
    this.loadTimer = undefined;
  }

  private settle(call: number, answered: Answered): void {
    const pending = this.pending.get(call);
    this.pending.delete(call);
    pending?.resolve(answered);
  }

  private die(): void {
    if (this.ended) return;
    this.events.died();
    this.ended = true;
    this.endWatch();
    this.loading.resolve(gone("lost"));
    this.answerWhere(() => true, gone("lost"));
  }

  private answerWhere(concerns: (call: Pending) => boolean, answered: Answered): void {
    for (const [id, call] of this.pending) {
      if (!concerns(call)) continue;
      this.pending.delete(id);
      call.resolve(answered);
    }
  }

  private post(message: ToBundle): void {
    // The steps of a long thread are moved, not copied.
    this.worker.postMessage(message, message.type === "open" ? [message.input.stepsJson.buffer] : []);
  }
}

/** A step that does no more than compute is back within this. */
const TURN_MS = 0.2;
const LOAD_TICKS = 20;

/** The generator is gone; the thread itself is whole, and can be taken up again from its record. */
function gone(how: Gone): Turn {
  return { type: "gone", how };
}

function loadsTooLong(loadMs: number): Answered {
  return {
    type: "failed",
    error: {
      code: "TIMEOUT",
      message: `the bundle cannot be loaded: its top level did not end within ${loadMs} ms`,
      hint: "move what takes long or waits from the top level of the file into the generator, and add it again",
    },
  };
}

/** The bundle threw at import: every thread of it fails the same way. */
function unloadable(error: ErrorReport): Answered {
  return {
    type: "failed",
    error: { ...error, message: `the bundle cannot be loaded: ${error.message}` },
  };
}

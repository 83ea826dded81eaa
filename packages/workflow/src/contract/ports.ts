// What the engine needs from outside. The file engine, a cluster engine and the simulation each give their own.
import type { ErrorReport } from "./errors.ts";
import type { Sha256 } from "./ids.ts";
import type { ResultRecord, Unstamped } from "./record.ts";
import type { ThreadInput } from "./workflow.ts";

export type Clock = {
  now(): number;
  /** Calls back when so many milliseconds have passed. Returns a function that cancels the timer. Without it: the process's timers. */
  after?(ms: number, call: () => void): () => void;
};

/** One turn of a generator as it crosses from the bundle to the engine: canonical JSON, or why it could not be that. */
export type Turn = (
  | { type: "yield"; json: string }
  | { type: "return"; json: string }
  | { type: "throw"; error: ErrorReport }
  | { type: "refused"; error: ErrorReport }
  /** There is no turn, and there will be none: the generator is gone with its Worker, or was dropped. */
  | { type: "gone"; how: Gone }
) & {
  /** The index of the recorded yield this should have been and was not; missing when none is left. */
  at?: number;
};

export type Gone = "lost" | "dropped";

/** A yield of an earlier generator, for the new one to repeat: its XXH64, and the JSON of its answer. */
export type Replayed = { hash: string; answer?: string };

/** A ThreadInput whose steps are still JSON, in UTF-8: handed over as they are, and parsed once, where they are used. */
export type RoutineInput = Omit<ThreadInput, "steps"> & { stepsJson: Uint8Array<ArrayBuffer> };

/** start: a thread that has not run yet. resume: continue. restart: from the beginning, its steps no longer count. */
export type HostHow = "start" | "resume" | "restart";

/** The bundle's generator, wherever it runs. That it is lost or dropped is a turn, too. */
export type Routine = {
  /** `isLive`: nothing more is to be repeated. */
  next(answer: unknown, isLive?: boolean): Promise<Turn>;
  /** Runs `finally` blocks. A yield inside them is a turn like any other. */
  close(): Promise<Turn>;
};

/** What came of opening a generator. `failed`: its code cannot be loaded. `unreadable`: the recorded steps are no JSON. */
export type Opened = { routine: Routine } | { gone: Gone } | { failed: ErrorReport } | { unreadable: true };

/** What is said of a thread for people to read. Each place that says something has a tag of its own. */
export type InfoLog = { say(tag: string, content: string, error?: ErrorReport): void };

/** What an engine makes durable. A call resolves after the fact is on disk (or in the cluster's log). */
export type Durable = {
  /** Records one step, the n-th yield; `json` is its canonical role output. */
  step(json: string, n: number): Promise<Left | undefined>;
  /** Carries out the commands of the n-th yield. Returns what the generator is given, or how the thread ends. */
  perform(json: string, n: number): Promise<Performed>;
  /** The generator did not repeat a recorded yield. Throws unless the two mean the same, or the thread may take another way. */
  compare(turn: Turn): Promise<Compared>;
  /** The generator ended, or yielded what is no yield, in the place of its n-th. Throws when it may not do so there. */
  ended(n: number, turn: Turn): Left | undefined;
  /** Records why the n-th yield was not taken. */
  reject(n: number, error: ErrorReport): Promise<void>;
  /** Between two yields: undefined to go on at once, or a promise that resolves when the thread may go on or is left. */
  gate(): Left | undefined | Promise<Left | undefined>;
  /** The generator is being closed: what it does now is no step, and has a time limit of its own. */
  rest(): void;
};

/** `ends`: the generator is closed first, so that its `finally` blocks run. */
export type Performed = { answer: unknown } | { ends: EndedBy } | Left;

/** The loop is left with the generator where it is: nothing more is asked of it. */
export type Left =
  /** Only a person or the time brings the thread on. */
  | { parks: true }
  /** The next generator begins, with the state of a `continue`. */
  | { continues: true }
  /** Whoever hosts the thread has decided about it, and knows how it ends. */
  | { stopped: true }
  /** The generator is gone with its Worker: another one can be made from the record. */
  | { lost: true }
  /** How the thread ends is known: a line says it, or a limit. */
  | { over: EndedBy };

/** How a yield ends the thread: what the result line will say. */
export type EndedBy = Omit<Unstamped<ResultRecord>, "kind">;

/** The same after all: its answer. Or: the thread goes another way, with so many yields and steps before it. */
export type Compared = { answer: unknown } | { yields: number; steps: number } | Left;
/** Bytes by their sha256. `get`: null when there are none; bytes that are not those of the name are an error, not an answer. */
export type Blobs = { put(bytes: Uint8Array): Sha256; get(sha256: Sha256): Uint8Array | null };

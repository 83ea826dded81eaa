// What the engine needs from outside. The file engine, a cluster engine and the simulation each give their own.
import type { ErrorReport } from "./errors.ts";
import type { Sha256 } from "./ids.ts";

export type Clock = { now(): number };

/** One turn of a generator as it crosses from the bundle to the engine: canonical JSON, or why it could not be that. */
export type Turn =
  | { type: "yield"; json: string }
  | { type: "return"; json: string }
  | { type: "throw"; error: ErrorReport }
  | { type: "refused"; error: ErrorReport };

/** The bundle's generator, wherever it runs. A call rejects only when the generator itself is lost or stopped. */
export type Routine = {
  next(answer: unknown): Promise<Turn>;
  /** Runs `finally` blocks. A yield inside them is a turn like any other. */
  close(): Promise<Turn>;
};

/** What an engine makes durable. A call resolves after the fact is on disk (or in the cluster's log). */
export type Durable = {
  /** Records one step; `json` is its canonical role output. */
  step(json: string): Promise<void>;
  /** Between two yields: undefined to go on at once, or a promise that settles when the thread may go on or must stop. */
  gate(): Promise<void> | undefined;
  /** The generator is being closed: what it does now is no step, and has a time limit of its own. */
  rest(): void;
};

/** Bytes by their sha256. `get`: null when there are none; bytes that are not those of the name are an error, not an answer. */
export type Blobs = { put(bytes: Uint8Array): Sha256; get(sha256: Sha256): Uint8Array | null };

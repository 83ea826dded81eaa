// What crosses to the Worker that a bundle's code runs in, and to the one that checks schemas.
import type { Json } from "#contract/command.ts";
import type { JsonSchema, Normalised } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { Replayed, RoutineInput, Turn } from "#contract/ports.ts";
import type { Options } from "#contract/workflow.ts";

export type ToBundle =
  /** `shiftMs`: in a simulation, how much later it seems to be. */
  | { type: "load"; file: string; stepBytes: number; shiftMs?: number; slot: SharedArrayBuffer }
  | { type: "open"; thread: number; call: number; input: RoutineInput; options: Options; replay: Replayed[] }
  /** `answer`: as JSON, because text crosses several times faster than an object. */
  | { type: "next"; thread: number; call: number; answer?: string; isLive: boolean }
  | { type: "close"; thread: number; call: number }
  | { type: "drop"; thread: number }
  | { type: "ping"; call: number };

export type FromBundle =
  | { type: "loaded" }
  | { type: "unloadable"; error: ErrorReport }
  | { type: "opened"; call: number }
  /** The steps it was given cannot be read. */
  | { type: "unreadable"; call: number }
  | { type: "turn"; call: number; turn: Turn }
  | { type: "pong"; call: number }
  /** The bundle tried to end the process. */
  | { type: "exited"; thread: number; how: string }
  | { type: "printed"; thread: number; text: string }
  | { type: "stray"; thread: number; text: string };

/** `slot[0]`: the thread whose generator is being entered right now, or NOBODY. Read from outside when the loop hangs. */
export const NOBODY = 0;

/** `isFilled`: with the defaults of the schema. */
export type SchemaCheck = { schema: JsonSchema; value: Json; isFilled: boolean };
/** A value that fits it: the plainest, or another for each seed. */
export type StubAsked = { schema: JsonSchema; seed: number | null };
export type ToSchema = SchemaCheck | StubAsked;
/** Of a stub that was not found, nothing. */
export type FromSchema = { checked: Normalised } | { stub?: Json };

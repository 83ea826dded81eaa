// What a generator may yield besides role outputs: plain data, answered with plain data.
import type { EffectClass } from "./effect.ts";

/** A value JSON carries exactly. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Overrides the engine's defaults: 3 attempts in all, 10 s then 30 s apart. */
export type RetryPolicy = {
  /** Attempts in all. */
  max?: number;
  /** Each further wait is this many times the one before. */
  backoff?: number;
  delayMs?: number;
  maxDelayMs?: number;
};

export type EffectCommand = {
  do: "effect";
  /** ns/name@N */
  effect: string;
  params: Json;
  /** Names the step in envelopes and approvals; `n<position>` without it. */
  id?: string;
  /** The idempotency key the executor hands on; the intent id without it. */
  key?: string;
  /** May say that this use is safer than the effect in general. Journaled. */
  class?: EffectClass;
  timeoutMs?: number;
  retry?: false | RetryPolicy;
  /** Echoed in the receipt. */
  issuerRef?: string;
  /** deliver: a payload that does not fit its schema comes back as a receipt with status `fault`. */
  onFault?: "deliver";
  /** deliver: an outcome nobody knows comes back as a receipt with status `unknown`. */
  onUnknown?: "deliver";
  /** false: a fork, a retry and other code ask it anew, instead of taking the recorded answer. */
  reuse?: false;
};

export type ApproveCommand = {
  do: "approve";
  prompt: string;
  id?: string;
  /** What is approved, shown in full. */
  items?: Json[];
  /** 24 h without it. */
  ttlMs?: number;
  /** Who may decide, besides the rules of the store. */
  approvers?: string[];
  /** Whoever started the thread may not decide. */
  differentApprover?: boolean;
  /** deliver: a no is an answer; otherwise it ends the thread as cancelled. */
  onDeny?: "deliver";
};

export type InputCommand = {
  do: "input";
  prompt: string;
  /** JSON Schema of the answer. */
  schema: { [key: string]: Json };
  defaults?: Json;
  id?: string;
};

export type SleepCommand =
  | { do: "sleep"; ms: number; id?: string }
  /** Milliseconds since the epoch, or an ISO 8601 date. */
  | { do: "sleep"; until: number | string; id?: string };

/** Answered with the event; with null, when `timeoutMs` passed before one came. */
export type ReceiveCommand = {
  do: "receive";
  /** ns/Name@N */
  event: string;
  timeoutMs?: number;
  id?: string;
};

export type NowCommand = { do: "now" };
export type RandomCommand = { do: "random"; bytes: number };
export type ContextCommand = { do: "context" };
export type CheckpointCommand = { do: "checkpoint"; state: Json };
/** Ends this generator; a new one begins with `input.state`. Never answered. */
export type ContinueCommand = { do: "continue"; state: Json };
/** Stored in the journal, not shown to any generator. */
export type AnnotateCommand = { do: "annotate"; [key: string]: Json };

/** A command that is answered by itself: what an array and `any` hold. */
export type SingleCommand =
  | EffectCommand
  | ApproveCommand
  | InputCommand
  | SleepCommand
  | ReceiveCommand
  | NowCommand
  | RandomCommand
  | ContextCommand
  | CheckpointCommand
  | AnnotateCommand;

/** The first to be answered wins; the others are cancelled. */
export type AnyCommand = { do: "any"; of: SingleCommand[] };

export type Command = SingleCommand | AnyCommand | ContinueCommand;

/** A list is answered with the list of answers, in the same order. */
export type Commands = Command | SingleCommand[];

// --- answers

export type Decision = {
  decision: "approve" | "deny";
  actor: string;
  /** ISO 8601. */
  at: string;
  reason?: string;
  /** A dry run decided for itself. */
  simulated?: true;
};

/** `seq`: its number among the events of the store. */
export type Received<V = Json> = { event: string; value: V; key: string | null; seq: number };

export type Context = {
  now: number;
  /** 64 bytes, hex. */
  entropy: string;
  seq: number;
  eventHash: string | null;
  registryHash: string | null;
  workflow: string;
  hash: string;
  key: string | null;
  cellMode: boolean;
};

/** The commands of later versions, refused with a code until then. */
export const LATER_COMMANDS: readonly string[] = ["emit", "handoff", "propose"];

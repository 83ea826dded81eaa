// What crosses the two borders of a worker process: its unix socket (newline JSON) and the Worker its bundle runs in.
import type { Json } from "#contract/command.ts";
import type { JsonSchema } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { Replayed, Turn } from "#contract/ports.ts";
import type { ThreadStatus, WaitingOn } from "#contract/status.ts";
import type { Options, ThreadInput } from "#contract/workflow.ts";
import type { Normalised } from "#engine/admit-yield.ts";
import type { Divergence } from "#engine/divergence.ts";
import type { Settlement } from "#engine/settle-command.ts";
import type { Bill } from "#replay/fold-thread.ts";

// --- the socket: one JSON object a line

export type Request =
  /** Take up a thread whose journal exists: a new one, a fork, an interrupted or a paused one. */
  | { op: "host"; threadId: ThreadId; how: HostHow; actor?: string | undefined }
  | { op: "pause"; threadId: ThreadId; actor?: string | undefined }
  | {
      op: "stop";
      threadId: ThreadId;
      action: "kill" | "cancel";
      actor?: string | undefined;
      reason?: string | undefined;
    }
  /** Something a waiting thread waits for: it is recorded, and the thread taken up. */
  | { op: "settle"; threadId: ThreadId; settlement: Settlement; actor: string; admins: string[] }
  /** Delete a thread this worker does not have. */
  | { op: "remove"; threadId: ThreadId }
  | { op: "list" }
  /** From now on, tell how far the journal is durable, and when the thread leaves this worker. */
  | { op: "follow"; threadId: ThreadId };

/** start: a thread that has not run yet. resume: continue. restart: from the beginning, its steps no longer count. */
export type HostHow = "start" | "resume" | "restart";

export type HostedThread = {
  threadId: ThreadId;
  name: string;
  status: ThreadStatus;
  waitingOn: WaitingOn | null;
  steps: number;
  startedAt: number;
  /** What it paid so far. Missing from a worker of before. */
  bill?: Bill;
};

export type Answer = { id: number; ok: true; value: unknown } | { id: number; ok: false; error: ErrorReport };

/** What became of a thread that was to be stopped; `again`: it had ended before. */
export type StopAnswer = { status: ThreadStatus; again: boolean };

/** `ignored`: what was told is known already. `expired`: an approval ran out. */
export type SettleAnswer = { ignored: boolean; expired: boolean };

/** `behind`: rows of the index that could not be written yet; null when it is as it should be. */
export type ListAnswer = { worker: string; pid: number; threads: HostedThread[]; behind: IndexBehind | null };

export type IndexBehind = { rows: number; said: string };

/** Only ever the newest state: a slow reader skips some and reads the journal up to `bytes`. */
export type Notice = {
  notice: ThreadId;
  bytes: number;
  status: ThreadStatus;
  left: boolean;
  /** It stays in this worker, but only a person or the time brings it on: nobody has to watch. */
  rests: boolean;
  /** Tokens of the approvals this worker opened, by step id. They are nowhere else. */
  tokens?: Record<string, string>;
  /** Why it left without a result, when it did. */
  error?: ErrorReport;
};

/** A notice stands for the ones before it, but a token is told once. */
export function withTokens(notice: Notice, before: Notice | undefined): Notice {
  if (before?.tokens === undefined) return notice;
  return { ...notice, tokens: { ...before.tokens, ...notice.tokens } };
}

/** Something an executor told on its way. Not kept for anybody who does not listen right now. */
export type Progress = { progress: ThreadId; stepId: string; effect: string; frame: Json };

export type Envelope = Request & { id: number };

// --- a process that repeats threads: a request on its stdin, one answer a line on its stdout

/** `fork`: not repeated, but planned, as a fork that keeps so many steps. */
export type ReplayRequest = {
  bundle: BundleId;
  threads: { threadId: ThreadId; path: string; fork?: PlannedFork }[];
};

export type ReplayAnswer =
  | { ok: true; thread: ReplayedThread; plan?: never }
  | { ok: true; plan: ForkPlan; thread?: never }
  | { ok: false; threadId: ThreadId; error: ErrorReport };

export type ReplayedThread = {
  threadId: ThreadId;
  status: "identical" | "diverged";
  /** Yields that were repeated. */
  yields: number;
  divergence: Divergence | null;
};

/** See Cut and ForkLines. A limit that is missing is none. */
export type PlannedFork = {
  keep?: number;
  find?: number;
  redo?: string[];
  prompt?: string;
  variables?: Record<string, string>;
  filesKnownTo?: number;
};

/** `isOtherWay`: the code does not repeat what is kept. */
export type ForkPlan = {
  kept: { steps: number; commands: number };
  reused: Pick<PlannedCommand, "stepId" | "do" | "effect">[];
  runs: PlannedCommand[];
  waits: PlannedCommand[];
  /** Finished effects that may be found again behind what is known. */
  mayFind: number;
  isOtherWay: boolean;
};

/** A command that will be carried out, and why it is not finished. */
export type PlannedCommand = { stepId: string; do: string; effect?: string; asked: Json; why: string };

// --- a process that simulates a bundle: a request on its stdin, one answer on its stdout, marked with the token

export type SimRequest = {
  bundle: BundleId;
  name: string;
  /** The seeds from `seed` on, so many. */
  seeds: number;
  seed: number;
  prompt: string;
  /** What effects are answered with: see engine/given-answers.ts. */
  receipts: Json[];
  token: string;
};

export type SimAnswer = { ok: true; report: SimReport } | { ok: false; error: ErrorReport };

export type SimReport = {
  determinism: "strict" | "steps";
  seeds: number;
  /** How often it was brought back. */
  crashPoints: number;
  /** Threads that came to their end. */
  reached: number;
  /** inconclusive: too few of them did. */
  status: "same" | "differs" | "inconclusive";
  findings: SimFinding[];
  /** Seeds whose thread failed by itself, and why. */
  failed: { seed: number; message: string }[];
};

/** One way in which a thread that came back was another. `seed` shows it. */
export type SimFinding = {
  seed: number;
  /** Its position among the yields. */
  yield: number;
  crashedAfter: string;
  expected: Json;
  actual: Json;
  /** The first that differs. */
  field: string;
  hint: string;
};

// --- the Worker

/** A ThreadInput whose steps are still JSON, in UTF-8: handed over as they are, and parsed once, where they are used. */
export type RoutineInput = Omit<ThreadInput, "steps"> & { stepsJson: Uint8Array<ArrayBuffer> };

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

// --- the Worker that checks schemas

/** `isFilled`: with the defaults of the schema. */
export type SchemaCheck = { schema: JsonSchema; value: Json; isFilled: boolean };
/** A value that fits it: the plainest, or another for each seed. */
export type StubAsked = { schema: JsonSchema; seed: number | null };
export type ToSchema = SchemaCheck | StubAsked;
/** Of a stub that was not found, nothing. */
export type FromSchema = { checked: Normalised } | { stub?: Json };

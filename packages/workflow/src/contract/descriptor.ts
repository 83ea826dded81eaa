// What a bundle says about itself. Data only: it is read from the syntax tree or a sidecar, never by running code.

export type RoleDescriptor = { description: string; schema?: Record<string, unknown> };

/** Ceilings a bundle sets for its own threads. Missing ones come from the engine's defaults. */
export type Limits = {
  stepTimeoutMs?: number;
  timeoutMs?: number;
  maxSteps?: number;
  stepBytes?: number;
  journalBytes?: number;
  /** Commands in one yield. */
  maxCommands?: number;
  /** Effects of a thread that run at once. */
  maxParallel?: number;
  /** A receipt's payload as canonical JSON. */
  maxOutputBytes?: number;
  /** Dollars, and tokens of models. */
  maxCost?: number;
  maxTokens?: number;
  /** Effects of a thread, in all and by name. */
  maxEffects?: number;
  maxEffectsOf?: Record<string, number>;
  /** The same effect with the same params so many times within so many yields is a loop. */
  loop?: { window: number; threshold: number };
  /** So many effects that were held back end the thread. */
  breaker?: number;
};

/** A secret the bundle may use: in which effects, and where it may go. */
export type SecretUse = {
  name: string;
  effects: string[];
  /** Of sys/http.request@1: `api.example.com`, `*.example.com`, `host:8443`, `http://intranet:8080`. */
  hosts?: string[];
  /** Of sys/exec@1 and sys/agent.run@1: argv[0], exactly. */
  programs?: string[];
  /** Of sys/fs.write@1: paths in the workspace. */
  files?: string[];
  /** Where in the params it may stand: `headers.authorization`, `body.token`. */
  places?: string[];
};

export type Descriptor = {
  description: string;
  roles: Record<string, RoleDescriptor>;
  determinism?: "steps" | "strict";
  effects?: string[];
  secrets?: SecretUse[];
  events?: Record<string, unknown>;
  /** The event it receives, or those: names of `events`, when that is there. */
  event?: string | string[];
  /** What becomes of a payload that does not fit, where a command does not say: "deliver" hands it to the generator. */
  faults?: "deliver" | "fail";
  /** false: it never asks for its context. */
  context?: boolean;
  /** A JSON Schema that every note of `annotate` must fit. */
  annotations?: Record<string, unknown>;
  key?: Record<string, unknown>;
  state?: Record<string, unknown>;
  resources?: Record<string, unknown>;
  limits?: Limits;
  constraints?: Record<string, unknown>;
  concurrency?: number;
};

/** What the syntax tree tells about a bundle. Kept with the stored bundle so that a run need not parse again. */
export type BundleFacts = {
  /** false: the code never reads `steps`, so a thread of it cannot come back in the middle. */
  readsSteps: boolean;
  /** Node built-ins it imports, sorted. */
  imports: string[];
  /** Free global names it uses, sorted: what it could reach without an import. */
  capabilities: string[];
  descriptor: Descriptor | null;
};

/** One reason a file is not a bundle. Lines and columns count from 1. */
export type BundleProblem = {
  code:
    | "BUNDLE_INVALID"
    | "DESCRIPTOR_INVALID"
    | "EFFECT_UNKNOWN"
    | "SCHEMA_INVALID"
    | "INVALID_JSON"
    | "HASH_COLLISION"
    | "HASH_MISMATCH";
  message: string;
  /** Of an entry that does not build: which of its sources. */
  file?: string;
  line?: number;
  column?: number;
  hint?: string;
};

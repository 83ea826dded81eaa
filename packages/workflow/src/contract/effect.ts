// Effects: what a workflow may ask to be done in the world, who does it, and how it is answered.
import type { Json } from "./command.ts";
import type { BundleId, Sha256, ThreadId } from "./ids.ts";

/** read and idempotent ones may be sent again; a `once` effect never is, unless a person says so. */
export type EffectClass = "read" | "idempotent" | "once";
export const EFFECT_CLASSES: readonly EffectClass[] = ["read", "idempotent", "once"];

/** What it can do to the world; policy.yaml says per risk: allow, approve, deny. */
export type Risk = "read" | "write" | "destructive" | "admin" | "financial";
export const RISKS: readonly Risk[] = ["read", "write", "destructive", "admin", "financial"];

export type PolicyRule = "allow" | "approve" | "deny";
/** A risk without a rule is allowed. */
export type Policy = Partial<Record<Risk, PolicyRule>>;

export const EFFECT_NAME = /^[a-z][a-z0-9-]*\/[a-z][a-zA-Z0-9.-]*@[1-9][0-9]*$/;

/** ns/Name@N */
export const EVENT_NAME = /^[a-z][a-z0-9-]*\/[A-Za-z][a-zA-Z0-9.-]*@[1-9][0-9]*$/;

export type JsonSchema = { [key: string]: Json };

/** A value held against a schema: with its defaults filled in, or the first place where it does not fit. */
export type Normalised = { value: Json } | { problem: { path: string; message: string } };

/** One entry of the catalogue: built in, registered by the program that composes the process, or from effects.yaml. */
export type EffectDefinition = {
  name: string;
  class: EffectClass;
  risk: Risk;
  /** JSON Schema of the params. `default`s in it are filled in before anything is hashed. */
  params: JsonSchema;
  /** JSON Schema of the payload of an `ok` receipt. */
  receipt: JsonSchema;
  timeoutMs?: number;
  /** Who performs it, as receipts name it: `builtin:exec`, `agents:llm`, or `program:<name>`. */
  executor: string;
  /** True: the executor hands the idempotency key on, so a repeated call is applied once. */
  acceptsKey: boolean;
  /** Where secrets may stand in its params. Nowhere without it. */
  secrets?: SecretPlaces;
  /** A built-in whose class follows from its params: GET is a read. */
  classOf?(params: Json, hasKey: boolean): EffectClass;
  /** A built-in whose risk follows from its params: GET changes nothing. */
  riskOf?(params: Json): Risk;
  /** A built-in that knows what was meant by params that do not fit. */
  hintFor?(params: Json): { message: string; hint: string } | undefined;
  /** The part of the params that tells one use from another, on one line. Without it, all of them as JSON. */
  gist?(params: Json): string | undefined;
  /** What a dry run returns, where it follows from the params. */
  simulate?(params: Json): JsonSchema;
  /** A built-in whose params the store has a say in, or completes: what is journaled is what will be done. */
  complete?(params: Json, store: ParamRules): Json;
};

/** `stdin`: that member; `env.*`: each member of it; `body.**`: it, and everything in it. */
export type SecretPlaces = {
  places: readonly string[];
  /** Of these, those that a bundle has to name for each secret, since data of others often stands there. */
  named?: readonly string[];
  /** Where the secret goes, and which list of a bundle's declaration has to have it. */
  target?: { list: SecretTargets; of(params: Json): string };
};

export type SecretTargets = "hosts" | "programs" | "files";

/** What policy.yaml says about params. */
export type ParamRules = {
  allowTemperature: boolean;
  /** `agents` of config.yaml, as written. */
  agents?(): unknown;
};

/** What an executor reports. */
export type Executed =
  | { status: "ok"; payload: Json; costUsd?: number; issuerRef?: string }
  | { status: "error"; error: EffectError; payload?: Json; costUsd?: number; issuerRef?: string }
  | { status: "timeout"; error: EffectError; costUsd?: number };

/** `code` is the executor's word (HTTP_STATUS, EXIT_CODE, PATH_OUTSIDE_WORKSPACE ...). */
export type EffectError = {
  code: string;
  message: string;
  retryable?: boolean;
  /** The other side asked to be left alone for this long. */
  retryAfterMs?: number;
  details?: { [key: string]: Json };
};

/** The reason of an executor's `signal`. `graceMs`: how long a program may take to end; without it, as the executor thinks. */
export class Aborted extends Error {
  constructor(readonly graceMs: number | undefined) {
    super("aborted");
  }
}

export type ExecutorCall = {
  intent: Sha256;
  effect: string;
  /** Canonical, defaults filled in, secrets still references. */
  params: Json;
  idempotencyKey: string;
  attempt: number;
  timeoutMs: number;
  /** Ceiling of the payload as canonical JSON. */
  maxOutputBytes: number;
  /** An absolute path; made when first asked for. */
  workspace(): string;
  /** Aborted by a timeout of the engine, cancel, kill, or a lost race of `any`. The executor ends what it started. */
  signal: AbortSignal;
  /** Tells something on the way. Never authoritative. */
  progress(frame: Json): void;
};

/** In the environment of everything an effect starts; its value is the intent id. What is to outlive the effect drops it. */
export const EFFECT_MARK = "UNCAGED_EFFECT";

/**
 * In the environment of a worker; its value is the file in which it says who it is. A worker serves everybody: one that was
 * started from within an effect does not end with it.
 */
export const WORKER_MARK = "UNCAGED_WORKER";

export type Executor = (call: ExecutorCall) => Promise<Executed>;

export type ReceiptStatus = "ok" | "error" | "timeout" | "fault" | "unknown";

/** What a generator gets for an effect: a value, never an exception. P: the payload of an `ok` one. */
export type Receipt<P = Json> = {
  intent: Sha256;
  effect: string;
  executor: string;
  status: ReceiptStatus;
  payload?: P;
  error?: EffectError;
  attempt: number;
  costUsd?: number;
  issuerRef?: string;
  thread: ThreadId;
  workflow: string;
  hash: BundleId;
  key?: string;
  n: number;
  index: number;
  paramsHash: Sha256;
  sig: string;
};

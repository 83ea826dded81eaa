// Who performs an effect. Each executor is loaded when it is first needed, and stands behind one border:
//
// EXECUTOR-1. An executor that throws reports an error; its caller never sees an exception.
// EXECUTOR-2. No secret passes: payload, error and progress are redacted (SECRET-1).
// EXECUTOR-3. A payload is canonical JSON of at most `maxOutputBytes`, measured after redaction, as the engine will
//     measure it. Exactly that many pass.
// EXECUTOR-4. Whether the bundle may use the secrets it refers to is asked again here, where they are about to be looked
//     up.
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, Executed, Executor, ExecutorCall } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { Blobs } from "#contract/ports.ts";
import { cleanOutcome, frameCleaner } from "./clean-outcome.ts";
import type { Program } from "./parse-effects.ts";
import type { FileRules, NetRules, PermissionRule } from "./policy.ts";
import { aborted, describeFailure } from "./refusal.ts";
import type { Secrets } from "./secrets.ts";

export type AnsweredEffect = { params: Json; payload: Json; thread: ThreadId };

export type ExecutorPorts = {
  blobs: Blobs;
  secrets: Secrets;
  /** Why the secrets that the params refer to may not be used, or null (secret-rules.ts). */
  misuse(definition: EffectDefinition, params: Json): ErrorReport | null;
  net: NetRules;
  /** What policy.yaml says about files. */
  files?: FileRules;
  /** The folder of the store: a workspace may hold it, and no effect writes to it. */
  store?: string;
  /** Of the process; a program gets a few of these, see executors/program-env.ts. */
  env: Record<string, string | undefined>;
  /** `models` and `prices` of config.yaml, as written; who asks a model reads them. */
  models?: unknown;
  prices?: unknown;
  /** The price table that `prices update` stored, as written. */
  priceTable?: unknown;
  /** The thread has a budget in dollars: what costs nobody knows how much is refused before it is asked. */
  mustKnowCost?: boolean;
  /** `agents` of config.yaml, as written. */
  agents?: unknown;
  /** What policy.yaml says of agents that ask before they do something. */
  permissions?: PermissionRule[];
  /** The thread it works for, and what of an effect it was answered so far, taken over from its origin or not. */
  thread?: ThreadId;
  answered?(effect: string): AnsweredEffect[];
  /** The process stays until that is over, though the effect is. */
  stayFor?(work: Promise<unknown>): void;
  /** A private folder for files that a program reads once. Made when it is asked for. */
  scratch(): string;
  /** `catalogue.program` */
  programs(name: string): Program | null;
  /** `catalogue.load`: none without it. */
  registered?(name: string): EffectExecutor["load"] | null;
  /** All addresses of a host. The system's resolver without it. */
  resolve?: (host: string) => Promise<string[]>;
  /** Certificates to trust besides the system's, in PEM. */
  ca?: string[];
  /** From SIGTERM to SIGKILL; 2 s without it. */
  graceMs?: number;
};

/** What is known of an effect, as data, and how to load who performs it. */
export type EffectExecutor = {
  definition: EffectDefinition;
  load: (ports: ExecutorPorts) => Promise<Executor>;
};

export function createExecutors(ports: ExecutorPorts): (definition: EffectDefinition) => Executor {
  const loaded = new Map<string, Promise<Executor>>();
  return (definition) => {
    const { name, executor } = definition;
    const load = () => {
      const present = loaded.get(executor) ?? loadExecutor(executor, name, ports);
      loaded.set(executor, present);
      return present;
    };
    return async (call) => {
      const misuse = ports.misuse(definition, call.params);
      const outcome = misuse === null ? await perform(load, call, ports.secrets) : refused(misuse);
      return cleanOutcome(outcome, call.maxOutputBytes, ports.secrets.redact);
    };
  };
}

async function perform(
  load: () => Promise<Executor>,
  call: ExecutorCall,
  secrets: Secrets,
): Promise<Executed> {
  if (call.signal.aborted) return aborted();
  try {
    const executor = await load();
    const cleanFrame = frameCleaner(secrets);
    return await executor({
      ...call,
      progress(frame) {
        const clean = cleanFrame(frame);
        if (clean !== undefined) call.progress(clean);
      },
    });
  } catch (error) {
    return describeFailure(error);
  }
}

function refused({ code, message, hint, details }: ErrorReport): Executed {
  return {
    status: "error",
    error: {
      code,
      message: hint === undefined ? message : `${message}; ${hint}`,
      retryable: false,
      ...(details === undefined ? {} : { details: details as { [key: string]: Json } }),
    },
  };
}

async function loadExecutor(executor: string, name: string, ports: ExecutorPorts): Promise<Executor> {
  const load = BUILT_IN_LOADS[executor] ?? ports.registered?.(name);
  if (load !== undefined && load !== null) return load(ports);
  const program = ports.programs(name);
  if (program === null) throw new Error(`nobody performs ${name}: there is no executor ${executor}`);
  return (await import("./executors/program.ts")).programExecutor(program, ports);
}

const BUILT_IN_LOADS: Record<string, EffectExecutor["load"]> = {
  "builtin:exec": async (ports) => (await import("./executors/exec.ts")).execExecutor(ports),
  "builtin:http": async (ports) => (await import("./executors/http.ts")).httpExecutor(ports),
  "builtin:fs-read": async (ports) => (await import("./executors/fs-read.ts")).readFileExecutor(ports),
  "builtin:fs-write": async (ports) => (await import("./executors/fs-write.ts")).writeFileExecutor(ports),
  "builtin:blob-put": async (ports) => (await import("./executors/blob.ts")).blobPutExecutor(ports),
  "builtin:blob-get": async (ports) => (await import("./executors/blob.ts")).blobGetExecutor(ports),
};

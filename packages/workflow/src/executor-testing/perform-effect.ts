// An effect performed as a worker performs it: its params are checked, completed, and its executor stands
// behind the border that redacts. For tests of executors.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "#codec/sha256.ts";
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, Executed, ExecutorCall } from "#contract/effect.ts";
import type { Blobs } from "#contract/ports.ts";
import { openCatalogue } from "#effects/catalogue.ts";
import { normalise } from "#effects/check-schema.ts";
import { createExecutors, type EffectExecutor, type ExecutorPorts } from "#effects/executors.ts";
import { openSecrets, parseSecretSources } from "#effects/secrets.ts";

export type PerformOptions = Partial<Omit<ExecutorPorts, "secrets">> & {
  /** As `secrets` of config.yaml. */
  secrets?: unknown;
  /** As policy.yaml says it. */
  allowTemperature?: boolean;
  call?: Partial<ExecutorCall>;
};

/** `params`: as they were journaled. */
export type PerformedEffect = { executed: Executed; frames: Json[]; params: Json };

/** Throws when the params, or the payload of an `ok`, do not fit the definition. */
export async function performEffect(
  executor: EffectExecutor,
  given: Json,
  options: PerformOptions = {},
): Promise<PerformedEffect> {
  const { secrets, allowTemperature = false, call, env = {}, ...ports } = options;
  const { name } = executor.definition;
  const catalogue = openCatalogue(null, [executor]);
  const definition = catalogue.get(name) as EffectDefinition;
  const params = admit(definition, given, { allowTemperature, agents: () => ports.agents });
  const execute = createExecutors({
    blobs: memoryBlobs(),
    secrets: openSecrets(parseSecretSources(secrets), env),
    misuse: () => null,
    scratch: () => mkdtempSync(join(tmpdir(), "uw-scratch-")),
    net: { allow: [], allowPrivate: false },
    programs: () => null,
    registered: catalogue.load,
    env,
    ...ports,
  })(definition);
  const frames: Json[] = [];
  const executed = await execute({
    // Its own: the end of an effect ends everything that bears its mark, also what another run of the test started.
    intent: sha256Hex(crypto.randomUUID()),
    effect: name,
    params,
    idempotencyKey: "key-1",
    attempt: 1,
    timeoutMs: 30_000,
    maxOutputBytes: 262_144,
    workspace: tmpdir,
    signal: new AbortController().signal,
    progress: (frame) => frames.push(frame),
    ...call,
  });
  if (executed.status === "ok") assertFits(definition, executed.payload);
  return { executed, frames, params };
}

type Say = Parameters<NonNullable<EffectDefinition["complete"]>>[1];

function admit(definition: EffectDefinition, given: Json, say: Say): Json {
  const normalised = normalise(definition.params, given);
  if ("value" in normalised) return definition.complete?.(normalised.value, say) ?? normalised.value;
  const { path, message } = normalised.problem;
  throw new Error(`${path}: ${definition.hintFor?.(given)?.message ?? message}`);
}

function assertFits({ receipt }: EffectDefinition, payload: Json): void {
  const fit = normalise(receipt, payload);
  if ("problem" in fit)
    throw new Error(`the receipt does not fit: ${fit.problem.path} ${fit.problem.message}`);
}

/** Blobs that nobody else sees. */
export function memoryBlobs(): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    put: (bytes) => {
      const sha256 = sha256Hex(bytes);
      kept.set(sha256, bytes);
      return sha256;
    },
    get: (sha256) => kept.get(sha256) ?? null,
  };
}

// An effect performed as the worker performs it: admitted by its definition, behind the border that redacts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Executed, ExecutorPorts, Json, PermissionRule } from "@uncaged/workflow/executor";
import { layoutOf } from "../../workflow/src/disk/layout.ts";
import { openCatalogue } from "../../workflow/src/effects/catalogue.ts";
import { normalise } from "../../workflow/src/effects/check-schema.ts";
import { createExecutors } from "../../workflow/src/effects/executors.ts";
import { openSecrets, parseSecretSources } from "../../workflow/src/effects/secrets.ts";
import { openBlobs } from "../../workflow/src/store/blob-store.ts";

export type RigOptions = {
  env?: Record<string, string | undefined>;
  models?: unknown;
  prices?: unknown;
  priceTable?: unknown;
  mustKnowCost?: boolean;
  /** A store, for blobs. */
  home?: string;
  secrets?: unknown;
  allowTemperature?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
  maxOutputBytes?: number;
  workspace?: string;
  agents?: unknown;
  ports?: Partial<ExecutorPorts>;
  permissions?: PermissionRule[];
  blobs?: ExecutorPorts["blobs"];
};

export type Performed = { executed: Executed; frames: Json[]; params: Json };

export async function perform(effect: string, given: Json, options: RigOptions = {}): Promise<Performed> {
  const {
    env = {},
    models,
    prices,
    priceTable,
    mustKnowCost = false,
    home,
    allowTemperature = false,
  } = options;
  const definition = openCatalogue(null).get(effect);
  if (definition === null) throw new Error(`no ${effect}`);
  const normalised = normalise(definition.params, given);
  if ("problem" in normalised) {
    const message = definition.hintFor?.(given)?.message ?? normalised.problem.message;
    throw new Error(`${normalised.problem.path}: ${message}`);
  }
  const params =
    definition.complete?.(normalised.value, { allowTemperature, agents: () => options.agents }) ??
    normalised.value;
  const execute = createExecutors({
    blobs: options.blobs ?? (home === undefined ? (null as never) : openBlobs(layoutOf(home))),
    permissions: options.permissions ?? [],
    secrets: openSecrets(parseSecretSources(options.secrets), env),
    misuse: () => null,
    scratch: () => mkdtempSync(join(tmpdir(), "uw-scratch-")),
    net: { allow: [], allowPrivate: false },
    env,
    models,
    prices,
    priceTable,
    mustKnowCost,
    programs: () => null,
    graceMs: 200,
    agents: options.agents,
    ...options.ports,
  })(definition);
  const frames: Json[] = [];
  const executed = await execute({
    // Its own: the end of an effect ends everything that bears its mark, also what another run of these tests started.
    intent: crypto.randomUUID().replaceAll("-", "").repeat(2),
    effect,
    params,
    idempotencyKey: "key-1",
    attempt: 1,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxOutputBytes: options.maxOutputBytes ?? 262_144,
    workspace: () => options.workspace ?? tmpdir(),
    signal: options.signal ?? new AbortController().signal,
    progress: (frame) => frames.push(frame),
  });
  if (executed.status === "ok") {
    const fit = normalise(definition.receipt, executed.payload);
    if ("problem" in fit)
      throw new Error(`the receipt does not fit: ${fit.problem.path} ${fit.problem.message}`);
  }
  return { executed, frames, params };
}

export function tempFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), "uw-agents-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

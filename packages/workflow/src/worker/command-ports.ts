// Everything the commands of this worker's threads need from the store: the catalogue, the policy, executors and
// secrets. Read when a thread's first command comes, so a thread without commands pays for none of it.

import { sha256Hex } from "#codec/sha256.ts";
import type { Identity } from "#commands/intent-id.ts";
import type { Json } from "#contract/command.ts";
import type { Descriptor } from "#contract/descriptor.ts";
import type { EffectDefinition, JsonSchema } from "#contract/effect.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Clock, InfoLog } from "#contract/ports.ts";
import type { StartRecord } from "#contract/record.ts";
import { stepIdAt } from "#contract/step-id.ts";
import { ensureDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { isUserFolder } from "#disk/user-file.ts";
import { readWhole } from "#disk/whole-file.ts";
import { workFolder } from "#disk/workspace/work-folder.ts";
import type { Catalogue } from "#effects/catalogue.ts";
import type { AnsweredEffect } from "#effects/executors.ts";
import type { StorePolicy } from "#effects/policy.ts";
import { Refusal } from "#effects/refusal.ts";
import type { SecretSource } from "#effects/secrets.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
import { simulatedExecutors } from "#engine/simulate.ts";
import type { Sealer } from "#journal/sealer.ts";
import type { StoreConfig } from "#store/store-config.ts";
import type { CommandPorts } from "#thread/thread-commands.ts";
import type { ThreadLimits } from "#thread/thread-limits.ts";

export type EffectThread = {
  start: StartRecord;
  limits: ThreadLimits;
  info: InfoLog;
  /** Lines so far. */
  seq(): number;
  progress(stepId: string, effect: string, frame: Json): void;
  /** Told of every call of an executor: the process stays until it is over. */
  executing(call: Promise<unknown>): void;
  /** Of work that goes on behind its effect: only the process stays. */
  staysFor(work: Promise<unknown>): void;
};

export type StorePorts = {
  layout: Layout;
  clock: Clock;
  sealer: Sealer;
  descriptor: Descriptor | null;
};

export async function openCommandPorts(
  store: StorePorts,
  thread: EffectThread,
  identity: () => Identity,
): Promise<CommandPorts> {
  const { layout, clock, sealer, descriptor } = store;
  const { start, limits } = thread;
  const { isDryRun } = start.parameters.options;
  const { rules, catalogue, policy } = await openRules(layout, descriptor, limits.commandsMax);
  const { misuse } = rules;
  return {
    rules,
    clock,
    sign: (digest) => sealer.signReceipt(digest),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    context: () => contextOf(store, identity(), thread.seq()),
    parallelMax: limits.parallelMax,
    outputBytes: limits.outputBytes,
    isDryRun,
    stub: schemaStub,
    info: (text) => thread.info.say("K4RM9T2C", text),
    workspace: () => workspaceOf(layout, start),
    executorOf: isDryRun
      ? simulatedExecutors(start.parameters.receipts ?? [], schemaStub)
      : await executors(store, thread, { catalogue, policy, misuse }),
    endLeftovers: async (intents) => {
      const { endLeftovers } = await import("#effects/executors/process-tree.ts");
      await endLeftovers(intents);
    },
    progress: (intent, frame) => thread.progress(stepIdAt(intent), intent.effect, frame),
  };
}

async function schemaStub(schema: JsonSchema): Promise<Json | undefined> {
  const { schemaChecks } = await import("#realm/schema-checks.ts");
  return schemaChecks.stub(schema, null);
}

/** What a yield is admitted by, for whoever only compares. */
export async function admissionRules(
  layout: Layout,
  descriptor: Descriptor | null,
  commandsMax: number,
): Promise<AdmissionRules> {
  return (await openRules(layout, descriptor, commandsMax)).rules;
}

type Rules = { rules: AdmissionRules; catalogue: Catalogue; policy: StorePolicy };

async function openRules(layout: Layout, descriptor: Descriptor | null, commandsMax: number): Promise<Rules> {
  const [{ openCatalogue }, { parsePolicy }, { schemaChecks }, { secretMisuse }] = await Promise.all([
    import("#effects/catalogue.ts"),
    import("#effects/policy.ts"),
    import("#realm/schema-checks.ts"),
    import("#effects/secret-rules.ts"),
  ]);
  const grants = {
    declared: descriptor?.secrets ?? [],
    // Read each time: a name that was taken out of config.yaml serves nobody from then on.
    isAllowed: (name: string) => Object.hasOwn(secretSources(layout), name),
  };
  const catalogue = openCatalogue(textOf(layout.effects));
  const policy = parsePolicy(textOf(layout.policy));
  const rules = {
    declared: new Set(descriptor?.effects ?? []),
    find: (effect: string) => catalogue.get(effect) ?? undefined,
    normalise: schemaChecks.normalise,
    misuse: (definition: EffectDefinition, params: Json) => secretMisuse(definition, params, grants),
    policy: policy.risks,
    say: { ...policy.say, agents: () => storeConfig(layout).agents },
    commandsMax,
    stateSchema: descriptor?.state as { [key: string]: Json } | undefined,
    annotationsSchema: descriptor?.annotations as { [key: string]: Json } | undefined,
    faults: descriptor?.faults,
    events: declaredEvents(descriptor),
    context: descriptor?.context,
  };
  return { rules, catalogue, policy };
}

function declaredEvents(descriptor: Descriptor | null): ReadonlyMap<string, JsonSchema | undefined> {
  const { event = [], events = {} } = descriptor ?? {};
  const named = [event].flat().map((name) => [name, undefined] as const);
  return new Map([...named, ...Object.entries(events as Record<string, JsonSchema>)]);
}

/** Loaded when a command refers to a secret: few do. */
function secretSources(layout: Layout): Record<string, SecretSource> {
  const { parseSecretSources } = require("#effects/secrets.ts") as typeof import("#effects/secrets.ts");
  return parseSecretSources(storeConfig(layout).secrets);
}

function storeConfig(layout: Layout): StoreConfig {
  const { readStoreConfig } = require("#store/store-config.ts") as typeof import("#store/store-config.ts");
  return readStoreConfig(layout);
}

async function executors(
  { layout }: StorePorts,
  thread: EffectThread,
  {
    catalogue,
    policy,
    misuse,
  }: { catalogue: Catalogue; policy: StorePolicy; misuse: AdmissionRules["misuse"] },
): Promise<CommandPorts["executorOf"]> {
  const [
    { createExecutors },
    { openSecrets, parseSecretSources },
    { openBlobs },
    { readStoreConfig },
    { readPriceTable },
  ] = await Promise.all([
    import("#effects/executors.ts"),
    import("#effects/secrets.ts"),
    import("#store/blob-store.ts"),
    import("#store/store-config.ts"),
    import("#store/price-table.ts"),
  ]);
  const { secrets, models, prices, agents } = readStoreConfig(layout);
  const { start } = thread;
  const make = createExecutors({
    blobs: openBlobs(layout),
    secrets: openSecrets(parseSecretSources(secrets), process.env),
    misuse,
    models,
    prices,
    priceTable: readPriceTable(layout),
    mustKnowCost: thread.limits.budget.mustKnowCost,
    agents,
    permissions: policy.permissions,
    thread: start.threadId,
    answered: (effect) => answeredEffects(layout.journal(start.hash, start.threadId), effect),
    net: policy.http,
    files: policy.files,
    store: layout.root,
    env: process.env,
    stayFor: (work) => thread.staysFor(work),
    scratch: () => {
      const folder = layout.scratchOf(thread.start.threadId);
      ensureDirectory(layout.scratch);
      ensureDirectory(folder);
      return folder;
    },
    programs: catalogue.program,
    registered: catalogue.load,
  });
  return async (definition) => {
    const executor = make(definition);
    return (call) => {
      const executed = executor(call);
      thread.executing(executed);
      return executed;
    };
  };
}

/** Read when an executor asks: the lines of its thread are on disk before it is called. */
function answeredEffects(path: string, effect: string): AnsweredEffect[] {
  const { readJournal } = require("#journal/read-journal.ts") as typeof import("#journal/read-journal.ts");
  const params = new Map<string, Json>();
  const found: AnsweredEffect[] = [];
  readJournal(path, (line) => {
    if (line.isRole) return;
    const record = line.record;
    if (!("kind" in record)) return;
    if (record.kind === "intent" && "params" in record && record.effect === effect)
      params.set(record.id, record.params);
    if (record.kind !== "receipt" || record.effect !== effect) return;
    const payload = record.payload ?? record.error?.details;
    if (payload !== undefined)
      found.push({ params: params.get(record.intent) ?? null, payload, thread: record.thread });
  });
  return found;
}

function contextOf({ layout, clock }: StorePorts, identity: Identity, seq: number): Json {
  const registry = readWhole(layout.registry, LIMITS.yamlBytes);
  return {
    now: clock.now(),
    entropy: Buffer.from(crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES))).toString("hex"),
    seq,
    eventHash: null,
    registryHash: registry === null ? null : sha256Hex(registry),
    workflow: identity.workflow,
    hash: identity.hash,
    key: identity.key,
    cellMode: false,
  };
}

const ENTROPY_BYTES = 64;

function workspaceOf(layout: Layout, start: StartRecord): string {
  const path = workFolder(layout, start);
  if (start.parameters.workspace !== undefined) {
    if (isUserFolder(path)) return path;
    throw new Refusal("WORKSPACE_MISSING", `the workspace ${path} is not there`, { details: { path } });
  }
  ensureDirectory(layout.workspaces);
  ensureDirectory(path);
  return path;
}

function textOf(path: string): string | null {
  const bytes = readWhole(path, LIMITS.yamlBytes);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

// One command by itself: admitted, opened and folded as in a thread, without one.
import type { AdmissionRules } from "#commands/admission.ts";
import type { LineTools } from "#commands/command.ts";
import type { OpeningPorts, Place } from "#commands/opening.ts";
import { type AdmittedLeaf, fileOf } from "#commands/registry.ts";
import type { SettlePorts } from "#commands/settlement.ts";
import type { Json, SingleCommand } from "#contract/command.ts";
import type { EffectDefinition } from "#contract/effect.ts";
import type { ErrorReport } from "#contract/errors.ts";
import type { Leaf, Opening } from "#contract/leaf.ts";
import type { CommandRecord } from "#contract/record.ts";
import { foldYield, type YieldState } from "#replay/fold-yield.ts";

export const NOW = 1_900_000_000_000;
export const IDENTITY = { thread: "01T", workflow: "w", hash: "H", key: null, epoch: 0 };

export const DEFINITION: EffectDefinition = {
  name: "test/do@1",
  class: "once",
  risk: "write",
  params: {},
  receipt: { type: "object" },
  executor: "test",
  acceptsKey: false,
};

export function rulesWith(other: Partial<AdmissionRules> = {}): AdmissionRules {
  return {
    declared: new Set(["test/do@1", "sys/timer.set@1"]),
    find: (name) => (name === DEFINITION.name || name === "sys/timer.set@1" ? DEFINITION : undefined),
    normalise: (_schema, value) => ({ value }),
    misuse: () => null,
    policy: {},
    say: { allowTemperature: false },
    commandsMax: 64,
    stateSchema: undefined,
    events: new Map([["shop/Paid@1", { type: "object" }]]),
    ...other,
  };
}

/** Nothing fits any schema. */
export const NOTHING_FITS: Partial<AdmissionRules> = {
  normalise: () => ({ problem: { path: "a.b", message: "must be 1" } }),
};

export async function admit(
  command: SingleCommand,
  other?: Partial<AdmissionRules>,
): Promise<AdmittedLeaf | ErrorReport> {
  return (await fileOf(command).admit(command, rulesWith(other))) as AdmittedLeaf | ErrorReport;
}

export async function admitted(
  command: SingleCommand,
  other?: Partial<AdmissionRules>,
): Promise<AdmittedLeaf> {
  const leaf = await admit(command, other);
  if ("code" in leaf) throw new Error(`${leaf.code}: ${leaf.message}`);
  return leaf;
}

export function openingPorts(): OpeningPorts {
  return {
    identity: IDENTITY,
    now: () => NOW,
    random: (bytes) => new Uint8Array(bytes).fill(7),
    context: () => ({ seq: 1 }),
    tokens: new Map(),
  };
}

export const PLACE: Place = { n: 3, index: 0, group: null, yieldHash: "0000000000000", seq: 9 };

export async function opened<O extends Opening>(
  command: SingleCommand,
  { rules, ports = openingPorts(), place = PLACE }: OpenedHow = {},
): Promise<O> {
  const leaf = await admitted(command, rules);
  return { ...fileOf(leaf.asked).open(leaf, place, ports), timestamp: NOW } as unknown as O;
}

type OpenedHow = { rules?: Partial<AdmissionRules>; ports?: OpeningPorts; place?: Place };

/** What lines add up to. */
export function folded(...records: object[]): YieldState {
  let state: YieldState | null = null;
  for (const [at, record] of records.entries())
    state = foldYield(state, { timestamp: NOW, ...record } as CommandRecord, at + 2);
  if (state === null) throw new Error("these lines open nothing");
  return state;
}

export function leafOf<O extends Opening>(...records: object[]): Leaf<O> {
  return folded(...records).leaves.get(0) as Leaf<O>;
}

export const TOOLS: LineTools = { now: NOW, identity: IDENTITY, sign: async () => "signed" };

export function settlePorts(other: Partial<SettlePorts> = {}): SettlePorts {
  return {
    identity: IDENTITY,
    now: NOW,
    actor: "ann",
    owner: "ann",
    starters: ["ann"],
    admins: [],
    sign: async () => "signed",
    normalise: (_schema, value) => ({ value }),
    find: () => DEFINITION,
    wasGivenOut: () => false,
    hasIntent: () => true,
    ...other,
  };
}

/** One of every command that may stand in a list. */
export const SAMPLES: { [W in SingleCommand["do"]]: SingleCommand & { do: W } } = {
  effect: { do: "effect", effect: "test/do@1", params: { a: 1 }, id: "it", key: "k", retry: false },
  approve: { do: "approve", prompt: "may it?", items: [1], approvers: ["ann"], onDeny: "deliver", id: "may" },
  input: { do: "input", prompt: "which?", schema: { type: "string" }, defaults: "a", id: "which" },
  sleep: { do: "sleep", ms: 5_000, id: "nap" },
  receive: { do: "receive", event: "shop/Paid@1", timeoutMs: 500, id: "paid" },
  now: { do: "now" },
  random: { do: "random", bytes: 4 },
  context: { do: "context" },
  checkpoint: { do: "checkpoint", state: { at: 1 } },
  annotate: { do: "annotate", by: "me" },
};

export const json = (value: unknown): Json => JSON.parse(JSON.stringify(value));

// The real host of a thread on a simulated machine: step loop, admission, command runner, receipts, journal and fold are the
// engine's own; disk, clock, key, executors and the way to the generator are given.

import { encodeRecord } from "#codec/journal-line.ts";
import type { Identity } from "#commands/intent-id.ts";
import type { Json } from "#contract/command.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { Opened, Replayed, RoutineInput } from "#contract/ports.ts";
import type { StartRecord } from "#contract/record.ts";
import type { Options } from "#contract/workflow.ts";
import { SyncGroup } from "#disk/sync-group.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
// The host loads it when somebody decides. Here it must be there already: only what is simulated may take its time.
import "#engine/settle-command.ts";
import { JournalLog } from "#journal/journal-log.ts";
import type { ReadableLines } from "#journal/line-store.ts";
import type { MemoryKeys } from "#journal/memory-keys.ts";
import { BundleQueue } from "#thread/bundle-queue.ts";
import type { HostPorts } from "#thread/ports.ts";
import type { CommandPorts } from "#thread/thread-commands.ts";
import { ThreadHost } from "#thread/thread-host.ts";
import { limitsOf } from "#thread/thread-limits.ts";
import type { SimMachine } from "./machine.ts";
import { randomFrom } from "./random.ts";

export type SimThread = {
  threadId: ThreadId;
  hash: BundleId;
  path: string;
  name: string;
  isStrict: boolean;
  /** False: it never reads `steps`, so nothing brings it back in the middle. */
  comesBack: boolean;
  rules: AdmissionRules;
  prompt: string;
  key?: string | undefined;
  maxRounds: number;
  isDryRun: boolean;
  limits?: Parameters<typeof limitsOf>[0];
};

export type SimHostPorts = {
  machine: SimMachine;
  keys: MemoryKeys;
  executorOf: CommandPorts["executorOf"];
  openRoutine(input: RoutineInput, options: Options, replay: Replayed[]): Promise<Opened>;
  dropRoutine(): void;
  /** The journal is durable up to here, as followers are told. */
  durable(host: ThreadHost): void;
  /** Ends what a dead machine left running; nothing runs on without it. */
  endLeftovers?(intents: ReadonlySet<string>): Promise<void>;
  /** Chance is the same at the same place, however often the thread comes back; without it, another in every hosting. */
  seed?: number;
  /** Syncs are handed to the side, as with many threads. */
  syncsAside: boolean;
  /** Where the lines are kept; without it, in a file of the simulated disk. */
  lines?: ReadableLines | undefined;
};

/** Writes the first line as `run` does: it is there whole, or not at all. */
export function putStart(thread: SimThread, { disk, scheduler }: SimMachine): void {
  const start: StartRecord = {
    name: thread.name,
    hash: thread.hash,
    sha256: "0".repeat(64),
    threadId: thread.threadId,
    parameters: {
      prompt: thread.prompt,
      ...(thread.key === undefined ? {} : { key: thread.key }),
      options: { isDryRun: thread.isDryRun, maxRounds: thread.maxRounds },
    },
    initiator: { type: "manual", actor: OWNER },
    timestamp: scheduler.now(),
  };
  disk.put(thread.path, Buffer.from(`${encodeRecord(start, "").text}\n`));
}

/** Who started the thread. */
export const OWNER = "ann";

export function openSimHost(thread: SimThread, ports: SimHostPorts): ThreadHost {
  const { machine, keys } = ports;
  const { disk, scheduler: clock } = machine;
  const group = new SyncGroup();
  if (ports.syncsAside) group.join({});
  const { threadId, hash, path, isStrict } = thread;
  machine.hostings += 1;
  const drawn = machine.random.branch(`hosting ${machine.hostings}`);
  const randomAt = ({ fold }: ThreadHost) =>
    ports.seed === undefined ? drawn : randomFrom(ports.seed).branch(`${fold.epoch} ${fold.yields}`);
  const hostPorts: HostPorts = {
    clock,
    info: { say: () => {} },
    bundleQueue: new BundleQueue(Infinity),
    limitsFor: (start) => limitsOf(thread.limits, start.parameters.limits),
    isStrict,
    comesBack: thread.comesBack,
    commandPorts: async (host, identity) => ({
      rules: awaitedBy(machine, thread.rules),
      clock,
      sign: (digest) => keys.sealer.signReceipt(digest),
      random: (bytes) => randomAt(host).bytes(bytes),
      context: () => contextOf(identity(), host.lastSeq, clock.now(), randomAt(host).bytes(ENTROPY_BYTES)),
      parallelMax: host.limits.parallelMax,
      outputBytes: host.limits.outputBytes,
      // People and effects are simulated from outside, so that a thread waits as it would.
      isDryRun: false,
      stub: async () => undefined,
      info: () => {},
      workspace: () => "/nowhere",
      executorOf: ports.executorOf,
      endLeftovers: async (intents) => ports.endLeftovers?.(intents),
      progress: () => {},
    }),
    roleChecker: () => Promise.reject(new Error("roles are not checked here")),
    openRoutine: ports.openRoutine,
    dropRoutine: ports.dropRoutine,
    explain: async (outcome) => outcome,
    durable: ports.durable,
  };
  const place = { threadId, hash, path };
  const { lines } = ports;
  const proof = keys.proof(lines?.disk ?? disk);
  const logPorts = { clock, group, disk, proof, sealer: keys.sealer, sealKey: "", isStrict };
  const log =
    lines === undefined ? JournalLog.open(place, logPorts) : JournalLog.over(lines, place, logPorts);
  return new ThreadHost(log, hostPorts);
}

/** A dear check is made in a Worker, in real time. */
function awaitedBy(machine: SimMachine, rules: AdmissionRules): AdmissionRules {
  return {
    ...rules,
    normalise: (schema, value) => {
      const checked = rules.normalise(schema, value);
      return checked instanceof Promise ? machine.awaits(checked) : checked;
    },
  };
}

const ENTROPY_BYTES = 64;

function contextOf(identity: Identity, seq: number, now: number, entropy: Uint8Array): Json {
  const { workflow, hash, key } = identity;
  return {
    now,
    entropy: Buffer.from(entropy).toString("hex"),
    seq,
    eventHash: null,
    registryHash: null,
    workflow,
    hash,
    key,
    cellMode: false,
  };
}

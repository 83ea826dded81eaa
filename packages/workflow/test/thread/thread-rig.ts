// One thread and its host, over lines in memory whose disk can be slow, full or dead. Hosting, engine and journal are the
// real ones; only the ports of a process are given here.

import type { Limits } from "#contract/descriptor.ts";
import { LIMITS } from "#contract/limits.ts";
import type { HostHow, Opened, Replayed, RoutineInput } from "#contract/ports.ts";
import type { JournalRecord, KeptState, KindRecord, StartRecord, Unstamped } from "#contract/record.ts";
import type { ThreadStatus } from "#contract/status.ts";
import type { WorkflowFn } from "#contract/workflow.ts";
import { normalise } from "#effects/check-schema.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
import { newJournal } from "#journal/file-journal.ts";
import { JournalLog } from "#journal/journal-log.ts";
import { MemoryLines, readOnlyDisk } from "#journal/line-store.ts";
import { memoryKeys } from "#journal/memory-keys.ts";
import { readJournal } from "#journal/read-journal.ts";
import type { ReadLine } from "#journal/read-line.ts";
import { type LocalRoutine, openLocalRoutine } from "#realm/local-routine.ts";
import { eventually, kindsOf, only, stepsOf } from "#testing/suite-looks.ts";
import { SUITE_EFFECTS, SuiteWorld } from "#testing/suite-world.ts";
import { BundleQueue } from "#thread/bundle-queue.ts";
import type { HostPorts } from "#thread/ports.ts";
import type { CommandPorts } from "#thread/thread-commands.ts";
import { ThreadHost } from "#thread/thread-host.ts";
import { limitsOf } from "#thread/thread-limits.ts";

export const HASH = "0000000000000";
export const THREAD = "01S1MTHREAD000000000000000";
const KEYS = memoryKeys(new Uint8Array(32).fill(5));

export const RULES: AdmissionRules = {
  declared: new Set(SUITE_EFFECTS.keys()),
  find: (effect) => SUITE_EFFECTS.get(effect),
  normalise,
  misuse: () => null,
  policy: { destructive: "approve" },
  commandsMax: LIMITS.commandsMax,
  stateSchema: undefined,
  say: { allowTemperature: false },
};

/** A disk that waits while it is held, and rejects once it is full. */
export class FaultyLines extends MemoryLines {
  private held: PromiseWithResolvers<void> | null = null;
  isFull = false;

  hold(): void {
    this.held = Promise.withResolvers();
  }

  release(): void {
    this.held?.resolve();
    this.held = null;
  }

  override async sync(): Promise<void> {
    await this.held?.promise;
    if (this.isFull) throw new Error("no space left on device");
    await super.sync();
  }
}

export type RigHow = {
  isStrict?: boolean;
  comesBack?: boolean;
  limits?: Limits;
  parameters?: Partial<StartRecord["parameters"]>;
  start?: Partial<StartRecord>;
  queue?: BundleQueue;
  ports?: Partial<HostPorts>;
  commandPorts?: Partial<CommandPorts>;
  /** Lines behind the start. */
  lines?: Unstamped<KindRecord>[];
  threadId?: string;
};

const GONE: Promise<ThreadStatus> = Promise.resolve("empty");

/** A thread, and one host after the other that has it. */
export class Rig {
  readonly world = new SuiteWorld();
  readonly queue: BundleQueue;
  readonly said: string[] = [];
  /** Durable bytes, each time that whoever follows was told. */
  readonly told: number[] = [];
  readonly opened: { input: RoutineInput; replay: Replayed[] }[] = [];
  /** What was running when a host came, as it was told to end it. */
  readonly leftovers: string[][] = [];
  readonly kept: { before: KeptState | null; title: string }[] = [];
  dropped = 0;
  routine: LocalRoutine | null = null;
  store: FaultyLines;
  host!: ThreadHost;
  left: Promise<ThreadStatus> = GONE;

  constructor(
    readonly code: WorkflowFn,
    readonly how: RigHow = {},
  ) {
    this.queue = how.queue ?? new BundleQueue(Infinity);
    const { pieces } = newJournal(this.start, [], how.lines ?? []);
    this.store = new FaultyLines(Buffer.concat(pieces));
    this.open();
  }

  get start(): StartRecord {
    const { parameters, start, threadId } = this.how;
    return {
      name: "flow",
      hash: HASH,
      sha256: "0".repeat(64),
      threadId: threadId ?? THREAD,
      parameters: { prompt: "go", options: { isDryRun: false, maxRounds: 50 }, ...parameters },
      initiator: { type: "manual", actor: "ann" },
      timestamp: this.world.clock.now(),
      ...start,
    };
  }

  /** Another host over what is on disk. */
  open(): ThreadHost {
    this.store = new FaultyLines(this.store.kept);
    this.left = GONE;
    const { isStrict = true } = this.how;
    const threadId = this.how.threadId ?? THREAD;
    const { clock } = this.world;
    const place = { threadId, hash: HASH, path: `${threadId}.data.jsonl` };
    const proof = KEYS.proof(this.store.disk);
    const log = JournalLog.over(this.store, place, {
      clock,
      sealer: KEYS.sealer,
      sealKey: "",
      proof,
      isStrict,
    });
    this.host = new ThreadHost(log, this.ports(isStrict));
    return this.host;
  }

  /** The process is gone, with everything that did not survive. */
  crash(): ThreadHost {
    this.store.hold();
    return this.open();
  }

  /** Begins it, and does not wait: `left` resolves when it has left. */
  async begin(how: HostHow = "start"): Promise<void> {
    await this.host.begin(how, "ann");
    this.left = this.host.run();
  }

  /** Begins it and waits until it has left. */
  async through(how: HostHow = "start"): Promise<ThreadStatus> {
    await this.begin(how);
    return this.left;
  }

  async resumed(): Promise<ThreadStatus> {
    this.open();
    return this.through("resume");
  }

  /** The lines that survive. */
  get lines(): JournalRecord[] {
    const records: JournalRecord[] = [];
    const disk = readOnlyDisk(() => this.store.kept);
    readJournal("t", (line: ReadLine) => void records.push(line.record), { disk });
    return records;
  }

  get kinds(): string[] {
    return kindsOf(this.lines);
  }

  get roles(): string[] {
    return stepsOf(this.lines).map(({ role }) => role);
  }

  get controls(): string[] {
    return only(this.lines, "control").map(({ action }) => action);
  }

  get result() {
    return only(this.lines, "result")[0];
  }

  sent(count: number): Promise<void> {
    return eventually(`effects sent: ${count}`, () => this.world.sent.length === count);
  }

  stepped(count: number): Promise<void> {
    return eventually(`steps on disk: ${count}`, () => this.roles.length === count);
  }

  /** Everything that can run has run, then so much time passes. */
  async timePasses(ms: number): Promise<void> {
    await Bun.sleep(3);
    this.world.clock.pass(ms);
  }

  recorded(control: string): Promise<void> {
    return eventually(`the ${control} is a line`, () => this.controls.includes(control));
  }

  private ports(isStrict: boolean): HostPorts {
    const { limits, comesBack = true, ports, commandPorts } = this.how;
    return {
      clock: this.world.clock,
      info: { say: (tag, content) => void this.said.push(`${tag} ${content}`) },
      bundleQueue: this.queue,
      limitsFor: (start) => limitsOf(limits, start.parameters.limits),
      isStrict,
      comesBack,
      commandPorts: async (host, identity) => ({
        rules: RULES,
        clock: this.world.clock,
        sign: (digest) => KEYS.sealer.signReceipt(digest),
        random: (bytes) => new Uint8Array(bytes).fill(host.lastSeq),
        context: () => ({ now: this.world.clock.now(), workflow: identity().workflow }),
        parallelMax: host.limits.parallelMax,
        outputBytes: host.limits.outputBytes,
        isDryRun: host.start.parameters.options.isDryRun,
        stub: async () => undefined,
        info: (text) => void this.said.push(`info ${text}`),
        workspace: () => "/",
        executorOf: async () => (call) => {
          const performed = this.world.perform(call);
          host.stayFor(performed);
          return performed;
        },
        endLeftovers: async (intents) => void this.leftovers.push([...intents]),
        progress: () => {},
        ...commandPorts,
      }),
      roleChecker: async () => async () => null,
      openRoutine: async (input, options, replay): Promise<Opened> => {
        this.opened.push({ input, replay });
        this.routine = openLocalRoutine(this.code, input, options, replay);
        return { routine: this.routine };
      },
      dropRoutine: () => {
        this.dropped += 1;
        this.routine?.drop("dropped");
      },
      explain: async (outcome) => outcome,
      durable: (host) => void this.told.push(host.durableBytes),
      ...ports,
    };
  }
}

export const step = (role: string) => ({ role, content: "", meta: {} });
export const put = (label: string) => ({ do: "effect", effect: "suite/put@1", params: { label } }) as const;
export const pay = (label: string) => ({ do: "effect", effect: "suite/pay@1", params: { label } }) as const;
export const done = (summary = "done") => ({ returnCode: 0, summary });

/** What was thrown. */
export async function thrown(
  work: Promise<unknown>,
): Promise<{ code: string; message: string; hint?: string }> {
  try {
    await work;
  } catch (error) {
    return error as { code: string; message: string; hint?: string };
  }
  throw new Error("nothing was thrown");
}

export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), Bun.sleep(3).then(() => true)]);
}

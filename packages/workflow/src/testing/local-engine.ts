// An engine in one process, over whatever keeps its logs: hosting, threads, journal and fold are those of the worker. Only
// the socket, the index, the Worker of the code and the executors of the store are missing.
import { encode64 } from "#codec/crockford32.ts";
import type { Identity } from "#commands/intent-id.ts";
import type { ThreadId } from "#contract/ids.ts";
import { LIMITS } from "#contract/limits.ts";
import type { JournalRecord, StartRecord } from "#contract/record.ts";
import type { ThreadStatus } from "#contract/status.ts";
import { normalise } from "#effects/check-schema.ts";
import type { AdmissionRules } from "#engine/admit-yield.ts";
import { newJournal } from "#journal/file-journal.ts";
import { readOnlyDisk } from "#journal/line-store.ts";
import { memoryKeys } from "#journal/memory-keys.ts";
import { readJournal } from "#journal/read-journal.ts";
import type { ReadLine } from "#journal/read-line.ts";
import { openLocalRoutine } from "#realm/local-routine.ts";
import { chooseCut } from "#replay/choose-cut.ts";
import { deriveStatus } from "#replay/derive-status.ts";
import { emptyFold, foldLine } from "#replay/fold-thread.ts";
import { ForkLines } from "#replay/fork-lines.ts";
import { BundleQueue } from "#thread/bundle-queue.ts";
import { Hosting } from "#thread/hosting.ts";
import { stopLog } from "#thread/stop-log.ts";
import type { CommandPorts } from "#thread/thread-commands.ts";
import { ThreadHost } from "#thread/thread-host.ts";
import { limitsOf } from "#thread/thread-limits.ts";
import { CrashableLog, type Life } from "./crashable-log.ts";
import type { EngineUnderTest, SuiteFlow } from "./engine-under-test.ts";
import type { LogKeeper } from "./log-keepers.ts";
import { SUITE_EFFECTS, type SuiteWorld } from "./suite-world.ts";

const OWNER = "ann";
const HASH = encode64(0n);
const NAME = "suite";
const KEYS = memoryKeys(new Uint8Array(32).fill(7));

const RULES: AdmissionRules = {
  declared: new Set(SUITE_EFFECTS.keys()),
  find: (effect) => SUITE_EFFECTS.get(effect),
  normalise,
  misuse: () => null,
  policy: { destructive: "approve" },
  commandsMax: LIMITS.commandsMax,
  stateSchema: undefined,
  say: { allowTemperature: false },
};

export function localEngine(keeper: LogKeeper, world: SuiteWorld): EngineUnderTest {
  return new LocalEngine(keeper, world);
}

class LocalEngine implements EngineUnderTest {
  facts = 0;
  newest: ThreadId = "";
  private dieAt = Infinity;
  private readonly flows = new Map<ThreadId, SuiteFlow>();
  private life: Life;
  private hosting: Hosting;
  private onDeath = Promise.withResolvers<void>();

  constructor(
    private readonly keeper: LogKeeper,
    private readonly world: SuiteWorld,
  ) {
    this.life = this.newLife();
    this.hosting = this.newHosting(this.life);
  }

  async start(flow: SuiteFlow, prompt: string): Promise<ThreadId> {
    const threadId = this.newId();
    const { pieces } = newJournal(this.startOf(threadId, flow, prompt), [], []);
    this.keeper.create(threadId, Buffer.concat(pieces));
    this.flows.set(threadId, flow);
    await this.unlessDead(this.hosting.host(threadId, "start", OWNER));
    return threadId;
  }

  resume(threadId: ThreadId): Promise<void> {
    return this.unlessDead(this.hosting.host(threadId, "resume", OWNER));
  }

  settle: EngineUnderTest["settle"] = (threadId, settlement, actor) =>
    this.unlessDead(this.hosting.settle(threadId, settlement, { actor, admins: [] }), {
      ignored: false,
      expired: false,
    });

  pause(threadId: ThreadId): Promise<void> {
    return this.unlessDead(this.hosting.pause(threadId, OWNER));
  }

  stop: EngineUnderTest["stop"] = (threadId, stop) => this.hosting.stop(threadId, stop);

  async fork(threadId: ThreadId, steps: number): Promise<ThreadId> {
    const lines = new ForkLines<ReadLine>();
    let start: StartRecord | undefined;
    this.read(threadId, (line) => {
      if (line.seq === 1) start = line.record as StartRecord;
      else lines.take(line);
    });
    const taken = lines.takenOver(chooseCut(lines, { fromStep: steps }, false));
    const id = this.newId();
    const origin = {
      threadId,
      hash: HASH,
      steps: taken.steps,
      ...(taken.lines.length === taken.steps ? {} : { lines: taken.lines.length }),
    };
    const begun = { ...(start as StartRecord), threadId: id, forkFrom: origin };
    const branch = { kind: "control", action: "branch", at: taken.yields + 1, steps: taken.steps } as const;
    const { pieces } = newJournal(begun, taken.lines, taken.isBranch ? [branch] : []);
    this.keeper.create(id, Buffer.concat(pieces));
    this.flows.set(id, this.flows.get(threadId) as SuiteFlow);
    await this.unlessDead(this.hosting.host(id, "start", OWNER));
    return id;
  }

  async left(threadId: ThreadId): Promise<ThreadStatus> {
    for (;;) {
      const present = this.hosting.roster.present(threadId);
      if (present === undefined) break;
      const gone = present instanceof Promise ? present : present.left;
      await Promise.race([gone, this.onDeath.promise]);
      if (this.life.isOver) await this.crash();
      else await new Promise((resolve) => setImmediate(resolve));
    }
    const fold = emptyFold();
    this.read(threadId, (line) => foldLine(fold, line));
    return deriveStatus(fold, false);
  }

  async lines(threadId: ThreadId): Promise<JournalRecord[]> {
    const records: JournalRecord[] = [];
    this.read(threadId, (line) => records.push(line.record));
    return records;
  }

  async crash(): Promise<void> {
    this.life.isOver = true;
    this.keeper.crash();
    this.life = this.newLife();
    this.hosting = this.newHosting(this.life);
    this.onDeath = Promise.withResolvers<void>();
  }

  crashAfter(n: number | null): void {
    this.dieAt = n === null ? Infinity : this.facts + n;
  }

  async close(): Promise<void> {
    this.life.isOver = true;
    this.keeper.crash();
  }

  private newLife(): Life {
    const life: Life = {
      isOver: false,
      durable: () => {
        this.facts += 1;
        if (this.facts < this.dieAt) return;
        this.dieAt = Infinity;
        life.isOver = true;
        this.onDeath.resolve();
      },
    };
    return life;
  }

  private newHosting(life: Life): Hosting {
    const bundleQueue = new BundleQueue(Infinity);
    return new Hosting({
      open: (threadId) => this.openHost(threadId, life, bundleQueue),
      check: async () => {},
      taken: async () => {},
      left: () => {},
      stopAbsent: async (threadId, stop) => {
        const log = this.openLog(threadId, life);
        try {
          return await stopLog(log, stop);
        } finally {
          log.close();
        }
      },
      rested: () => {},
    });
  }

  private openLog(threadId: ThreadId, life: Life): CrashableLog {
    const { clock } = this.world;
    const { isStrict } = this.flows.get(threadId) as SuiteFlow;
    const place = { threadId, hash: HASH, path: `${threadId}.data.jsonl` };
    const proof = KEYS.proof(readOnlyDisk(() => this.keeper.kept(threadId)));
    const log = this.keeper.open(place, { clock, sealer: KEYS.sealer, sealKey: "", proof, isStrict });
    return new CrashableLog(log, life);
  }

  private openHost(threadId: ThreadId, life: Life, bundleQueue: BundleQueue): ThreadHost {
    const { clock } = this.world;
    const flow = this.flows.get(threadId) as SuiteFlow;
    let routine: ReturnType<typeof openLocalRoutine> | null = null;
    return new ThreadHost(this.openLog(threadId, life), {
      clock,
      info: { say: () => {} },
      bundleQueue,
      limitsFor: (start) => limitsOf(flow.limits, start.parameters.limits),
      isStrict: flow.isStrict,
      comesBack: true,
      commandPorts: async (host, identity) => this.commandPorts(host, identity),
      roleChecker: async () => async () => null,
      openRoutine: async (input, options, replay) => {
        routine = openLocalRoutine(flow.code, input, options, replay);
        return { routine };
      },
      dropRoutine: () => routine?.drop("dropped"),
      explain: async (outcome) => outcome,
      durable: () => {},
    });
  }

  private commandPorts(host: ThreadHost, identity: () => Identity): CommandPorts {
    const { clock, perform } = this.world;
    return {
      rules: RULES,
      clock,
      sign: (digest) => KEYS.sealer.signReceipt(digest),
      random: (bytes) => new Uint8Array(bytes).fill(host.lastSeq),
      context: () => ({ now: clock.now(), workflow: identity().workflow }),
      parallelMax: host.limits.parallelMax,
      outputBytes: host.limits.outputBytes,
      isDryRun: false,
      stub: async () => undefined,
      info: () => {},
      workspace: () => "/",
      executorOf: async () => perform,
      endLeftovers: async () => {},
      progress: () => {},
    };
  }

  /** Nobody is answered by a host that died meanwhile: who asked finds that out, and goes on with `instead`. */
  private async unlessDead<T>(work: Promise<T>, instead?: T): Promise<T> {
    const died = this.onDeath.promise.then(() => instead as T);
    return Promise.race([work, died]);
  }

  private read(threadId: ThreadId, visit: (line: ReadLine) => void): void {
    readJournal(threadId, visit, { disk: readOnlyDisk(() => this.keeper.kept(threadId)) });
  }

  private startOf(threadId: ThreadId, { maxRounds }: SuiteFlow, prompt: string): StartRecord {
    return {
      name: NAME,
      hash: HASH,
      sha256: "0".repeat(64),
      threadId,
      parameters: { prompt, options: { isDryRun: false, maxRounds: maxRounds ?? LIMITS.roundsMax } },
      initiator: { type: "manual", actor: OWNER },
      timestamp: this.world.clock.now(),
    };
  }

  private newId(): ThreadId {
    this.newest = `01S1MTE${String(this.flows.size + 1).padStart(19, "0")}`;
    return this.newest;
  }
}

// A runner over a journal in memory: who may interleave is decided by the test, not by the disk.
import { canonicalJson } from "#codec/canonical-json.ts";
import type { Json } from "#contract/command.ts";
import type { EffectDefinition, Executor } from "#contract/effect.ts";
import type { CommandRecord, JournalRecord, Unstamped } from "#contract/record.ts";
import { admitYield } from "#engine/admit-yield.ts";
import { type Carried, CommandRunner, type RunnerPorts } from "#engine/command-runner.ts";
import { FinishedEffects } from "#engine/reuse-effects.ts";
import { emptyFold, foldRecord } from "#replay/fold-thread.ts";
import type { YieldState } from "#replay/fold-yield.ts";

const DEFINITION: EffectDefinition = {
  name: "test/do@1",
  class: "idempotent",
  risk: "write",
  params: {},
  receipt: {},
  executor: "test",
  acceptsKey: true,
};

export type Rig = {
  runner: CommandRunner;
  lines: Unstamped<CommandRecord>[];
  /** Adds lines from outside, as a decision does. */
  append(records: Unstamped<CommandRecord>[]): Promise<void>;
  perform(asked: Json): Promise<Carried>;
  /** The yield as its lines tell it. */
  state(): YieldState;
};

export function runnerRig(
  executor: Executor,
  other: Partial<RunnerPorts> & { syncs?: () => Promise<void> } = {},
): Rig {
  const fold = emptyFold();
  const lines: Unstamped<CommandRecord>[] = [];
  const sync = async () => other.syncs?.();
  const append = async (records: Unstamped<CommandRecord>[]) => {
    for (const record of records) {
      lines.push(record);
      foldRecord(fold, { ...record, timestamp: 0 } as JournalRecord, lines.length);
    }
    await sync();
  };
  const journal = {
    append,
    sync,
    get current() {
      return fold.current;
    },
    get lastSeq() {
      return lines.length;
    },
  };
  const runner = new CommandRunner({
    journal,
    clock: { now: () => 1000 },
    identity: () => ({ thread: "T", workflow: "w", hash: "H", key: null, epoch: 0 }),
    sign: async () => "signed",
    random: (bytes) => new Uint8Array(bytes),
    context: () => null,
    parallelMax: 4,
    isDryRun: false,
    stub: async () => undefined,
    canPark: () => true,
    finished: new FinishedEffects(() => true),
    guard: { over: () => null, block: () => null, tripped: () => null },
    info: () => {},
    executorOf: async () => executor,
    normalise: (_schema, value) => ({ value }),
    workspace: () => "/",
    outputBytes: 1000,
    progress: () => {},
    ...other,
  } as RunnerPorts);
  return {
    runner,
    lines,
    append,
    state: () => fold.current as YieldState,
    async perform(yielded) {
      const admission = await admitYield(yielded, {
        declared: new Set(["test/do@1"]),
        find: () => DEFINITION,
        normalise: (_schema, value) => ({ value }),
        misuse: () => null,
        policy: {},
        say: { allowTemperature: false },
        commandsMax: 64,
        stateSchema: undefined,
      });
      if ("refused" in admission) throw new Error(canonicalJson(admission.refused as unknown as Json));
      return runner.perform(admission.asked, 1, "hash");
    },
  };
}

export const effect = (name: string): Json => ({ do: "effect", effect: "test/do@1", params: { name } });

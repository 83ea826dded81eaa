// A thread of this worker: its journal is a file of the store, its generator is in a Worker, its effects are the store's.

import type { Identity } from "#commands/intent-id.ts";
import type { Json } from "#contract/command.ts";
import type { BundleFacts } from "#contract/descriptor.ts";
import type { ThreadId } from "#contract/ids.ts";
import type { Clock } from "#contract/ports.ts";
import { assertFolder } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import type { SyncGroup } from "#disk/sync-group.ts";
import { threadFiles } from "#disk/workspace/thread-files.ts";
import { openInfoLog } from "#journal/info-log.ts";
import { JournalLog } from "#journal/journal-log.ts";
import type { Sealer } from "#journal/sealer.ts";
import type { BundlePool } from "#realm/bundle-pool.ts";
import type { StoredBundle } from "#store/bundle-store.ts";
import type { BundleQueue } from "#thread/bundle-queue.ts";
import type { CommandPorts } from "#thread/thread-commands.ts";
import { ThreadHost } from "#thread/thread-host.ts";
import { limitsOf } from "#thread/thread-limits.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Redact } from "./redact.ts";
import type { ThreadNews } from "./thread-news.ts";

export type FileHostPorts = {
  layout: Layout;
  clock: Clock;
  bundle: StoredBundle;
  bundleFile: string;
  facts: BundleFacts;
  group: SyncGroup;
  sealer: Sealer;
  redact: Redact;
  /** For what the bundle said itself. */
  redactSaid: Redact;
  bundleQueue: BundleQueue;
  pool: BundlePool;
  news: ThreadNews;
  /** The process stays until the executor has come back. */
  stayFor(call: Promise<unknown>): void;
};

export function openFileHost(threadId: ThreadId, number: number, ports: FileHostPorts): ThreadHost {
  const { layout, bundle, bundleFile, clock, facts, group, sealer, pool, news } = ports;
  assertFolder(layout.threads(bundle.id));
  const place = { threadId, hash: bundle.id, path: layout.journal(bundle.id, threadId) };
  const isStrict = facts.descriptor?.determinism === "strict";
  const info = openInfoLog(layout.info(bundle.id, threadId), clock, ports.redact);
  const log = JournalLog.open(place, { clock, group, sealer, sealKey: layout.sealKey, isStrict });
  if (log.cutBytes > 0) info.say("7Q4ZK2MB", `cut an incomplete last line of ${log.cutBytes} bytes`);
  return new ThreadHost(log, {
    clock,
    info,
    bundleQueue: ports.bundleQueue,
    limitsFor: (start) => limitsOf(facts.descriptor?.limits, start.parameters.limits),
    isStrict,
    comesBack: isStrict || facts.readsSteps,
    commandPorts: (host, identity) => commandPorts(host, identity, ports),
    roleChecker: async () => {
      const [{ roleChecker }, { schemaChecks }] = await Promise.all([
        import("#engine/check-role.ts"),
        import("#realm/schema-checks.ts"),
      ]);
      return roleChecker(facts.descriptor, schemaChecks.check);
    },
    openRoutine: (input, options, replay) => pool.open(number, input, options, replay),
    dropRoutine: () => pool.drop(number),
    filesOf: (start) => threadFiles(layout, start),
    explain: (outcome) => explainFailure(outcome, { layout, bundle, bundleFile, redact: ports.redactSaid }),
    durable: (host) => news.tell(host, host.status, false),
  });
}

async function commandPorts(
  host: ThreadHost,
  identity: () => Identity,
  { layout, clock, sealer, facts, news, stayFor }: FileHostPorts,
): Promise<CommandPorts> {
  const { openCommandPorts } = await import("./command-ports.ts");
  const store = { layout, clock, sealer, descriptor: facts.descriptor };
  const thread = {
    start: host.start,
    limits: host.limits,
    info: host.info,
    seq: () => host.lastSeq,
    progress: (stepId: string, effect: string, frame: Json) => news.progress(host, stepId, effect, frame),
    staysFor: stayFor,
    executing: (call: Promise<unknown>) => {
      host.stayFor(call);
      stayFor(call);
    },
  };
  return openCommandPorts(store, thread, identity);
}

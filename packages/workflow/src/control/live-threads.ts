// Which threads are in a worker right now.
import { join } from "node:path";
import type { BundleId } from "#contract/ids.ts";
import { TIMES } from "#contract/limits.ts";
import { listDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import { readHolder } from "#disk/process/holder-file.ts";
import { isAlive } from "#disk/process/process-identity.ts";
import type { HostedThread, IndexBehind, ListAnswer } from "#protocol/messages.ts";
import { WorkerClient } from "./worker-client.ts";

export type LiveThread = HostedThread & { hash: BundleId; pid: number; worker: string };

export type Live = {
  /** By `<bundle>/<thread>`. */
  threads: Map<string, LiveThread>;
  /** Workers that live but do not answer: what they last took up may still be theirs. */
  silentWorkers: Set<string>;
  /** Workers that could not write their rows of the index yet. */
  behind: BehindWorker[];
};

export type BehindWorker = IndexBehind & { hash: BundleId; pid: number };

const HOLDER_SUFFIX = ".json";

/** Asks every worker. */
export async function liveThreads(layout: Layout): Promise<Live> {
  const ids = listDirectory(layout.run)
    .filter((name) => name.endsWith(HOLDER_SUFFIX))
    .map((name) => name.slice(0, -HOLDER_SUFFIX.length));
  const live = nobody();
  await Promise.all(ids.map((id) => addLive(live, layout, id)));
  return live;
}

/** Whether any worker lives, without asking it. */
export function hasWorkers(layout: Layout): boolean {
  return listDirectory(layout.run).some((name) => {
    const holder = name.endsWith(HOLDER_SUFFIX) ? readHolder(join(layout.run, name)) : null;
    return holder !== null && isAlive(holder);
  });
}

/** The same for one bundle. */
export async function liveThreadsOf(layout: Layout, id: BundleId): Promise<Live> {
  const live = nobody();
  await addLive(live, layout, id);
  return live;
}

function nobody(): Live {
  return { threads: new Map(), silentWorkers: new Set(), behind: [] };
}

async function addLive(live: Live, layout: Layout, id: BundleId): Promise<void> {
  const client = await WorkerClient.connect(layout.socket(id));
  if (client === null) return;
  try {
    const answer = (await client.ask({ op: "list" }, TIMES.answerMs)) as ListAnswer;
    if (answer.behind) live.behind.push({ ...answer.behind, hash: id, pid: answer.pid });
    for (const thread of answer.threads)
      live.threads.set(`${id}/${thread.threadId}`, {
        ...thread,
        hash: id,
        pid: answer.pid,
        worker: answer.worker,
      });
  } catch {
    const holder = readHolder(layout.holder(id));
    if (holder !== null && isAlive(holder)) live.silentWorkers.add(holder.worker);
  } finally {
    client.close();
  }
}

// Which threads are in a worker right now.
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { TIMES } from "#contract/limits.ts";
import { listDirectory } from "#disk/directory.ts";
import type { Layout } from "#disk/layout.ts";
import type { HostedThread, ListAnswer } from "#worker/messages.ts";
import { WorkerClient } from "./worker-client.ts";

export type LiveThread = HostedThread & { hash: BundleId; pid: number };

const HOLDER_SUFFIX = ".json";

/** Asks every worker. One that does not answer is passed over: its lock says that it lives, not what it does. */
export async function liveThreads(layout: Layout): Promise<Map<ThreadId, LiveThread>> {
  const ids = listDirectory(layout.run)
    .filter((name) => name.endsWith(HOLDER_SUFFIX))
    .map((name) => name.slice(0, -HOLDER_SUFFIX.length));
  const answers = await Promise.all(ids.map((id) => listWorker(layout, id)));
  return new Map(answers.flat().map((thread) => [thread.threadId, thread]));
}

export async function listWorker(layout: Layout, id: BundleId): Promise<LiveThread[]> {
  const client = await WorkerClient.connect(layout.socket(id));
  if (client === null) return [];
  try {
    const answer = (await client.ask({ op: "list" }, TIMES.answerMs)) as ListAnswer;
    return answer.threads.map((thread) => ({ ...thread, hash: id, pid: answer.pid }));
  } catch {
    return [];
  } finally {
    client.close();
  }
}

// Hands a thread whose journal exists to the worker of its bundle.
import type { BundleId, ThreadId } from "#contract/ids.ts";
import { reachWorker } from "#control/start-worker.ts";
import { endHungWorker } from "#control/take-over.ts";
import { ConnectionLost, NoAnswer, type WorkerClient } from "#control/worker-client.ts";
import type { HostHow } from "#worker/messages.ts";
import type { House } from "./house.ts";
import { reviveThreads } from "./revive-threads.ts";

/** A worker that says nothing for this long is taken for hung; its disk may be slow, so this is generous. */
const HOST_PATIENCE_MS = 10_000;
const TRIES_MAX = 5;

/** Answers the connection, which follows the thread from now on. `reaching` is a worker already being started. */
export async function hostThread(
  house: House,
  thread: { threadId: ThreadId; hash: BundleId },
  how: HostHow,
  reaching?: Promise<WorkerClient>,
): Promise<WorkerClient> {
  for (let tries = 1; ; tries++) {
    const client = await (reaching ?? reachWorker(house, thread.hash));
    reaching = undefined;
    try {
      await client.ask({ op: "host", threadId: thread.threadId, how, actor: house.actor }, HOST_PATIENCE_MS);
      return client;
    } catch (error) {
      client.close();
      if (tries >= TRIES_MAX || !(error instanceof ConnectionLost || error instanceof NoAnswer)) throw error;
      // It was about to leave when we came: the next one takes the thread. It hangs: it is ended first.
      if (error instanceof NoAnswer) await takeOver(house, thread);
    }
  }
}

async function takeOver(house: House, thread: { threadId: ThreadId; hash: BundleId }): Promise<void> {
  const ended = await endHungWorker(house.layout, thread.hash);
  if (ended !== null) await reviveThreads(house, thread.hash, ended, thread.threadId);
}

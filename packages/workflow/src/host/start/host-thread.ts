// Hands a thread whose journal exists to the worker of its bundle.
import { WorkflowError } from "#contract/errors.ts";
import type { BundleId, ThreadId } from "#contract/ids.ts";
import type { HostHow } from "#contract/ports.ts";
import { reachWorker } from "#control/start-worker.ts";
import { ConnectionLost, NoAnswer, type WorkerClient } from "#control/worker-client.ts";
import { silentWorker } from "../open/silent-worker.ts";
import type { Store } from "../open/store.ts";

/** A worker may be busy, or its disk slow: it is waited for this long, and never ended for it. Others have threads in it. */
const HOST_PATIENCE_MS = 10_000;
/** Workers that go away one after the other are asked for this long. */
const RETRIES_MS = 10_000;

/** Answers the connection, which follows the thread from now on. `reaching` is a worker already being started. */
export async function hostThread(
  store: Store,
  { threadId, hash }: { threadId: ThreadId; hash: BundleId },
  how: HostHow,
  reaching?: Promise<WorkerClient>,
): Promise<WorkerClient> {
  const deadline = performance.now() + RETRIES_MS;
  for (;;) {
    const client = await (reaching ?? reachWorker(store, hash));
    reaching = undefined;
    try {
      await client.ask({ op: "host", threadId, how, actor: store.actor }, HOST_PATIENCE_MS);
      return client;
    } catch (error) {
      client.close();
      if (error instanceof NoAnswer) throw silentWorker(threadId, "; it takes the thread up when it does");
      if (!(error instanceof ConnectionLost)) throw error;
      // It was about to leave when we came, or died: the next one takes the thread.
      if (performance.now() > deadline) throw neverTaken(threadId);
    }
  }
}

function neverTaken(threadId: ThreadId): WorkflowError {
  return new WorkflowError("IO_FAILED", `every worker went away before it could take ${threadId} up`, {
    hint: `uncaged-workflow resume ${threadId}`,
  });
}

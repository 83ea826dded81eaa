import { WorkflowError } from "#contract/errors.ts";
import type { Store } from "#host/open/store.ts";
import { pauseThread, stopThread } from "#host/people/stop-thread.ts";
import type { StopOptions, Stopped } from "./options.ts";

const STATUS_OF = { cancel: "cancelled", kill: "killed" } as const;

export async function stop(
  store: Store,
  thread: string,
  { how = "cancel", reason }: StopOptions,
): Promise<Stopped> {
  if (how === "pause") return pauseThread(store, thread);
  if (!Object.hasOwn(STATUS_OF, how))
    throw new WorkflowError("USAGE", `"${how}" is no way to stop a thread`, {
      hint: "cancel, kill or pause",
    });
  const { threadId } = await stopThread(store, thread, { action: how, reason });
  return { threadId, status: STATUS_OF[how] };
}

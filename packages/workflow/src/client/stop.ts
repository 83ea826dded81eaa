import { WorkflowError } from "#contract/errors.ts";
import type { House } from "#host/open/house.ts";
import { pauseThread, stopThread } from "#host/people/stop-thread.ts";
import type { StopOptions, Stopped } from "./options.ts";

const STATUS_OF = { cancel: "cancelled", kill: "killed" } as const;

export async function stop(
  house: House,
  thread: string,
  { how = "cancel", reason }: StopOptions,
): Promise<Stopped> {
  if (how === "pause") return pauseThread(house, thread);
  if (!Object.hasOwn(STATUS_OF, how))
    throw new WorkflowError("USAGE", `"${how}" is no way to stop a thread`, {
      hint: "cancel, kill or pause",
    });
  const { threadId } = await stopThread(house, thread, { action: how, reason });
  return { threadId, status: STATUS_OF[how] };
}

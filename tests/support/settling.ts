// Tells a waiting thread something, without a process for the command line.

import { WorkflowError } from "../../packages/workflow/src/contract/errors.ts";
import { openHouse } from "../../packages/workflow/src/host/house.ts";
import type { Settled, Settlement } from "../../packages/workflow/src/host/settle-thread.ts";
import { settleThread } from "../../packages/workflow/src/host/settle-thread.ts";
import type { TempHome } from "./temp-home.ts";

/** Answers "ok", or the code it was refused with. */
export async function settle(
  home: TempHome,
  threadId: string,
  settlement: Settlement,
  actor?: string,
): Promise<string> {
  try {
    const house = openHouse({ home: home.home });
    const settled: Settled = await settleThread(house, threadId, settlement, actor ?? house.actor);
    settled.client?.close();
    return settled.ignored ? "ignored" : "ok";
  } catch (error) {
    if (error instanceof WorkflowError) return error.code;
    throw error;
  }
}

// Tells a waiting thread something, without a process for the command line: two can be told in the same moment.
import { WorkflowError } from "@uncaged/workflow/host";
import { type House, openHouse } from "../../packages/workflow/src/host/open/house.ts";
import { type Settlement, settleThread } from "../../packages/workflow/src/host/people/settle-thread.ts";
import type { TempHome } from "../../tests/support/temp-home.ts";

/** Answers "ok", or the code it was refused with. */
export async function settle(home: TempHome, threadId: string, settlement: Settlement): Promise<string> {
  try {
    const { client } = await settleThread(houseOf(home), threadId, settlement);
    client?.close();
    return "ok";
  } catch (error) {
    if (error instanceof WorkflowError) return error.code;
    throw error;
  }
}

const houses = new WeakMap<TempHome, House>();

function houseOf(home: TempHome): House {
  const house = houses.get(home) ?? openHouse({ home: home.home });
  houses.set(home, house);
  return house;
}
